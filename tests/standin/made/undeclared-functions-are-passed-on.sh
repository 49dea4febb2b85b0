# cuBLASLt and cuDNN open NVRTC by its SONAME and look up a function that no header declares;
# without NVRTC they work without it. The stand-in exports it and passes its arguments on.
with_libc >extra.c <<'C'
int __nvrtcCPEx(void **program, const char *source, const char *name, int count,
                const char *const *headers, const char *const *names, int flag, void *one,
                void *two)
{
    *program = two;
    printf("%s %s %d %s %s %d %p\n", source, name, count, headers[0], names[0], flag, one);
    return flag;
}
C
fake_library nvrtc 12.9 real extra.c
compile asks -ldl <<'C'
int main(void)
{
    void *nvrtc = dlopen("libnvrtc.so.12", RTLD_NOW), *program = nvrtc;
    int (*create)(void **, const char *, const char *, int, const char *const *,
                  const char *const *, int, void *, void *) = dlsym(nvrtc, "__nvrtcCPEx");
    const char *headers = "headers", *names = "names";
    for (int i = 0; i < 2; i++) {
        int code = create(&program, "source", "name", -1, &headers, &names, -7 - i, &program, &i);
        printf("%d %d\n", code, program == &i);
    }
    return 0;
}
C
export LD_LIBRARY_PATH="$STANDINS"
LAZYNCCL_LIBPATH=$stage/real ./asks | sed 's/0x[0-9a-f]*/ADDRESS/' >output
equal "$(cat output)" "source name -1 headers names -7 ADDRESS
-7 1
source name -1 headers names -8 ADDRESS
-8 1"
./asks >output
equal "$(cat output)" "11 0
11 0"
