/* Loads the fake CUDA library, which the command embeds, under the names of the real ones.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The dynamic linker reuses a loaded library for every file that needs its DT_SONAME. So one copy
 * is loaded for each name. All copies are in the global scope, and calls reach the first. */
#include "netplugin/check/gpu/load.h"
#include "common/files/scan.h"
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
    const char *why = NULL;
    void *handle;
    size_t size = sizeof libfake_gpu_so;
    OWNED(memory) char *copy = memory_get(size, 1);
    int fd = memfd_create(soname, MFD_CLOEXEC);

    memcpy(copy, libfake_gpu_so, size);
    for (char *at; (at = memmem(copy, size, OWN_NAME, sizeof OWN_NAME));)
        strncpy(at, soname, sizeof OWN_NAME);
    /* keep it open, because the dynamic linker tells the copies apart by path */
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (fd < 0 || write(fd, copy, size) != (ssize_t)size)
        why = strerror(errno);
    else if (!(handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL)))
        why = dlerror();
    else
        *(int *)dlsym(handle, "fake_cuda_major") = major;
    return why;
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

/* Returns 1 if the file imports a function of the CUDA runtime. */
static int wants_runtime(const struct elf_file *elf)
{
    for (size_t i = 0; i < elf->symbol_count; i++)
        if (!elf->symbols[i].defined && strncmp(elf->symbols[i].name, "cuda", 4) == 0)
            return 1;
    return 0;
}

int gpu_is_static(const char *path, const struct elf_file *elf)
{
    /* an error text of the runtime; debug information contains it as well, as an enumerator */
    return !wants_runtime(elf) && scan_has(path, elf->loaded, "cudaErrorCudartUnloading");
}
