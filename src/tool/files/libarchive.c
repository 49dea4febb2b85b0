/* Opens libarchive by its name, or has it linked in.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/files/libarchive.h"
#include "library/library.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#ifdef LAZYNCCL_STATIC_TOOL
const struct libarchive *libarchive(const char **why)
{
#define TAKE(function) .function = function,
    static const struct libarchive linked = {LIBARCHIVE_FUNCTIONS(TAKE)};

    *why = NULL;
    return &linked;
}
#else
#define SONAME "libarchive.so.13"
#define NOTE                                                                                       \
    "[{\"soname\":[\"" SONAME "\"],\"feature\":\"wheels\","                                        \
    "\"description\":\"reads Python wheels\",\"priority\":\"recommended\"}]"
LAZYNCCL_NOTE(dlopen_note_libarchive, ".note.dlopen", 0x407c0c0a, 4, "FDO", sizeof NOTE, NOTE);

const struct libarchive *libarchive(const char **why)
{
    static struct libarchive opened;
    static char reason[300];
    void *library = opened.archive_read_new ? NULL : dlopen(SONAME, RTLD_NOW | RTLD_LOCAL);
    void *symbol;
    const char *missing = NULL;

    *why = reason;
    if (opened.archive_read_new)
        return &opened;
    if (!library) {
        snprintf(reason, sizeof reason, "wheels cannot be read: %s", dlerror());
        return NULL;
    }
    struct libarchive all;
#define TAKE(function)                                                                             \
    if (!(symbol = dlsym(library, #function)))                                                     \
        missing = #function;                                                                       \
    memcpy(&all.function, &symbol, sizeof symbol);
    LIBARCHIVE_FUNCTIONS(TAKE)
    if (missing) {
        snprintf(reason, sizeof reason, "wheels cannot be read: %s has no %s", SONAME, missing);
        return NULL;
    }
    opened = all;
    return &opened;
}
#endif
