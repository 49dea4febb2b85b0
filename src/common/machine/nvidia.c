/* The table of NVIDIA's libraries beyond our stubs, and of those that every system has.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/nvidia.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { OWN = -2 }; /* -1: it has none */

#define DRIVER "NVIDIA's driver"

/* As nvidia-* packages and the driver have them. A name with .so is one library, the others are
 * how the names of several start. */
static const struct row {
    const char *name, *title;
    const char *package, *conda; /* of PyPI and of conda-forge; "": none */
    signed char cuda12, cuda13;  /* the number after .so with that CUDA; OWN: the library's own */
} known[] = {
    {"libcudart.so", "CUDA runtime", "nvidia-cuda-runtime", "cuda-cudart", 12, 13},
    {"libcublas", "cuBLAS", "nvidia-cublas", "libcublas", 12, 13}, /* also libcublasLt */
    {"libnvblas.so", "NVBLAS", "nvidia-cublas", "libcublas", 12, 13},
    {"libcudnn", "cuDNN", "nvidia-cudnn", "cudnn", OWN, OWN},
    {"libcudss", "cuDSS", "nvidia-cudss", "libcudss", OWN, OWN},
    {"libcufft", "cuFFT", "nvidia-cufft", "libcufft", 11, 12}, /* also libcufftMp, libcufftw */
    {"libcufile", "cuFile", "nvidia-cufile", "libcufile", 0, 0},
    {"libcupti.so", "CUPTI", "nvidia-cuda-cupti", "cuda-cupti", 12, 13},
    {"libcurand.so", "cuRAND", "nvidia-curand", "libcurand", 10, 10},
    {"libcusolver", "cuSOLVER", "nvidia-cusolver", "libcusolver", 11, 12}, /* also libcusolverMg */
    {"libcusparseLt.so", "cuSPARSELt", "nvidia-cusparselt", "cusparselt", OWN, OWN},
    {"libcusparse.so", "cuSPARSE", "nvidia-cusparse", "libcusparse", 12, 12},
    {"libcutensor", "cuTENSOR", "cutensor", "cutensor", OWN, OWN},
    {"libnpp", "NPP", "nvidia-npp", "libnpp", 12, 13},
    {"libnvcomp", "nvCOMP", "nvidia-libnvcomp", "nvcomp", OWN, OWN},
    {"libnvfatbin.so", "nvFatbin", "nvidia-nvfatbin", "libnvfatbin", 12, 13},
    {"libnvinfer", "TensorRT", "tensorrt", "tensorrt", OWN, OWN},
    {"libnvjpeg", "nvJPEG", "nvidia-nvjpeg", "libnvjpeg", 12, 13},
    {"libnvperf_", "CUPTI", "nvidia-cuda-cupti", "cuda-cupti", -1, -1},
    {"libnvrtc-builtins.so", "NVRTC's builtins", "nvidia-cuda-nvrtc", "cuda-nvrtc", 12, 13},
    {"libnvshmem", "NVSHMEM", "nvidia-nvshmem", "libnvshmem3", OWN, OWN},
    {"libnvtx3interop.so", "NVTX", "nvidia-nvtx", "cuda-nvtx", -1, -1},
    {"libnvToolsExt.so", "NVTX", "nvidia-nvtx", "cuda-nvtx", 1, -1},
    {"libnvvm.so", "NVVM", "nvidia-nvvm", "cuda-nvvm-impl", -1, 4},
    /* of our stubs' libraries the stubs name PyPI's packages */
    {"libnccl.so", "NCCL", "", "nccl", 0, 0},
    {"libnvrtc.so", "NVRTC", "", "cuda-nvrtc", 0, 0},
    {"libnvJitLink.so", "nvJitLink", "", "libnvjitlink", 0, 0},
    {"libcuda.so", DRIVER, "", "", 0, 0},
    {"libcudadebugger.so", DRIVER, "", "", 0, 0},
    {"libnvcuvid.so", DRIVER, "", "", 0, 0},
    {"libnvidia-", DRIVER, "", "", 0, 0}, /* libnvidia-ml and the driver's others */
};

static const char either[] = ", for the CUDA that the file was built with";

/* NULL: the soname is not of these. */
static const struct row *row_of(const char *soname)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(known[i].name, ".so")
                ? lazynccl_name_bears(known[i].name, soname)
                : strncmp(soname, known[i].name, strlen(known[i].name)) == 0)
            return &known[i];
    return NULL;
}

lazynccl_library *nvidia_described_at(int i)
{
    for (int l = 0; l < lazynccl_libraries_count; l++)
        if (lazynccl_libraries[l]->base == lazynccl_libraries[l] && i-- == 0)
            return lazynccl_libraries[l];
    return NULL;
}

const struct lazynccl_description *nvidia_next(const struct lazynccl_description *before)
{
    int is_next = !before;

    for (int l = 0, i = 0; i < LAZYNCCL_MAIN; l++) {
        const lazynccl_library *library = lazynccl_libraries[l];

        if (library->base != library)
            continue;
        if (is_next)
            return library->description;
        is_next = library->description == before;
        i++;
    }
    return NULL;
}

lazynccl_library *nvidia_library(const char *name)
{
    lazynccl_library *library;

    for (int i = 0; (library = nvidia_described_at(i)); i++)
        if (strcasecmp(library->description->name, name) == 0) /* people write NCCL and cuBLAS */
            return library;
    return NULL;
}

