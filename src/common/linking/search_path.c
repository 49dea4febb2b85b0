/* Judges the elements of a search path as ld.so would read them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/search_path.h"
#include "common/files/root.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"

static int starts(const char *element, size_t length, const char *with)
{
    return length >= strlen(with) && strncmp(element, with, strlen(with)) == 0;
}

int search_path_has_stubs(const char *path, size_t length)
{
    for (const char *at = path, *end = path + length, *stop; at < end; at = stop + 1) {
        stop = memchr(at, '/', (size_t)(end - at));
        stop = stop ? stop : end;
        if (stop - at == 5 && strncmp(at, "stubs", 5) == 0)
            return 1;
    }
    return 0;
}

static int is_there(const char *root, const char *element, size_t length)
{
    OWNED(memory) char *path = root_inside(root, memory_copy_part(element, length));

    return path && lazynccl_is_folder(path);
}

enum search_path_fault search_path_fault(const char *element, size_t length, const char *root)
{
    if (length == 0)
        return SEARCH_PATH_EMPTY;
    if (search_path_has_stubs(element, length))
        return SEARCH_PATH_STUBS;
    if (*element != '/')
        return starts(element, length, "$ORIGIN") || starts(element, length, "${ORIGIN}")
                   ? SEARCH_PATH_GOOD
                   : SEARCH_PATH_RELATIVE;
    /* what stands in the system's own folders may be there for who has it */
    if (starts(element, length, "/usr/") || starts(element, length, "/lib"))
        return SEARCH_PATH_GOOD;
    return root && is_there(root, element, length) ? SEARCH_PATH_GOOD : SEARCH_PATH_BUILD;
}
