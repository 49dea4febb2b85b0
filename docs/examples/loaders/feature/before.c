/* A feature that is off unless the library has all of its functions: the loader by hand.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <dlfcn.h>
#include <infiniband/verbs.h>
#include <stdio.h>

#define FUNCTIONS(X) X(ibv_get_device_list) X(ibv_free_device_list) X(ibv_reg_mr_iova2)
#define POINTER(name) static __typeof__(&name) sym_##name;
FUNCTIONS(POINTER)

static int rdma_works(void)
{
    void *handle = dlopen("libibverbs.so.1", RTLD_NOW | RTLD_LOCAL);

    if (!handle) {
        printf("RDMA is off: %s\n", dlerror());
        return 0;
    }
#define LOAD(name)                                                                                \
    sym_##name = (__typeof__(sym_##name))dlsym(handle, #name);                                    \
    if (!sym_##name) {                                                                            \
        printf("RDMA is off: no %s\n", #name);                                                    \
        dlclose(handle);                                                                          \
        return 0;                                                                                 \
    }
    FUNCTIONS(LOAD)
    return 1;
}

int main(void)
{
    if (!rdma_works())
        return 0;
    int count;
    struct ibv_device **devices = sym_ibv_get_device_list(&count);
    printf("RDMA devices: %d\n", devices ? count : -1);
    if (devices)
        sym_ibv_free_device_list(devices);
    return 0;
}
