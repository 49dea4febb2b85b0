# A preloaded tool reads dlerror() after each failed dlopen, so that it is NULL for the caller. An
# absent library still has a reason, and a companion that failed is not reported as opened.
compile tool.so -shared -fPIC -ldl <<'C'
void *dlopen(const char *file, int mode)
{
    void *(*real)(const char *, int), *handle;
    *(void **)&real = dlsym(RTLD_NEXT, "dlopen");
    handle = real(file, mode);
    if (!handle)
        fprintf(stderr, "[tool] %s\n", dlerror());
    return handle;
}
C
mkdir bad none
echo 'int missing(void); int f(void) { return missing(); }' >bad.c
$CC -shared -fPIC bad.c -o bad/libnccl.so.2 -Wl,-soname,libnccl.so.2
fake_library nvrtc 12.9 lib
$CC -shared -fPIC bad.c -o lib/libnvrtc-builtins.so.12.9
tool=$stage/tool.so
LD_PRELOAD=$tool LAZYNCCL_LIBPATH=$stage/bad ./ask where error report >said 2>&1
says said 'NCCL cannot be used: .*bad/libnccl.so.2'
LD_PRELOAD=$tool LAZYNCCL_SEARCH=system LAZYNCCL_CUDA=11 ./ask nvrtc where error report >said 2>&1
says said 'NVRTC cannot be used'
LD_PRELOAD=$tool LAZYNCCL_LIBPATH=$stage/lib ./ask nvrtc where report >said 2>&1
says_not said 'builtins.*opened with it'
