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
consumer "$SOURCE/tests/fake/ask.c" ask
mkdir bad none
echo 'int missing(void); int f(void) { return missing(); }' >bad.c
$CC -shared -fPIC bad.c -o bad/libnccl.so.2 -Wl,-soname,libnccl.so.2
fake_library nvrtc 12.9 lib
$CC -shared -fPIC bad.c -o lib/libnvrtc-builtins.so.12.9
status=0
try() # WHAT [VARIABLE=VALUE...] -- WORD...
{
    what=$1 code=0
    shift
    env LD_PRELOAD="$stage/tool.so" "$@" >said 2>&1 || code=$?
    echo "$what: status $code"
    [ $code = 0 ] || status=1
}
try "a file that does not open" LAZYNCCL_LIBPATH="$stage/bad" ./ask where error report
grep -q 'NCCL cannot be used: .*bad/libnccl.so.2' said || status=1
try "nothing in the system" LAZYNCCL_SEARCH=system LAZYNCCL_CUDA=11 ./ask nvrtc where error report
grep -q 'NVRTC cannot be used' said || status=1
try "a companion that does not open" LAZYNCCL_LIBPATH="$stage/lib" ./ask nvrtc where report
if grep -q 'builtins.*opened with it' said; then
    echo "a companion that failed is told as opened"
    status=1
fi
exit $status
