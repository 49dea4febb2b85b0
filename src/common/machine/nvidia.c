/* The table of NVIDIA's libraries beyond our stubs, and of those that every system has.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "common/text/nearest.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DRIVER "NVIDIA's driver"

/* As nvidia-* packages and the driver have them. A name with .so is one library, the others are
 * how the names of several start. */
static const struct row {
    const char *name, *title;
    const char *package, *conda; /* how PyPI's packages are named; of conda-forge; "": none */
    const char *packages; /* "NUMBER=PACKAGE ...": what has the library with that number after .so,
                             newest CUDA first; ==# is that release only.
                             tests/real/tool/install-commands-resolve.py tries each */
} known[] = {
    {"libcudart.so", "CUDA runtime", "nvidia-cuda-runtime", "cuda-cudart",
     "13=nvidia-cuda-runtime 12=nvidia-cuda-runtime-cu12 11.0=nvidia-cuda-runtime-cu11"},
    {"libcublas", "cuBLAS", "nvidia-cublas", "libcublas", /* also libcublasLt */
     "13=nvidia-cublas 12=nvidia-cublas-cu12 11=nvidia-cublas-cu11"},
    {"libnvblas.so", "NVBLAS", "nvidia-cublas", "libcublas",
     "13=nvidia-cublas 12=nvidia-cublas-cu12 11=nvidia-cublas-cu11"},
    {"libcudnn", "cuDNN", "nvidia-cudnn", "cudnn",
     "9=nvidia-cudnn-cu13 9=nvidia-cudnn-cu12 8=nvidia-cudnn-cu12<9 8=nvidia-cudnn-cu11<9"},
    {"libcudss", "cuDSS", "nvidia-cudss", "libcudss",
     "1=nvidia-cudss-cu13 1=nvidia-cudss-cu12 0=nvidia-cudss-cu13<1 0=nvidia-cudss-cu12<1"},
    {"libcufft", "cuFFT", "nvidia-cufft", "libcufft", /* also libcufftMp, libcufftw */
     "12=nvidia-cufft 11=nvidia-cufft-cu12 10=nvidia-cufft-cu11"},
    {"libcufile", "cuFile", "nvidia-cufile", "libcufile", "0=nvidia-cufile 0=nvidia-cufile-cu12"},
    {"libcupti.so", "CUPTI", "nvidia-cuda-cupti", "cuda-cupti",
     "13=nvidia-cuda-cupti 12=nvidia-cuda-cupti-cu12 "
     "11.8=nvidia-cuda-cupti-cu11==# 11.7=nvidia-cuda-cupti-cu11==#"},
    {"libcurand.so", "cuRAND", "nvidia-curand", "libcurand",
     "10=nvidia-curand 10=nvidia-curand-cu12"},
    {"libcusolver", "cuSOLVER", "nvidia-cusolver", "libcusolver", /* also libcusolverMg */
     "12=nvidia-cusolver 11=nvidia-cusolver-cu12 11=nvidia-cusolver-cu11"},
    {"libcusparseLt.so", "cuSPARSELt", "nvidia-cusparselt", "cusparselt",
     "0=nvidia-cusparselt-cu13 0=nvidia-cusparselt-cu12"},
    {"libcusparse.so", "cuSPARSE", "nvidia-cusparse", "libcusparse",
     "12=nvidia-cusparse 12=nvidia-cusparse-cu12 11=nvidia-cusparse-cu11"},
    {"libcutensor", "cuTENSOR", "cutensor", "cutensor",
     "2=cutensor-cu13 2=cutensor-cu12 1=cutensor-cu12<2 1=cutensor-cu11<2"},
    {"libnpp", "NPP", "nvidia-npp", "libnpp",
     "13=nvidia-npp 12=nvidia-npp-cu12 11=nvidia-npp-cu11"},
    {"libnvcomp", "nvCOMP", "nvidia-libnvcomp", "nvcomp",
     "5=nvidia-libnvcomp-cu13<6 5=nvidia-libnvcomp-cu12<6"},
    {"libnvfatbin.so", "nvFatbin", "nvidia-nvfatbin", "libnvfatbin",
     "13=nvidia-nvfatbin 12=nvidia-nvfatbin-cu12"},
    {"libnvinfer", "TensorRT", "tensorrt", "tensorrt",
     "11=tensorrt-cu13==11.* 11=tensorrt-cu12==11.* 10=tensorrt-cu13==10.* "
     "10=tensorrt-cu12==10.*"},
    {"libnvonnxparser.so", "TensorRT", "tensorrt", "tensorrt",
     "11=tensorrt-cu13==11.* 11=tensorrt-cu12==11.* 10=tensorrt-cu13==10.* "
     "10=tensorrt-cu12==10.*"},
    {"libnvjpeg", "nvJPEG", "nvidia-nvjpeg", "libnvjpeg",
     "13=nvidia-nvjpeg 12=nvidia-nvjpeg-cu12 11=nvidia-nvjpeg-cu11"},
    {"libnvperf_", "CUPTI", "nvidia-cuda-cupti", "cuda-cupti",
     "0=nvidia-cuda-cupti 0=nvidia-cuda-cupti-cu12"},
    {"libnvrtc-builtins.so", "NVRTC's builtins", "nvidia-cuda-nvrtc", "cuda-nvrtc",
     "13=nvidia-cuda-nvrtc==# 12=nvidia-cuda-nvrtc-cu12==# 11.8=nvidia-cuda-nvrtc-cu11==# "
     "11.7=nvidia-cuda-nvrtc-cu11==#"},
    {"libnvshmem", "NVSHMEM", "nvidia-nvshmem", "libnvshmem3",
     "3=nvidia-nvshmem-cu13 3=nvidia-nvshmem-cu12"},
    {"libnvtx3interop.so", "NVTX", "nvidia-nvtx", "cuda-nvtx", "0=nvidia-nvtx 0=nvidia-nvtx-cu12"},
    {"libnvToolsExt.so", "NVTX", "nvidia-nvtx", "cuda-nvtx",
     "1=nvidia-nvtx-cu12<12.9 1=nvidia-nvtx-cu11"},
    {"libcccl.so", "CCCL", "nvidia-cuda-cccl", "cuda-cccl",
     "0=nvidia-cuda-cccl 0=nvidia-cuda-cccl-cu12"},
    {"libnvvm.so", "NVVM", "nvidia-nvvm", "cuda-nvvm-impl",
     "4=nvidia-nvvm 4=nvidia-cuda-nvcc-cu12"},
    /* of our stubs' libraries the stubs name PyPI's packages, but CUDA 11's */
    {"libnccl.so", "NCCL", "", "nccl", ""},
    {"libnvrtc.so", "NVRTC", "", "cuda-nvrtc", "11.2=nvidia-cuda-nvrtc-cu11"},
    {"libnvJitLink.so", "nvJitLink", "", "libnvjitlink", ""},
    {"libcuda.so", DRIVER, "", "", ""},
    {"libcudadebugger.so", DRIVER, "", "", ""},
    {"libnvcuvid.so", DRIVER, "", "", ""},
    {"libGLX_nvidia.so", DRIVER, "", "", ""},
    {"libEGL_nvidia.so", DRIVER, "", "", ""},
    {"libnvoptix.so", DRIVER, "", "", ""},
    {"libvdpau_nvidia.so", DRIVER, "", "", ""},
    {"libnvidia-", DRIVER, "", "", ""}, /* libnvidia-ml and the driver's others */
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
    int next = 0;

    while (before && nvidia_described_at(next++)->description != before)
        ;
    return next < LAZYNCCL_MAIN ? nvidia_described_at(next)->description : NULL;
}

