/* The table of NVIDIA's libraries beyond our stubs, and of those that every system has.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "vendor.h"
#include "../search.h"
#include <stdio.h>
#include <string.h>

/* As nvidia-* packages and the driver have them. A name with .so is one library, the others are
 * how the names of several start. */
static const struct {
    const char *name, *package;
} known[] = {
    {"libcudart.so", "nvidia-cuda-runtime"},
    {"libcublas", "nvidia-cublas"}, /* also libcublasLt */
    {"libnvblas.so", "nvidia-cublas"},
    {"libcudnn", "nvidia-cudnn"},
    {"libcudss", "nvidia-cudss"},
    {"libcufft", "nvidia-cufft"}, /* also libcufftMp, libcufftw */
    {"libcufile", "nvidia-cufile"},
    {"libcupti.so", "nvidia-cuda-cupti"},
    {"libcurand.so", "nvidia-curand"},
    {"libcusolver", "nvidia-cusolver"}, /* also libcusolverMg */
    {"libcusparseLt.so", "nvidia-cusparselt"},
    {"libcusparse.so", "nvidia-cusparse"},
    {"libcutensor", "cutensor"},
    {"libnpp", "nvidia-npp"},
    {"libnvcomp", "nvidia-libnvcomp"},
    {"libnvfatbin.so", "nvidia-nvfatbin"},
    {"libnvinfer", "tensorrt"},
    {"libnvjpeg", "nvidia-nvjpeg"},
    {"libnvperf_", "nvidia-cuda-cupti"},
    {"libnvrtc-builtins.so", "nvidia-cuda-nvrtc"},
    {"libnvshmem", "nvidia-nvshmem"},
    {"libnvtx3interop.so", "nvidia-nvtx"},
    {"libnvToolsExt.so", "nvidia-nvtx"},
    {"libnvvm.so", "nvidia-nvvm"},
    {"libcuda.so", ""},
    {"libcudadebugger.so", ""},
    {"libnvcuvid.so", ""},
    {"libnvidia-", ""}, /* libnvidia-ml and the driver's others */
};

static int is_row(size_t i, const char *soname)
{
    const char *name = known[i].name;

    return strstr(name, ".so") ? lazynccl_name_bears(name, soname)
                               : strncmp(soname, name, strlen(name)) == 0;
}

int vendor_of(const char *soname, struct vendor *vendor)
{
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *is = lazynccl_libraries[l]->is;

        if (lazynccl_libraries[l]->root == lazynccl_libraries[l] &&
            lazynccl_name_bears(is->sonames[0], soname)) {
            const char *package = is->packages[0] ? is->packages[0] : is->name;
            const char *cuda = strstr(package, "-cu1"); /* nvidia-nccl-cu13 */

            *vendor = (struct vendor){.is = is};
            snprintf(vendor->package, sizeof vendor->package, "%.*s",
                     (int)(cuda ? (size_t)(cuda - package) : strlen(package)), package);
            return 1;
        }
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_row(i, soname)) {
            *vendor = (struct vendor){.is = NULL};
            snprintf(vendor->package, sizeof vendor->package, "%s", known[i].package);
            return 1;
        }
    return 0;
}

/* PEP 600's list, as auditwheel has it for every manylinux since 2_17. */
int vendor_is_base(const char *soname)
{
    static const char *const base[] = {
        "libc.so.6",       "libm.so.6",        "libdl.so.2",          "librt.so.1",
        "libpthread.so.0", "libnsl.so.1",      "libutil.so.1",        "libresolv.so.2",
        "libanl.so.1",     "libmvec.so.1",     "libgcc_s.so.1",       "libstdc++.so.6",
        "libatomic.so.1",  "libz.so.1",        "libexpat.so.1",       "libX11.so.6",
        "libXext.so.6",    "libXrender.so.1",  "libICE.so.6",         "libSM.so.6",
        "libGL.so.1",      "libglib-2.0.so.0", "libgobject-2.0.so.0", "libgthread-2.0.so.0",
    };

    for (size_t i = 0; i < sizeof base / sizeof *base; i++)
        if (strcmp(soname, base[i]) == 0)
            return 1;
    return strncmp(soname, "ld-linux", 8) == 0; /* the dynamic linker's own name */
}
