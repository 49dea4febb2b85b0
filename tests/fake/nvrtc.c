/* A fake NVRTC MAJOR.MINOR, which opens its builtins by name only, as the real one does. */
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#define TEXT_(number) #number
#define TEXT(number) TEXT_(number)

static const char ltoir[] = "LTO-IR of " TEXT(MAJOR) "." TEXT(MINOR);

int nvrtcVersion(int *major, int *minor)
{
    *major = MAJOR;
    *minor = MINOR;
    return 0;
}

const char *nvrtcGetErrorString(int code)
{
    return code ? "the fake library's own error" : "NVRTC_SUCCESS";
}

int nvrtcCreateProgram(void **program, const char *source, const char *name, int headers,
                       const char *const *texts, const char *const *names)
{
    (void)name, (void)headers, (void)texts, (void)names;
    *program = program;
    return source ? 0 : 3;
}

int nvrtcCompileProgram(void *program, int options, const char *const *option)
{
    (void)program, (void)options, (void)option;
    return dlopen("libnvrtc-builtins.so." TEXT(MAJOR) "." TEXT(MINOR), RTLD_NOW) ? 0 : 7;
}

int nvrtcGetLTOIRSize(void *program, size_t *size)
{
    (void)program;
    *size = sizeof ltoir;
    return 0;
}

int nvrtcGetLTOIR(void *program, char *bytes)
{
    (void)program;
    memcpy(bytes, ltoir, sizeof ltoir);
    return 0;
}

int nvrtcDestroyProgram(void **program)
{
    *program = NULL;
    return 0;
}
