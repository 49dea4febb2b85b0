/* Opens what the search names, and answers calls from inside what is being opened.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/open.h"
#include "runtime/loader/accept.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/symbol.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/file_version.h"
#include "runtime/search/path.h"
#include "runtime/search/threads.h"
#include <dlfcn.h>
#include <errno.h>
#include <libintl.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A library that a thread is opening. */
struct opening {
    struct lazynccl_task task;
    const lazynccl_library *base;
    const char *name;
    void *handle; /* NULL: still inside dlopen */
};

static struct opening *opening_of(const lazynccl_library *library)
{
    struct lazynccl_task *task = lazynccl_task_before(NULL);

    while (task && ((struct opening *)task)->base != library->base)
        task = lazynccl_task_before(task);
    return (struct opening *)task;
}

int lazynccl_opening(const lazynccl_library *library)
{
    return opening_of(library) != NULL;
}

LAZYNCCL_NO_TSAN
int lazynccl_object_of(void *handle, struct lazynccl_objects *own)
{
    struct link_map *map = NULL;

    memset(own, 0, sizeof *own);
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) < 0 || !map || !map->l_name[0])
        return 0;
    return lazynccl_objects_list(own, map->l_ld);
}

/* The handle of what this thread is opening; NULL: nothing, or it is not loaded yet. */
static void *opening_handle(const lazynccl_library *library)
{
    struct opening *o = opening_of(library);

    if (o && !o->handle)
        o->handle = dlopen(o->name, LAZYNCCL_DLOPEN);
    return o ? o->handle : NULL;
}

lazynccl_symbol lazynccl_symbol_while_opening(lazynccl_library *library, int index)
{
    lazynccl_symbol symbol = NULL;
    struct lazynccl_objects own;
    int saved = errno, cancel;

    if (!lazynccl_opening(library)) /* as every call of an absent library: nothing before it */
        return NULL;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    void *handle = opening_handle(library);
    if (handle && lazynccl_object_of(handle, &own) == 0) {
        symbol = lazynccl_resolve_one(library, index, handle, &own);
        lazynccl_objects_free(&own);
    }
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return symbol;
}

/* Why a file must not be opened, and errno; or NULL. That of a loaded one may be gone by now, and
 * a bare name is for ld.so to find. */
static const char *unfit_file(struct lazynccl_attempt *attempt, const char *path, char *text,
                              size_t size)
{
    const struct lazynccl_description *desc = attempt->library->description;
    const char *fault = NULL;
    int version;

    errno = 0;
    if (lazynccl_in_stubs(path))
        return LAZYNCCL_LINK_ONLY;
    if (*path != '/' || lazynccl_objects_name(attempt->loaded, path) ||
        (fault = lazynccl_file_fault(path, text, size)) || !attempt->minimum)
        return fault;
    version = lazynccl_version_in_file(desc, path);
    errno = 0;
    return version ? lazynccl_attempt_too_old(attempt, version) : NULL;
}

/* Refuses a file that must not be opened: 0 or -1; 1 if it may be. */
LAZYNCCL_NOINLINE static int refuse_file(struct lazynccl_attempt *attempt, const char *path)
{
    char text[256];
    const char *why = unfit_file(attempt, path, text, sizeof text);

    return why ? lazynccl_attempt_refuse(attempt, why, errno) : 1;
}

#define LAST_ERROR 133 /* EHWPOISON */

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);

    return length >= size && strcmp(text + length - size, end) == 0;
}

/* The error that kept ld.so from looking at a file, or 0. malloc() leaves it in errno; else the
 * text ends with the system's words for it, or with ld.so's own if memory could not be mapped. Both
 * are in the language of this thread, as ld.so has translated them. */
static int inconclusive_error(const char *why, int error, int named)
{
    if (!why || lazynccl_is_transient(error))
        return error;
    if (ends_with(why, dgettext("libc", "failed to map segment from shared object")))
        return ENOMEM;
    for (error = LAST_ERROR; error > 0; error--)
        if (lazynccl_is_inconclusive(error, named) && ends_with(why, strerror(error)))
            return error;
    return 0;
}

#ifdef __GLIBC__
static void *open_loaded(const char *name)
{
    return dlopen(name, LAZYNCCL_DLOPEN | (*name != '/' ? RTLD_NOLOAD : 0));
}
#else /* musl looks for the file, which may have moved; its handles are its link maps */
static void *open_loaded(const char *name)
{
    struct link_map *map = dlopen(NULL, RTLD_LAZY);

    while (map && strcmp(map->l_name, name) != 0)
        map = map->l_next;
    return map;
}
#endif

static int open_and_accept(struct lazynccl_attempt *attempt, const struct lazynccl_candidate *c)
{
    lazynccl_library *base = attempt->library->base;
    const char *loaded = lazynccl_objects_name(attempt->loaded, c->path);
    struct opening *here = lazynccl_arena_take(&attempt->outcome->arena, sizeof *here);
    struct lazynccl_objects own;
    int taken = -1;

    if (!here)
        return -1;
    *here = (struct opening){.base = base,
                             .name = loaded && *loaded ? loaded : attempt->name,
                             .handle =
                                 c->path ? NULL : __atomic_load_n(&base->handle, __ATOMIC_ACQUIRE)};
    /* until it is accepted: constructors may call back, and so may the function that returns the
     * version, and what opens with it */
    lazynccl_task_begin(&here->task);
    errno = 0;
    if (!here->handle)
        here->handle = loaded ? open_loaded(here->name) : dlopen(here->name, LAZYNCCL_DLOPEN);
    if (!here->handle) {
        int error = errno;
        const char *why = dlerror();

        taken = lazynccl_attempt_refuse(attempt, why, inconclusive_error(why, error, c->named));
    } else if (lazynccl_object_of(here->handle, &own) == 0) {
        taken = lazynccl_accept(attempt, here->handle, &own);
        if (!taken && c->path && !loaded)
            lazynccl_attempt_line(attempt, "%s: stays in memory, unused", c->path);
        lazynccl_objects_free(&own);
    } else {
        errno = ENOMEM;
    }
    int error = errno;
    lazynccl_task_end(&here->task);
    errno = error;
    return taken;
}

int lazynccl_try_candidate(void *context, const struct lazynccl_candidate *c)
{
    struct lazynccl_attempt *attempt = context;
    int taken = 0;

    attempt->location = c->location;
    attempt->name = c->path ? c->path : "the handle";
    attempt->named = c->named;
    if (c->note) {
        lazynccl_attempt_line(attempt, "%s", c->note);
        if (c->wrong && !attempt->fault.bytes) {
            lazynccl_text_add(&attempt->fault, "%s%s", c->note,
                              c->location == LAZYNCCL_LOCATION_API ? " (" LAZYNCCL_BY_PROGRAM ")"
                                                                   : "");
            attempt->blamed = 1;
        }
    } else if (!c->path || (taken = refuse_file(attempt, c->path)) > 0) {
        taken = open_and_accept(attempt, c);
    }
    if (attempt->outcome->arena.error) {
        errno = ENOMEM;
        return -1;
    }
    return taken;
}
