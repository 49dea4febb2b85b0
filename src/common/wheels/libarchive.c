/* Opens libarchive.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "common/wheels/libarchive.h"
#include "runtime/library/library.h"
#include <dlfcn.h>
#include <string.h>

struct libarchive libarchive;

#ifdef LAZYNCCL_STATIC_TOOL
const char *libarchive_open(void)
{
#define TAKE(function) libarchive.function = function;
    LIBARCHIVE_FUNCTIONS(TAKE)
    return NULL;
}
#else
#define SONAME "libarchive.so.13"
#define NOTE                                                                                       \
    "[{\"soname\":[\"" SONAME "\"],\"feature\":\"wheels\","                                        \
    "\"description\":\"reads and writes Python wheels\",\"priority\":\"recommended\"}]"
LAZYNCCL_NOTE(dlopen_note_libarchive, ".note.dlopen", 0x407c0c0a, 4, "FDO", sizeof NOTE, NOTE);

const char *libarchive_open(void)
{
    static int opened;
    void *library = opened ? NULL : dlopen(SONAME, RTLD_NOW | RTLD_LOCAL), *symbol;

    if (opened)
        return NULL;
    if (!library)
        return dlerror();
#define TAKE(function)                                                                             \
    if (!(symbol = dlsym(library, #function)))                                                     \
        return SONAME " has no " #function;                                                        \
    memcpy(&libarchive.function, &symbol, sizeof symbol);
    LIBARCHIVE_FUNCTIONS(TAKE)
    opened = 1;
    return NULL;
}
#endif

locale_t libarchive_locale(void)
{
    static locale_t utf8;

    if (!utf8)
        utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return utf8;
}
