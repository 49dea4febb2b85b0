/* A table of pointers that is filled at the first use: the loader by hand.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <dlfcn.h>
#include <nccl.h>
#include <stdio.h>

static struct {
    void *handle;
    ncclResult_t (*get_version)(int *);
    ncclResult_t (*get_unique_id)(ncclUniqueId *);
    const char *(*get_error_string)(ncclResult_t);
} nccl;

static int open_nccl(const char *path)
{
    nccl.handle = dlopen(path ? path : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!nccl.handle) {
        fprintf(stderr, "cannot load NCCL: %s\n", dlerror());
        return -1;
    }
    *(void **)&nccl.get_version = dlsym(nccl.handle, "ncclGetVersion");
    *(void **)&nccl.get_unique_id = dlsym(nccl.handle, "ncclGetUniqueId");
    *(void **)&nccl.get_error_string = dlsym(nccl.handle, "ncclGetErrorString");
    if (!nccl.get_version || !nccl.get_unique_id || !nccl.get_error_string) {
        fprintf(stderr, "cannot load NCCL: %s\n", dlerror());
        return -1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    ncclUniqueId id;
    int version;

    if (open_nccl(argc > 1 ? argv[1] : NULL))
        return 1;
    ncclResult_t result = nccl.get_version(&version);
    if (result == ncclSuccess)
        result = nccl.get_unique_id(&id);
    if (result != ncclSuccess) {
        fprintf(stderr, "NCCL: %s\n", nccl.get_error_string(result));
        return 1;
    }
    printf("NCCL %d\n", version);
    return 0;
}
