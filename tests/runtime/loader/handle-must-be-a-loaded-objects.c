/* lazynccl_set_handle refuses a pointer that dlopen did not return, without reading from it. */
#undef NDEBUG
#include "../../libc.h"
#include <assert.h>
#include <lazynccl.h>

int ncclGetVersion(int *version);

int main(void)
{
    int nothing = 0, version = 1;
    void *closed = dlopen("libm.so.6", RTLD_NOW);

    errno = 77;
    assert(lazynccl_set_handle(lazynccl_nccl(), (void *)1) == -1);
    assert(lazynccl_set_handle(lazynccl_nccl(), &nothing) == -1);
    assert(lazynccl_set_handle(lazynccl_nccl(), stdin) == -1);
    assert(lazynccl_set_handle(lazynccl_nccl(), RTLD_NEXT) == -1);
    assert(lazynccl_set_handle(lazynccl_nccl(), dlopen(NULL, RTLD_NOW)) == -1);
    assert(errno == 77);
    if (closed && dlclose(closed) == 0 && !dlopen("libm.so.6", RTLD_NOW | RTLD_NOLOAD))
        assert(lazynccl_set_handle(lazynccl_nccl(), closed) == -1);
    /* the refused handle has no effect: the library is searched as usual */
    assert(ncclGetVersion(&version) != 0 && version == 0);
    return 0;
}
