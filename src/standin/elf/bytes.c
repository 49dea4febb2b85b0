/* Bytes that grow.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/elf/bytes.h"
#include "common/text/memory.h"

size_t bytes_add(struct bytes *bytes, const void *data, size_t count)
{
    size_t start = bytes->count;

    if (count > bytes->room - start) {
        bytes->room = (start + count) * 2;
        bytes->at = memory_check(realloc(bytes->at, bytes->room));
    }
    if (count && data)
        memcpy(bytes->at + start, data, count);
    else if (count)
        memset(bytes->at + start, 0, count);
    bytes->count += count;
    return start;
}

size_t bytes_add_text(struct bytes *bytes, const char *text)
{
    return bytes_add(bytes, text, strlen(text) + 1);
}
