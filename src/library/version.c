/* Writes and reads versions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "library/description.h"
#include <stdio.h>

const char *lazynccl_version_text(const struct lazynccl_description *stub, int version,
                                  char text[LAZYNCCL_VERSION_TEXT])
{
    if (version <= 0)
        return "of unknown version";
    snprintf(text, LAZYNCCL_VERSION_TEXT, stub->cuda_named ? "%d.%d" : "%d.%d.%d", version / 10000,
             version / 100 % 100, version % 100);
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