/* NULL: the soname is of no library that has a stub. */
static const struct lazynccl_description *description_of(const char *soname)
{
    lazynccl_library *library;
    int i = 0;

    while ((library = nvidia_described_at(i)) &&
           !lazynccl_name_bears(library->description->sonames[0], soname))
        i++;
    return library ? library->description : NULL;
}

/* NULL: it is not in liblazynccl. */
static const struct lazynccl_description *
description_of_main(const struct lazynccl_description *known)
{
    const struct lazynccl_description *desc = NULL;

    while (known && (desc = nvidia_next(desc)) && desc != known)
        ;
    return desc;
}

lazynccl_library *nvidia_library(const char *name)
{
    lazynccl_library *library;

    for (int i = 0; (library = nvidia_described_at(i)); i++)
        if (strcasecmp(library->description->name, name) == 0) /* people write NCCL and cuBLAS */
            return library;
    return NULL;
}

const char *nvidia_nearest(const char *name)
{
    OWNED(memory) char *word = memory_copy(name);
    struct nearest best = {NULL, 3};

    for (char *letter = word; *letter; letter++)
        *letter = (char)tolower((unsigned char)*letter);
    for (int i = 0; nvidia_described_at(i); i++)
        nearest_try(&best, word, nvidia_described_at(i)->description->name);
    return best.name;
}

