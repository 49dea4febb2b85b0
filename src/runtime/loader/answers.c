/* Reads what the dynamic linker and an open library answer.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/answers.h"
#include "runtime/loader/related.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/variant.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <libintl.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

#ifndef LAZYNCCL_WITHOUT_FILES
/* Returns 1 if the file with which an error text begins is where nothing may be executed. */
static int is_noexec(const char *why)
{
    struct statvfs facts = {0};
    char path[1024];

    snprintf(path, sizeof path, "%.*s", (int)strcspn(why, ":"), why);
    return *path == '/' && statvfs(path, &facts) == 0 && facts.f_flag & ST_NOEXEC;
}
#else
#define is_noexec(why) 0
#endif

/* malloc() leaves the error in errno. Otherwise the text ends with the system's message, or with
 * ld.so's own if memory could not be mapped. Both are in this thread's language, because ld.so
 * translates them. */
int lazynccl_dlopen_error(const char *why, int error, int named)
{
    const char *not_mapped = "failed to map segment from shared object";
    size_t length = why ? strlen(why) : 0;

    if (!why || lazynccl_is_transient(error))
        return error;
    for (error = EHWPOISON; error >= 0; error--) { /* glibc leaves errno 0 after EMFILE */
        const char *end = error ? strerror(error) : dgettext("libc", not_mapped);
        size_t size = end ? strlen(end) : length + 1; /* NULL: out of memory */

        if ((!error || lazynccl_is_inconclusive(error, named)) && length >= size &&
            strncmp(why + length - size, end, size) == 0)
            return error || is_noexec(why) ? error : ENOMEM;
    }
    return 0;
}

int lazynccl_ask_version(const lazynccl_library *library, void *handle,
                         const struct lazynccl_outcome *outcome)
{
    const struct lazynccl_description *desc = library->base->description;
    int slot = desc->version_function ? lazynccl_symbol_index(desc, desc->version_function) : -1;
    lazynccl_function symbol = NULL;
    int version;

    if (slot >= 0 && library == library->base)
        symbol = outcome->found[slot];
#ifndef LAZYNCCL_WITHOUT_RELATED
    else if (slot >= 0)
        symbol = lazynccl_resolve_one(library->base, slot, handle);
    if (!symbol || (library != library->base && lazynccl_leads_to_build(symbol))) {
        /* nvJitLink 12.0 to 12.2 show their version only by the newest suffix */
        int minor = lazynccl_newest_suffix(library, handle, outcome->major);

        return minor < 0 ? 0 : outcome->major * 10000 + minor * 100;
    }
#else
    (void)handle;
#endif
    version = symbol ? library->base->trampolines->version(symbol) : 0;
    if (version > 0 && version < 10000) /* NCCL up to 2.8 used major*1000 */
        version = version / 1000 * 10000 + version % 1000;
    return version > 0 ? version : 0;
}
