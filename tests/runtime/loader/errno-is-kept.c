/* No function of lazynccl.h, first call or error string changes errno.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE /* setenv */
#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <lazynccl.h>
#include <stdio.h>
#include <stdlib.h>

int ncclGetVersion(int *version);
int ncclCommWindowDeregister(void *comm, void *window); /* not in the fake library */
const char *ncclGetErrorString(int code);

#define KEEPS(call)                                                                                \
    do {                                                                                           \
        errno = 12345;                                                                             \
        call;                                                                                      \
        assert(errno == 12345);                                                                    \
    } while (0)

static void all_of_it(void)
{
    lazynccl_library *nccl = lazynccl_nccl();
    int version, nothing;

    KEEPS(lazynccl_require(nccl, 20000));
    KEEPS(lazynccl_set_path(nccl, "/nonexistent"));
    KEEPS(lazynccl_set_path(nccl, "relative"));
    KEEPS(lazynccl_set_path(nccl, NULL));
    KEEPS(lazynccl_set_handle(nccl, &nothing));
    KEEPS(lazynccl_set_handle(nccl, NULL));
    KEEPS(lazynccl_error(nccl, NULL));
    KEEPS(ncclGetVersion(&version));
    KEEPS(ncclCommWindowDeregister(NULL, NULL));
    KEEPS(ncclGetErrorString(2));
    KEEPS(lazynccl_load(nccl));
    KEEPS(lazynccl_available(nccl));
    KEEPS(lazynccl_has(nccl, "ncclCommShrink"));
    KEEPS(lazynccl_has(nccl, "nothing"));
    KEEPS(lazynccl_version(nccl));
    KEEPS(lazynccl_path(nccl));
    KEEPS(lazynccl_found_via(nccl));
    KEEPS(lazynccl_error(nccl, "ncclCommShrink"));
    KEEPS(lazynccl_error(nccl, "ncclCommWindowDeregister"));
    KEEPS(lazynccl_error(nccl, "nothing"));
    KEEPS(lazynccl_why(nccl));
    KEEPS(lazynccl_symbol(nccl, "ncclGetVersion"));
    KEEPS(lazynccl_symbol(nccl, "nothing"));
    KEEPS(lazynccl_report(nccl));
}

int main(void)
{
    char path[4096];

    setenv("LAZYNCCL_LIBPATH", "/nonexistent::/dev/null:/dev/null/libnccl.so.2", 1);
    setenv("VIRTUAL_ENV", "/nonexistent", 1);
    all_of_it();
    assert(!lazynccl_available(lazynccl_nccl()));
    snprintf(path, sizeof path, "%s:%s", "/nonexistent", getenv("FAKE"));
    setenv("LAZYNCCL_LIBPATH", path, 1);
    all_of_it();
    assert(lazynccl_available(lazynccl_nccl()));
    return 0;
}
