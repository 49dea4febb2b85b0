/* The table of NVIDIA's libraries beyond our stubs, and of those that every system has.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/nvidia.h"
#include "common/machine/names.h"
#include "common/text/memory.h"
#include "common/text/nearest.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <strings.h>

/* Returns the row of the library with this soname, or NULL. */
static const struct nvidia_name *name_of(const char *soname)
{
    if (strncmp(soname, "lib", 3) != 0)
        return NULL;
    for (int i = 0; i < names_count; i++) {
        const char *begins = names_all[i].begins;

        if (begins[3] != soname[3] || begins[4] != soname[4])
            continue; /* most names differ here */
        if (names_all[i].library ? lazynccl_name_bears(begins, soname)
                                 : strncmp(soname, begins, strlen(begins)) == 0)
            return &names_all[i];
    }
    return NULL;
}

lazynccl_library *nvidia_library_at(int i)
{
    return i < names_library_count ? names_all[i].library : NULL;
}

lazynccl_library *nvidia_described_at(int i)
{
    return i < names_stub_count ? names_all[i].library : NULL;
}

const struct lazynccl_description *nvidia_next(const struct lazynccl_description *before)
{
    int next = 0;

    while (before && names_all[next++].library->description != before)
        ;
    return next < LAZYNCCL_MAIN ? names_all[next].library->description : NULL;
}

const struct lazynccl_description *nvidia_description(const char *soname)
{
    const struct nvidia_name *name = name_of(soname);

    return name && name->library ? name->library->description : NULL;
}

lazynccl_library *nvidia_library(const char *name)
{
    OWNED(memory) char *soname = memory_print("lib%s.so", name);

    for (int i = 0; i < names_library_count; i++)
        if (strcasecmp(names_all[i].library->description->name, name) == 0 ||
            strcasecmp(names_all[i].begins, soname) == 0) /* people write NCCL and cuBLAS */
            return names_all[i].library;
    return NULL;
}

const char *nvidia_nearest(const char *name)
{
    OWNED(memory) char *word = memory_copy(name);
    struct nearest best = {NULL, 3};

    for (char *letter = word; *letter; letter++)
        *letter = (char)tolower((unsigned char)*letter);
    for (int i = 0; i < names_library_count; i++)
        nearest_try(&best, word, names_all[i].library->description->name);
    return best.name;
}

char *nvidia_library_names(void)
{
    OWNED(strings) struct strings names = {0};

    for (int i = 0; i < names_stub_count; i++)
        strings_print(&names, "%s", names_all[i].library->description->name);
    return strings_join(&names, ", ");
}

struct nvidia nvidia_of(const char *soname)
{
    const struct nvidia_name *name = name_of(soname);
    struct nvidia vendor = {0};

    if (!name)
        return vendor;
    const char *package = strchr(name->packages, '='), *cuda;
    ptrdiff_t number = name - names_all;
    vendor.is_driver = !*name->packages;
    vendor.title = vendor.is_driver ? "NVIDIA's driver" : name->title;
    vendor.conda = name->conda;
    if (number < names_library_count)
        vendor.found = name->library->description;
    if (number < names_stub_count)
        vendor.known = name->library->description;
    if (number < LAZYNCCL_MAIN)
        vendor.library = vendor.known;
    if (package) {
        cuda = strstr(++package, "-cu1"); /* nvidia-nccl-cu13 */
        size_t length = strcspn(package, " <=");

        if (cuda && cuda < package + length)
            length = (size_t)(cuda - package);
        snprintf(vendor.package, sizeof vendor.package, "%.*s", (int)length, package);
    }
    return vendor;
}

int nvidia_in_conda(const char *name)
{
    for (int i = 0; i < names_count; i++) {
        size_t length = names_all[i].conda ? strlen(names_all[i].conda) : 0;

        if (length && strncmp(name, names_all[i].conda, length) == 0 && name[length] == '-' &&
            isdigit((unsigned char)name[length + 1]))
            return 1;
    }
    return 0;
}

const char *nvidia_package(const struct lazynccl_description *desc, int major)
{
    const char *const *package = desc->packages;
    char suffix[16];

    snprintf(suffix, sizeof suffix, "-cu%d", major); /* packages for CUDA 13 may have no suffix */
    while (desc->cuda_named && *package && !strstr(*package, suffix) &&
           (strstr(*package, "-cu1") || major < 13))
        package++;
    return desc->cuda_named ? *package : NULL;
}

char *nvidia_wanted(const struct lazynccl_description *desc, int least)
{
    return desc && least ? memory_print(">=%s", NVIDIA_VERSION(desc, least)) : memory_copy("");
}

/* Returns the first package from `at` on that has the library with this number after .so. ("":
 * any), or NULL. Sets `length` to the length of the package's requirement. */
