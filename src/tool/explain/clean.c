/* Strips what people paste around a text.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/clean.h"
#include "common/text/memory.h"
#include "common/text/strings.h"

char *clean_text(const char *text)
{
    static const char dropped[] =
        "\xe2\x80\x98|\xe2\x80\x99|\xe2\x80\x9c|\xe2\x80\x9d|&#39;|&quot;|\\'|\\\"|'|\"|`|*";
    static const char blanks[] = "%20|\\n|\\t|\t|\r| |\xc2\xa0|\xe2\x80\xaf";
    char *clean = memory_copy(text), *to = clean;
    size_t length;

    while (*text) {
        if ((length = strings_length_of_first(dropped, text))) {
            text += length;
        } else if ((length = strings_length_of_first(blanks, text))) {
            text += length;
            if (to == clean || to[-1] != ' ')
                *to++ = ' ';
        } else {
            *to++ = *text++;
        }
    }
    *to = '\0';
    return clean;
}
