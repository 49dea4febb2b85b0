/* Reads a description: file names, symbols, versions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/library/description.h"
#include <stdio.h>
#include <string.h>

int lazynccl_number(const char **text)
{
    int number = 0;

    while (**text >= '0' && **text <= '9' && number < 100000000)
        number = number * 10 + (*(*text)++ - '0');
    return number;
}

int lazynccl_major_of(const char *name)
{
    const char *so = strstr(name, ".so.");

    if (!so)
        return 0;
    so += 4;
    return lazynccl_number(&so);
}

int lazynccl_major_among(const char *const *sonames, int major)
{
    for (int i = 0; sonames[i]; i++)
        if (lazynccl_major_of(sonames[i]) == major)
            return i;
    return -1;
}

int lazynccl_listed_cuda(const struct lazynccl_description *desc, int major)
{
    int i = lazynccl_major_among(desc->sonames, major);

    return i < 0 ? 0 : desc->cuda_majors[i];
}

int lazynccl_is_of_builder(const struct lazynccl_description *desc, const char *soname)
{
    int major = lazynccl_major_of(soname), cuda = lazynccl_cuda_of(desc, major);

    if (!major)
        return 1;
    if (!cuda) /* `vendor --cuda` has left out the sonames of other majors */
        return lazynccl_major_among(desc->sonames, major) >= 0;
    return cuda == LAZYNCCL_CUDA_ONLY && (!desc->family || desc->family == cuda);
}

int lazynccl_name_bears(const char *soname, const char *file)
{
    size_t stem = (size_t)(strstr(soname, ".so") - soname), digits;

    if (strncmp(file, soname, stem) != 0)
        return 0;
    file += stem;
    /* auditwheel's hash: eight or more hexadecimal digits */
    if (*file == '-' && (digits = strspn(file + 1, "0123456789abcdef")) >= 8)
        file += 1 + digits;
    if (strncmp(file, ".so", 3) != 0)
        return 0;
    file += 3;
    return *file == '\0' || (*file == '.' && strspn(file, ".0123456789") == strlen(file));
}

int lazynccl_name_bears_any(const char *const *sonames, const char *file)
{
    while (*sonames && !lazynccl_name_bears(*sonames, file))
        sonames++;
    return *sonames != NULL;
}

int lazynccl_soname_fits(const struct lazynccl_description *desc, const char *soname,
                         int file_named)
{
    int major = soname ? lazynccl_major_of(soname) : 0;

    if (soname && !lazynccl_is_built_for(desc, soname))
        return 0;
    for (int i = 0; soname && desc->sonames[i]; i++)
        if (lazynccl_major_of(desc->sonames[i]) == major &&
            (file_named || lazynccl_name_bears(desc->sonames[i], soname)))
            return 1;
    return !soname || (file_named && (!major || !lazynccl_is_cuda_named(desc)));
}

const char *lazynccl_symbol_next(const struct lazynccl_description *desc, int index,
                                 const char *name)
{
    if (desc->alias_bytes && index % 2 == 0)
        return name - desc->alias_bytes; /* pncclSend ends with ncclSend */
    return name + strlen(name) + 1 + desc->alias_bytes;
}

const char *lazynccl_symbol_name(const struct lazynccl_description *desc, int index)
{
    const char *name = lazynccl_symbol_first(desc);

    for (int i = 0; i < index; i++)
        name = lazynccl_symbol_next(desc, i, name);
    return name;
}

int lazynccl_symbol_index(const struct lazynccl_description *desc, const char *symbol)
{
    const char *name = lazynccl_symbol_first(desc);

    for (int i = 0; i < desc->count; name = lazynccl_symbol_next(desc, i++, name))
        if (strcmp(name, symbol) == 0)
            return i;
    return -1;
}

int lazynccl_has_newer_minor(const struct lazynccl_description *desc, int index)
{
    return desc->family && (index + 1) % (desc->highest_minor + 1) != 0;
}

void lazynccl_plain_name(const char *symbol, char plain[LAZYNCCL_SYMBOL_BYTES])
{
    char *cut;

    snprintf(plain, LAZYNCCL_SYMBOL_BYTES, "%s", symbol + strspn(symbol, "_"));
    for (int i = 0; i < 2 && (cut = strrchr(plain, '_')); i++)
        *cut = '\0';
}

int lazynccl_added_in(const struct lazynccl_description *desc, int index)
{
    int version = 0;

    for (int i = 0; i < desc->added_count && desc->added[i].index <= index; i++)
        version = desc->added[i].version;
    return version;
}

int lazynccl_removed_in(const struct lazynccl_description *desc, int index)
{
    for (int i = 0; i < desc->removed_count; i++)
        if (desc->removed[i].index == index)
            return desc->removed[i].version;
    return 0;
}

const char *lazynccl_version_text(const struct lazynccl_description *desc, int version,
                                  char text[LAZYNCCL_VERSION_TEXT])
{
    if (version <= 0)
        return "of unknown version";
    if (version < 10000) /* another implementation, which numbers its versions differently */
        snprintf(text, LAZYNCCL_VERSION_TEXT, "%d", version);
    else
        snprintf(text, LAZYNCCL_VERSION_TEXT, lazynccl_is_cuda_named(desc) ? "%d.%d" : "%d.%d.%d",
                 version / 10000, version / 100 % 100, version % 100);
    return text;
}

int lazynccl_version_read(const char *text)
{
    int part[3] = {0, 0, 0}, n = 0;

    for (; n < 3 && *text >= '0' && *text <= '9'; n++) {
        part[n] = lazynccl_number(&text);
        if (*text == '.' || *text == '_')
            text++;
    }
    return n >= 2 && part[0] < 1000 && part[1] < 100 && part[2] < 100
               ? part[0] * 10000 + part[1] * 100 + part[2]
               : 0;
}
