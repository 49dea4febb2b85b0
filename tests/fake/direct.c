/* Runs the verbs in its arguments on the libraries it is linked with, without lazynccl, and prints
 * their results: `direct nccl mapped=libnccl`. */
#include "verbs.h"

/* Weak, because each test links only some of the libraries. */
#pragma weak ncclGetVersion
#pragma weak ncclCommShrink
#pragma weak ncclGetErrorString
#pragma weak nvrtcVersion
#pragma weak nvrtcGetErrorString
#pragma weak nvJitLinkVersion
#pragma weak __nvJitLinkGetInfoLogSize_12_9
int ncclGetVersion(int *version);
int ncclCommShrink(void *comm, int *ranks, int count, void **created, void *config, int flags);
const char *ncclGetErrorString(int code);
int nvrtcVersion(int *major, int *minor);
const char *nvrtcGetErrorString(int code);
int nvJitLinkVersion(unsigned *major, unsigned *minor);
int __nvJitLinkGetInfoLogSize_12_9(void *linker, size_t *size);

static void nccl(const char *value)
{
    int version = -1, code = ncclGetVersion(&version);

    (void)value;
    printf("nccl %d %d\n", code, version);
}

static void shrink(const char *value)
{
    void *created = &created;

    (void)value;
    printf("shrink %d%s\n", ncclCommShrink(NULL, NULL, 0, &created, NULL, 0),
           created ? "" : " NULL");
}

VERB(reason, printf("reason %s\n", ncclGetErrorString(atoi(value))))

static void nvrtc(const char *value)
{
    int major = -1, minor = -1, code = nvrtcVersion(&major, &minor);

    (void)value;
    printf("nvrtc %d %d.%d\n", code, major, minor);
}

VERB(nvrtc_reason, printf("nvrtc-reason %s\n", nvrtcGetErrorString(atoi(value))))

static void nvjitlink(const char *value)
{
    unsigned major = 99, minor = 99;
    int code = nvJitLinkVersion(&major, &minor);

    (void)value;
    printf("nvjitlink %d %u.%u\n", code, major, minor);
}

/* The fake library returns the minor of the suffix that was called. */
static void suffix(const char *value)
{
    size_t size = 99;
    int code = __nvJitLinkGetInfoLogSize_12_9(&size, &size);

    (void)value;
    printf("suffix %d %zu\n", code, size);
}

/* Calls a function of the library opened last, which writes two numbers, or 128 bytes. */
static void call(const char *name)
{
    int (*ask)(int *, int *) = opened ? (int (*)(int *, int *))dlsym(opened, name) : NULL;
    int written[33] = {[0] = -1, [32] = -1}, code = ask ? ask(&written[0], &written[32]) : -1;

    printf("%s %d %d.%d\n", name, code, written[0], written[32]);
}

VERB(has, puts(dlsym(opened ? opened : RTLD_DEFAULT, value) ? "there" : "not there"))

static const struct verb verbs[] = {
    {"nccl", nccl},
    {"shrink", shrink},
    {"reason", reason},
    {"nvrtc", nvrtc},
    {"nvrtc-reason", nvrtc_reason},
    {"nvjitlink", nvjitlink},
    {"suffix", suffix},
    {"open", open_local},
    {"open-global", open_global},
    {"call", call},
    {"has", has},
    {"remove", remove_file},
    {"rename", rename_to},
    {"mapped", mapped},
    {NULL, NULL},
};

int main(int count, char **words)
{
    (void)count;
    return run_verbs(verbs, words);
}
