/* lazynccl_symbol() opens the library and returns what a call reaches, NULL for what the file
 * lacks; lazynccl_why() searches before it answers, where lazynccl_error() says that nothing was
 * searched. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE /* setenv */
#undef NDEBUG
#include <assert.h>
#include <dlfcn.h>
#include <lazynccl.h>
#include <stdlib.h>
#include <string.h>

int ncclGetVersion(int *version);
int ncclCommWindowDeregister(void *comm, void *window); /* not in the fake library */

int main(void)
{
    lazynccl_library *nccl = lazynccl_nccl();
    int (*get_version)(int *), version = 0;
    void *handle;

    assert(strstr(lazynccl_error(nccl, NULL), "has not been searched for yet"));
    assert(strstr(lazynccl_why(nccl), "NCCL cannot be used: no libnccl.so.2 in any search location"));
    assert(!lazynccl_symbol(nccl, "ncclGetVersion"));
    setenv("LAZYNCCL_LIBPATH", getenv("FAKE"), 1);
    assert(!lazynccl_symbol(nccl, "ncclGetVersion")); /* a failure is remembered */
    assert(lazynccl_load(nccl) == 0);
    assert(!lazynccl_why(nccl));

    handle = dlopen(lazynccl_path(nccl), RTLD_NOW | RTLD_NOLOAD);
    *(void **)&get_version = lazynccl_symbol(nccl, "ncclGetVersion");
    assert(handle && *(void **)&get_version == dlsym(handle, "ncclGetVersion"));
    assert(get_version(&version) == 0 && version == lazynccl_version(nccl));
    assert(!lazynccl_symbol(nccl, "ncclCommWindowDeregister"));
    assert(!lazynccl_symbol(nccl, "nothing") && !lazynccl_symbol(nccl, NULL));
    assert(lazynccl_has(nccl, "ncclGetVersion") && !lazynccl_has(nccl, NULL));
    assert(ncclGetVersion(&version) == 0);
    assert(ncclCommWindowDeregister(NULL, NULL) != 0);

    /* This call opens the library. */
    assert(lazynccl_symbol(lazynccl_nvrtc(), "nvrtcVersion"));
    assert(lazynccl_symbol(lazynccl_nvjitlink(), "nvJitLinkVersion"));
    return 0;
}
