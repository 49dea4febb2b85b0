/* Finds which library or project a name belongs to, from the stubs and the name's prefix.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/owner.h"
#include "common/linking/moved.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Looks up a symbol in the stubs. Returns 1 if one has it, else 0. */
static int find_in_stubs(struct owner *owner, const char *symbol)
{
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *desc = lazynccl_libraries[l]->description;
        int index = lazynccl_symbol_index(desc, symbol);

        if (index < 0)
            continue;
        int added = lazynccl_added_in(desc, index);
        int is_oldest = !desc->suffixed && added == desc->added->version;

        owner->library = lazynccl_libraries[l]->base->description;
        owner->has_symbol = 1;
        owner->added = is_oldest ? 0 : added;
        owner->removed = lazynccl_removed_in(desc, index);
        snprintf(owner->soname, sizeof owner->soname, "%s", owner->library->sonames[0]);
        return 1;
    }
    return 0;
}

/* Returns the SONAME of the library whose prefix the symbol's name has, followed by a capital
 * letter, for libraries without a stub and functions newer than the stub; or NULL. */
static const char *soname_of_prefix(const char *symbol, char soname[COMPLAINT_NAME])
{
    static const char *const others[][2] = {{"cuda", "libcudart.so"},
                                            {"cu", "libcuda.so"},
                                            {"getPlugin", "libnvinfer.so"},
                                            {"createNvOnnx", "libnvonnxparser.so"},
                                            {"cublasLt", "libcublasLt.so"}};

    if (strings_length_of_first("__fatbinwrap", symbol)) /* nvcc makes such symbols */
        return "libcudart.so";
    if (strstr(symbol, "8nvinfer1")) /* TensorRT's C++ namespace */
        return "libnvinfer.so";
    symbol += strspn(symbol, "_");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t length = strlen(others[i][0]);

        if (strncmp(symbol, others[i][0], length) == 0 && isupper((unsigned char)symbol[length]))
            return others[i][1];
    }
    for (size_t end = 3, length = strlen(symbol); end <= length; end++) {
        snprintf(soname, COMPLAINT_NAME, "lib%.*s.so", (int)end, symbol);
        if (!islower((unsigned char)symbol[end]) && nvidia_of(soname).title)
            return soname;
    }
    return NULL;
}

/* Finds the owner of a symbol as people paste it: with too few or too many leading underscores,
 * with a version, or without the suffix that a header adds. */
static void find_symbol(struct owner *owner, const char *symbol)
{
    static const char *const forms[][2] = {{"", ""}, {"__", ""}, {"_", ""}, {"", "_v2"}};
    const char *bare = symbol + strspn(symbol, "_");
    char soname[COMPLAINT_NAME];

    if (strncmp(bare, "pnccl", 5) == 0) /* the name of an ncclX for profilers */
        bare++;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        OWNED(memory)
        char *name =
            memory_print("%s%.*s%s", forms[i][0], (int)strcspn(bare, "@"), bare, forms[i][1]);

        if (find_in_stubs(owner, name))
            return;
    }
    const char *found = soname_of_prefix(symbol, soname);
    if (found)
        snprintf(owner->soname, sizeof owner->soname, "%s", found);
}

/* Finds a library by the name that files and linkers use: "-lcudart" has no SONAME. */
static void set_library(struct owner *owner, const char *name)
{
    const char *base = strings_base_name(name);
    char file[COMPLAINT_NAME];

    snprintf(file, sizeof file, "lib%.*s.so", COMPLAINT_NAME - 8, base);
    const char *soname = strstr(base, ".so")     ? base
                         : nvidia_of(file).title ? file
                         : nvidia_named(base)    ? nvidia_named(base)
                                                 : base;
    snprintf(owner->soname, sizeof owner->soname, "%s", soname);
}

/* Returns the framework that owns a mangled C++ name, by its namespace, or the library that had a
 * function before glibc moved it, or NULL. */
static const char *framework_of(const char *symbol)
{
    if (moved_from(symbol))
        return moved_from(symbol);
    if (strings_length_of_first("THP|THC", symbol))
        return "PyTorch"; /* names of its C functions */
    if (strncmp(symbol, "_Z", 2) != 0)
        return NULL;
    if (strncmp(symbol + 2 + strspn(symbol + 2, "NKTVI"), "St", 2) == 0)
        return "libstdc++";
    const char *at = symbol + strcspn(symbol, "0123456789");
    if (strings_length_of_first("3c10|5torch|2at|6caffe2", at))
        return "PyTorch";
    return strings_length_of_first("10tensorflow|3tsl|3xla", at) ? "TensorFlow" : NULL;
}

/* Returns 1 for a wheel's private copy, which has a hash in its name, and for products whose names
 * begin as if they were CUDA's libraries, but which have separate packages. */
static int is_others(const char *soname)
{
    const char *end = strstr(soname, ".so");
    const char *dash = end ? memrchr(soname, '-', (size_t)(end - soname)) : NULL;

    return (dash && end - dash == 9 && strspn(dash + 1, "0123456789abcdef") == 8) ||
           strings_length_of_first("libnvidia-container|libnvinfer_plugin_tensorrt_llm", soname) >
               0;
}

struct owner owner_of(const struct complaint *complaint)
{
    struct owner owner = {0};
    int is_of_symbol =
        complaint->kind == COMPLAINT_SYMBOL || complaint->kind == COMPLAINT_REFERENCE;
    const char *version = complaint->version;

    if (is_of_symbol) {
        find_symbol(&owner, complaint->symbol);
        owner.framework = framework_of(complaint->symbol);
        if (strchr(complaint->symbol, '@'))
            version = strrchr(complaint->symbol, '@') + 1;
    }
    if (strncmp(version, "lib", 3) == 0 && strstr(version, ".so")) /* a version node */
        snprintf(owner.soname, sizeof owner.soname, "%s", version);
    else if (*complaint->library && !(is_of_symbol && *owner.soname))
        set_library(&owner, complaint->library);
    const struct nvidia vendor = nvidia_of(owner.soname);
    if (!is_others(owner.soname)) {
        owner.library = owner.library ? owner.library : vendor.known;
        owner.title = vendor.title;
        owner.is_driver = vendor.is_driver;
    }
    owner.kind = owner.library ? OWNER_STUB : owner.title ? OWNER_NVIDIA : OWNER_OTHER;
    return owner;
}

int owner_has_number(const char *library)
{
    const char *at = strstr(library, ".so.");

    return at && isdigit((unsigned char)at[4]);
}