char *nvidia_library_names(void)
{
    OWNED(strings) struct strings names = {0};

    for (int i = 0; nvidia_described_at(i); i++)
        strings_print(&names, "%s", nvidia_described_at(i)->description->name);
    return strings_join(&names, ", ");
}

int nvidia_of(const char *soname, struct nvidia *vendor)
{
    const struct lazynccl_description *known = description_of(soname);
    const struct lazynccl_description *desc = description_of_main(known);
    const struct row *row = desc ? NULL : row_of(soname);
    const char *package = row ? row->package : "", *cuda;

    if (desc)
        package = desc->packages[0] ? desc->packages[0] : desc->name;
    cuda = strstr(package, "-cu1"); /* nvidia-nccl-cu13 */
    *vendor = (struct nvidia){.library = desc, .known = known};
    snprintf(vendor->package, sizeof vendor->package, "%.*s",
             (int)(cuda ? (size_t)(cuda - package) : strlen(package)), package);
    return desc || row;
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
        snprintf(text, NVIDIA_INSTALL, "install NVIDIA's driver, which contains it");
}

/* What follows ".so." in a library's name, or "". */
static const char *number_of(const char *soname)
{
    return strstr(soname, ".so.") ? strstr(soname, ".so.") + 4 : "";
}

/* Returns the package from `at` on that has the library with a number, any if that is "", or NULL.
 * *length: of its requirement. */
static const char *next_package(const char *at, const char *number, size_t *length)
{
    while (*at) {
        size_t before = strcspn(at, "="), end = strcspn(at, " ");
        /* CUDA 10.0's number was 10.0, which is not 10; otherwise 11.2 is an 11, 9.1.0 a 9 */
        int is_own = strncmp(number, at, before) == 0 &&
                     (!number[before] || (number[before] == '.' && atoi(number) != 10));

        if (is_own || !*number || strncmp(at, "0=", 2) == 0) {
            *length = end - before - 1;
            return at + before + 1;
        }
        at += end + (at[end] == ' ');
    }
    return NULL;
}

/* Writes "pip install A or B", the first two packages of a row that have the number; of no number
 * the first two. Returns 0 if none has it. */
static int install_numbered(const struct row *row, const char *soname, char text[NVIDIA_INSTALL])
{
    const char *number = number_of(soname);
    int count = 0;
    size_t used = 0, length;

    for (const char *at = row->packages; count < 2 && (at = next_package(at, number, &length));
         at += length + (at[length] == ' ')) {
        OWNED(memory) char *package = memory_copy_part(at, length);
        char *exact = strstr(package, "==#");
        OWNED(memory)
        char *release = memory_print("==%.*s.*", (int)strcspn(number, ".") + 2, number);
        int is_exact = exact && strchr(number, '.');

        if (exact)
            *exact = '\0';
        const char *quote = is_exact || strpbrk(package, "<=") ? "'" : "";
        used += (size_t)snprintf(text + used, NVIDIA_INSTALL - used, "%s%s%s%s%s",
                                 count++ ? " or " : "pip install ", quote, package,
                                 is_exact ? release : "", quote);
    }
    if (count > 1)
        snprintf(text + used, NVIDIA_INSTALL - used, "%s", either);
    return count;
}

