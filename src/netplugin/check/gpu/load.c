/* Loads the fake CUDA library, which the command embeds, under the names of the real ones.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The dynamic linker reuses a loaded library for every file that needs its DT_SONAME. So one copy
 * is loaded for each name. All copies are in the global scope, and calls reach the first. */
#include "netplugin/check/gpu/load.h"
#include "common/text/memory.h"
#include "netplugin/check/fake-gpu.h"
#include <dlfcn.h>
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#define OWN_NAME "libfake-gpu.so.0000" /* DT_SONAME; no other name is longer */

static const char *load_as(const char *soname, int major)
{
    char path[40];
    void *handle;
    size_t size = sizeof libfake_gpu_so;
    OWNED(memory) char *copy = memory_get(size, 1);
    int fd = memfd_create(soname, MFD_CLOEXEC);

    memcpy(copy, libfake_gpu_so, size);
    for (char *at; (at = memmem(copy, size, OWN_NAME, sizeof OWN_NAME));)
        strncpy(at, soname, sizeof OWN_NAME);
    if (fd < 0 || write(fd, copy, size) != (ssize_t)size)
        return strerror(errno);
    /* `fd` stays open: ld.so would take a copy with the same path for one that it has loaded */
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (handle)
        *(int *)dlsym(handle, "fake_cuda_major") = major;
    return handle ? NULL : dlerror();
}

const char *gpu_load(int major)
{
    static const char *const sonames[] = {"libcuda.so.1",    "libcuda.so",
                                          "libcudart.so",    "libcudart.so.11.0",
                                          "libcudart.so.12", "libcudart.so.13"};
    const char *why = NULL;

    for (size_t i = 0; i < sizeof sonames / sizeof *sonames && !why; i++)
        why = load_as(sonames[i], major);
    return why;
}
