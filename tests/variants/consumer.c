/* Uses a function of each library and lazynccl.h, in C and C++, and prints the results. */
#include <lazynccl.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif
int ncclGetVersion(int *);
int nvrtcVersion(int *, int *);
int __nvJitLinkCreate_12_4(void **, unsigned, const char **);
#ifdef __cplusplus
}
#endif

int main(void)
{
    int version = 0, major = 0, minor = 0;
    void *linker = NULL;
    const char *path;

    printf("%d", ncclGetVersion(&version));
    printf(" %d", nvrtcVersion(&major, &minor));
    printf(" %d\n", __nvJitLinkCreate_12_4(&linker, 0, NULL));
    printf("%d %d.%d %d\n", version, major, minor, lazynccl_version(lazynccl_nvjitlink()));
    path = lazynccl_path(lazynccl_nccl());
    printf("%s\n", path ? path : "no NCCL");
    return 0;
}