static const char *next_package(const char *at, const char *number, size_t *length)
{
    while (*at) {
        size_t before = strcspn(at, "="), end = strcspn(at, " ");
        /* 11.2 counts as 11, 9.1.0 as 9; but 10.0 and 10.1 were separate numbers */
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

int nvidia_cuda_in(const char *name)
{
    while ((name = strstr(name, "cu"))) {
        name += strncmp(name, "cuda", 4) == 0 ? 4 : 2;
        name += *name == '-';
        if (*name == '1' && isdigit((unsigned char)name[1]))
            return 10 + name[1] - '0';
    }
    return 0;
}

/* Returns "COMMAND A or B" with the first two packages for the number in the SONAME, or for any if
 * it has none. Leaves out packages named for another major than `cuda` (0: any). NULL if none is
 * left. The caller frees it. */
static char *install_numbered(const char *command, const char *packages, const char *soname,
                              int cuda, const char *wanted)
{
    const char *so = strstr(soname, ".so."), *number = so ? so + 4 : "";
    OWNED(strings) struct strings found = {0};
    size_t length;

    for (const char *at = packages; found.count < 2 && (at = next_package(at, number, &length));
         at += length + (at[length] == ' ')) {
        OWNED(memory) char *package = memory_copy_part(at, length);
        char *exact = strstr(package, "==#");
        int major = nvidia_cuda_in(package);

        if (cuda && major && major != cuda)
            continue;
        OWNED(memory)
        char *release = exact && strchr(number, '.')
                            ? memory_print("==%.*s.*", (int)strcspn(number, ".") + 2, number)
                            : memory_copy(exact ? "" : wanted);

        if (exact)
            *exact = '\0';
        const char *quote = *release || strpbrk(package, "<=") ? "'" : "";
        strings_print(&found, "%s%s%s%s", quote, package, release, quote);
    }
    OWNED(memory) char *all = strings_join(&found, " or ");
    return found.count
               ? memory_print("%s%s%s", command, all,
                              found.count > 1 ? ", for the CUDA that the file was built with" : "")
               : NULL;
}

char *nvidia_install(const char *soname, int cuda, int least)
{
    const struct nvidia_name *name = name_of(soname);
    const struct nvidia vendor = nvidia_of(soname);

    if (!name || vendor.is_driver)
        return NULL;
    if (strcmp(soname, "libnccl.so.1") == 0)
        return memory_copy("NCCL 1 is in no package: build v1.3.4-1 of NVIDIA/nccl, then sudo make "
                           "install and sudo ldconfig; or a release of the program for NCCL 2");
    OWNED(memory) char *wanted = nvidia_wanted(vendor.library, least);
    char *command = install_numbered("pip install ", name->packages, soname, cuda, wanted);
    if (!command)
        command = install_numbered("pip install ", name->packages, soname, 0, wanted);
    return command ? command
                   : memory_print("install the package that has it (apt-file search %s; dnf "
                                  "provides '*/%s'), or NVIDIA's own download of that %s, with its "
                                  "folder in LD_LIBRARY_PATH",
                                  soname, soname, name->title);
}

int nvidia_cuda_of(const char *soname)
{
    OWNED(memory) char *install = nvidia_install(soname, 0, 0);
    int cuda = install ? nvidia_cuda_in(install) : 0;

    if (!install || strncmp(install, "pip ", 4) != 0 || strstr(install, " or "))
        return 0;
    return cuda                                        ? cuda
           : strstr(name_of(soname)->packages, "-cu1") ? 13
                                                       : 0; /* packages for 13 have no suffix */
}

char *nvidia_install_apt(const char *soname)
{
    const struct nvidia_name *name = name_of(soname);

    return name ? install_numbered("apt install ", name->apt, soname, 0, "") : NULL;
}

/* Returns how the name of a file begins that people call by this other word, or NULL. */
static const char *file_called(const char *word, size_t length)
{
    static const char *const others[][2] = {
        {"libcuda.so", "nvcuda|nvidia-smi"},
        {"libnvinfer", "tensorrt"},
        {"libnppc.so", "nppi|nppicom|npp|libnpp"},
        {"libcudnn", "cudnn_ops_infer|cudnn_cnn_infer|cudnn_adv_infer"},
        {"libnvrtc-builtins", "builtins"},
        {"libnvtx3interop.so", "nvtx3"},
        {"libdevice",
         "libdevice|libdevice.10|libdevice.10.bc"}, /* a file of the toolkit's compiler */
        {"libcudadevrt", "cudadevrt|libcudadevrt"}, /* the toolkit has only libcudadevrt.a */
        {"nvcc", "nvcc|ptxas|cicc|cudafe++|fatbinary|CUDA_HOME|CUDA_PATH|CUDA_ROOT|CUDAToolkit|"
                 "CMAKE_CUDA_COMPILER|"
                 "CUDA_TOOLKIT_ROOT_DIR|CUDAToolkit_ROOT|CUDA_NVCC_EXECUTABLE|CUDACXX"},
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strings_name(others[i][1], word, length))
            return others[i][0];
    return NULL;
}

/* Returns the length of a library's name without the additions in the names of archives and of
 * files for Windows, such as "cudart_static" and "cudart64_12". */
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
    OWNED(memory) char *name = memory_copy_part(word, length);
    lazynccl_library *library = nvidia_library(name);

    for (int i = 0; i < names_count; i++)
        if (library ? names_all[i].library == library
                    : strncasecmp(names_all[i].begins + 3, name, length) == 0 &&
                          !names_all[i].begins[3 + length])
            return names_all[i].begins;
    return NULL;
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

const char *nvidia_container(const char *soname)
{
    if (strings_length_of_first("libnvidia-encode|libnvcuvid|libnvidia-opticalflow|libnvidia-fbc",
                                soname))
        return "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility,video IMAGE";
    if (strings_length_of_first("libGLX_nvidia|libEGL_nvidia|libnvidia-gl", soname))
        return "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility,graphics IMAGE";
    return "docker run --gpus all IMAGE";
}
