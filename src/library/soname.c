/* Reads the file names of libraries.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "library/description.h"
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
