/* Opens NCCL from the location "system", or with PLAIN by dlopen of its soname, and prints its
 * version and file. For a program with host.c, or for a module that host.c opens. */
#include "../../libc.h"
#include <limits.h>
#ifdef PLAIN
#include <link.h>

static const char *version_of(int *version)
{
    void *handle = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    int (*ncclGetVersion)(int *);
    struct link_map *map;

    if (!handle || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
        return NULL;
    *(void **)&ncclGetVersion = dlsym(handle, "ncclGetVersion");
    return ncclGetVersion(version) == 0 ? map->l_name : NULL;
}
#else
#include <lazynccl.h>

static const char *version_of(int *version)
{
    int ncclGetVersion(int *);

    return ncclGetVersion(version) == 0 ? lazynccl_path(lazynccl_nccl()) : NULL;
}
#endif

__attribute__((visibility("default"))) void take(void)
{
    char file[PATH_MAX];
    int version = 0;
    const char *path = version_of(&version);

    if (!path)
        puts("absent");
    else
        printf("%d %s\n", version, realpath(path, file) ? file : path);
}