char *nvidia_library_names(int all)
{
    struct strings names = {0};

    for (int i = 0; nvidia_described_at(i) && (all || i < LAZYNCCL_MAIN); i++)
        strings_print(&names, "%s", nvidia_described_at(i)->description->name);
    char *text = strings_join(&names, ", ");
    strings_free(&names);
    return text;
}

int nvidia_of(const char *soname, struct nvidia *vendor)
{
    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
        if (lazynccl_name_bears(desc->sonames[0], soname)) {
            const char *package = desc->packages[0] ? desc->packages[0] : desc->name;
            const char *cuda = strstr(package, "-cu1"); /* nvidia-nccl-cu13 */

            *vendor = (struct nvidia){.library = desc};
            snprintf(vendor->package, sizeof vendor->package, "%.*s",
                     (int)(cuda ? (size_t)(cuda - package) : strlen(package)), package);
            return 1;
        }
    const struct row *row = row_of(soname);

    *vendor = (struct nvidia){.library = NULL};
    snprintf(vendor->package, sizeof vendor->package, "%s", row ? row->package : "");
    return row != NULL;
}

const char *nvidia_package(const struct lazynccl_description *desc, int major)
{
    const char *const *package = desc->packages;
    char suffix[16];

    snprintf(suffix, sizeof suffix, "-cu%d", major);
    while (desc->cuda_named && *package && !strstr(*package, suffix) &&
           (strstr(*package, "-cu1") || major < 13))
        package++;
    return desc->cuda_named ? *package : NULL;
}

void nvidia_install_package(const char *package, const char *wanted, char text[NVIDIA_INSTALL])
{
    const char *quote = *wanted ? "'" : "";

    if (package)
        snprintf(text, NVIDIA_INSTALL, "pip install %s%s%s%s", quote, package, wanted, quote);
    else
        snprintf(text, NVIDIA_INSTALL, "install NVIDIA's driver, which has it");
}

int nvidia_install(const char *soname, const char *wanted, char text[NVIDIA_INSTALL])
{
    int major = lazynccl_major_of(soname);
    const struct row *row = row_of(soname);
    struct nvidia vendor;

    if (!nvidia_of(soname, &vendor) || !*vendor.package)
        return 0;
    if (vendor.library) {
        const char *package = nvidia_package(vendor.library, major), *quote = *wanted ? "'" : "";

        nvidia_install_package(package ? package : vendor.library->packages[0], wanted, text);
        if (!package)
            snprintf(text + strlen(text), NVIDIA_INSTALL - strlen(text), " or %s%s%s%s%s", quote,
                     vendor.library->packages[1], wanted, quote, either);
        return 1;
    }
    if (row->cuda12 == OWN) /* its packages are named for CUDA 13 too, and numbered as itself */
        snprintf(text, NVIDIA_INSTALL, "pip install '%s-cu13==%d.*' or '%s-cu12==%d.*'%s",
                 row->package, major, row->package, major, either);
    else if (major == row->cuda12 && major != row->cuda13)
        snprintf(text, NVIDIA_INSTALL, "pip install %s-cu12", row->package);
    else if (major == row->cuda13 && major != row->cuda12)
        snprintf(text, NVIDIA_INSTALL, "pip install %s", row->package);
    else if (row->cuda12 > 0 && row->cuda13 > 0 && major != row->cuda12 && major != row->cuda13)
        snprintf(
            text, NVIDIA_INSTALL,
            "install the CUDA toolkit that has %s, or a build of the program for CUDA 12 or 13",
            soname);
    else
        snprintf(text, NVIDIA_INSTALL, "pip install %s or %s-cu12%s", row->package, row->package,
                 either);
    return 1;
}

const char *nvidia_title(const char *soname)
{
    const struct row *row = row_of(soname);

    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
        if (lazynccl_name_bears(desc->sonames[0], soname))
            return desc->title;
    return row ? row->title : NULL;
}

int nvidia_is_driver(const char *soname)
{
    const struct row *row = row_of(soname);

    return row && strcmp(row->title, DRIVER) == 0;
}

const char *nvidia_named(const char *word)
{
    static const char *const others[][2] = {
        {"nvml", "libnvidia-ml.so"},   {"nvidia-ml", "libnvidia-ml.so"}, {"nvcuda", "libcuda.so"},
        {"tensorrt", "libnvinfer.so"}, {"cublasLt", "libcublasLt.so"},
    };

    if (strcmp(word, "CUDA") == 0) /* the toolkit; "cuda" is the driver's library */
        return "libcudart.so";
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcasecmp(word, others[i][0]) == 0)
            return others[i][1];
    if (strncasecmp(word, "lib", 3) == 0)
        word += 3;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *name = known[i].name + 3;
        size_t length = strcspn(name, ".");

        if (strncasecmp(word, name, length) == 0 && !word[length] && isalpha(name[length - 1]))
            return known[i].name;
    }
    return NULL;
}

const char *nvidia_conda(const char *soname)
{
    const struct row *row = row_of(soname);

    return row && *row->conda ? row->conda : NULL;
}

/* PEP 600's list, as auditwheel has it for every manylinux since 2_17. */
int nvidia_is_base(const char *soname)
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