int nvidia_install(const char *soname, const char *wanted, char text[NVIDIA_INSTALL])
{
    int major = lazynccl_major_of(soname);
    const struct row *row = row_of(soname);
    struct nvidia vendor;

    if (!nvidia_of(soname, &vendor) || !*vendor.package)
        return 0;
    if (strcmp(soname, "libnccl.so.1") == 0) {
        snprintf(text, NVIDIA_INSTALL,
                 "NCCL 1 is in no package: build v1.3.4-1 of NVIDIA/nccl, then sudo make install "
                 "and sudo ldconfig; or a release of the program for NCCL 2");
        return 1;
    }
    int is_in_table = !vendor.library || (row && major && major <= atoi(row->packages));
    if (!is_in_table) {
        const char *package = nvidia_package(vendor.library, major), *quote = *wanted ? "'" : "";

        nvidia_install_package(package ? package : vendor.library->packages[0], wanted, text);
        if (!package)
            snprintf(text + strlen(text), NVIDIA_INSTALL - strlen(text), " or %s%s%s%s%s", quote,
                     vendor.library->packages[1], wanted, quote, either);
    } else if (!install_numbered(row, soname, text)) {
        snprintf(text, NVIDIA_INSTALL,
                 "install the package that has it (apt-file search %s; dnf provides '*/%s'), "
                 "or NVIDIA's own download of that %s, with its folder in LD_LIBRARY_PATH",
                 soname, soname, row->title);
    }
    return 1;
}

const char *nvidia_title(const char *soname)
{
    const struct lazynccl_description *desc = description_of_main(description_of(soname));
    const struct row *row = row_of(soname);

    return desc ? desc->title : row ? row->title : NULL;
}

int nvidia_is_driver(const char *soname)
{
    const struct row *row = row_of(soname);

    return row && strcmp(row->title, DRIVER) == 0;
}

/* Returns the file that people call by one of these other names, or NULL. */
static const char *file_called(const char *word, size_t length)
{
    static const char *const others[][2] = {
        {"libnvidia-ml.so", "nvml|nvidia-ml"},
        {"libcuda.so", "nvcuda|nvidia-smi"},
        {"libnvinfer.so", "tensorrt"},
        {"libnppc.so", "nppc|nppi|npps|nppial|nppicc|nppicom|nppidei|nppif|nppig|nppim|nppist|"
                       "nppisu|nppitc|npp|libnpp"},
        {"libcublasLt.so", "cublasLt"},
        {"libcudnn.so", "cudnn_ops|cudnn_cnn|cudnn_adv|cudnn_graph|cudnn_ops_infer|cudnn_cnn_infer|"
                        "cudnn_adv_infer|cudnn_heuristic|cudnn_engines_precompiled"},
        {"libnvrtc-builtins.so", "builtins"},
        {"libnvtx3interop.so", "nvtx3"},
        {"libdevice",
         "libdevice|libdevice.10|libdevice.10.bc"}, /* a file of the toolkit's compiler */
        {"libcudadevrt", "cudadevrt|libcudadevrt"}, /* the toolkit has only libcudadevrt.a */
        {"nvcc", "nvcc|ptxas|cicc|cudafe++|fatbinary|CUDA_HOME|CUDA_PATH|CUDA_ROOT|CUDAToolkit|"
                 "CMAKE_CUDA_COMPILER|"
                 "CUDA_TOOLKIT_ROOT_DIR|CUDAToolkit_ROOT|CUDA_NVCC_EXECUTABLE|CUDACXX"},
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        for (const char *at = others[i][1]; *at; at += strspn(at, "|")) {
            size_t end = strcspn(at, "|");

            if (end == length && strncasecmp(word, at, length) == 0)
                return others[i][0];
            at += end;
        }
    return NULL;
}

/* Returns the length of a library's name without what archives and Windows' files add:
 * "cudart_static", "cudart64_12". */
static size_t length_of(const char *word)
{
    size_t length = strlen(word), digits = length;

    while (digits && strchr("0123456789_", word[digits - 1]))
        digits--;
    if (digits && isalpha((unsigned char)word[digits - 1]) && strncmp(word + digits, "64", 2) == 0)
        return digits;
    if (length > 7 && strcmp(word + length - 7, "_static") == 0)
        return length - 7;
    return length;
}

const char *nvidia_named(const char *word)
{
    size_t length = length_of(word);
    const char *file = file_called(word, length);

    if (file)
        return file;
    if (strncasecmp(word, "lib", 3) == 0) {
        word += 3;
        length -= 3;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *name = known[i].name + 3;
        size_t end = strcspn(name, ".");

        if (end == length && strncasecmp(word, name, length) == 0 && isalpha(name[length - 1]))
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
