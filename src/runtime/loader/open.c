/* Opens candidates, and takes the first that is the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/open.h"
#include "runtime/loader/accept.h"
#include "runtime/loader/attempt.h"
#include "runtime/loader/dlerror.h"
#include "runtime/loader/interpose.h"
#include "runtime/loader/missing.h"
#include "runtime/loader/object.h"
#include "runtime/loader/opening.h"
#include "runtime/loader/related.h"
#include "runtime/loader/symbol.h"
#include "runtime/loader/variant.h"
#include "runtime/search/candidates.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/path.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <string.h>

/* Returns 1, and records why, if a file must not be opened. Does not check a loaded library, whose
 * file may have been deleted, or a bare name, which ld.so resolves. */
LAZYNCCL_NOINLINE static int refuse_file(struct lazynccl_attempt *attempt, const char *path)
{
    struct lazynccl_search *s = &attempt->search;
    char text[256], soname[LAZYNCCL_SONAME_BYTES];
    const char *why;

    if (*path != '/' || lazynccl_objects_name(&attempt->loaded, path))
        return 0;
    why = lazynccl_file_fault(path, text, sizeof text, soname);
    if (why && lazynccl_is_inconclusive(errno, s->folder_named))
        s->arena.error = errno;
    if (why && strcmp(why, LAZYNCCL_IS_BUILD) != 0)
        lazynccl_end_if_named(s);
    if (!why && lazynccl_is_for_linking(path))
        why = LAZYNCCL_IS_FOR_LINKING;
    if (!why && !lazynccl_soname_fits(s->description, *soname ? soname : NULL, s->file_named))
        why = lazynccl_why_soname(s, soname);
    if (why)
        lazynccl_attempt_refuse(attempt, why);
    return why != NULL;
}

#ifdef __GLIBC__
/* Returns a handle of an object that was loaded when the search began, or NULL. */
static void *open_loaded(const char *name)
{
    return dlopen(name, LAZYNCCL_DLOPEN | (*name != '/' ? RTLD_NOLOAD : 0));
}
#else /* musl searches for the file again, which may have moved. Its handles are its link maps. */
static void *open_loaded(const char *name)
{
    struct link_map *map = dlopen(NULL, RTLD_LAZY);

    while (map && strcmp(map->l_name, name) != 0)
        map = map->l_next;
    if (map) /* another thread may be inside its constructors: dlopen() waits for their end */
        dlopen(name, LAZYNCCL_DLOPEN | RTLD_NOLOAD);
    return map;
}
#endif

/* Returns the file of a preloaded object that has the library's functions, or NULL. Called only
 * after a complete search, because dlsym() may wait for another thread's dlopen(). */
LAZYNCCL_COLD static const char *interposer_alone(struct lazynccl_attempt *attempt)
{
    struct lazynccl_search *s = &attempt->search;
    lazynccl_function function =
        lazynccl_symbol_of(RTLD_DEFAULT, lazynccl_key_symbol(s->description), NULL);
    const struct lazynccl_object *object;

    if (lazynccl_interpose(s->library, s->outcome->found, NULL))
        lazynccl_note_interposers(s, NULL);
    object = lazynccl_objects_at(&attempt->loaded, (const void *)(uintptr_t)function);
    return function && object && !object->is_build && *object->name ? object->path : NULL;
}

static void open_candidate(struct lazynccl_attempt *attempt, const char *path)
{
    struct lazynccl_search *s = &attempt->search;
    const char *loaded = lazynccl_objects_name(&attempt->loaded, path);
    const char *name = loaded && *loaded ? loaded : path;

    lazynccl_record(s, name, NULL); /* constructors may call back */
    errno = 0;
    lazynccl_take(s, loaded ? open_loaded(name) : dlopen(name, LAZYNCCL_DLOPEN), path);
    if (attempt->opening->handle && !s->outcome->handle && !loaded && !s->stop)
        lazynccl_attempt_line(attempt, "%s: stays in memory, unused", path);
}

int lazynccl_try(struct lazynccl_search *s, const char *path)
{
    struct lazynccl_attempt *attempt = lazynccl_attempt_of(s);

    attempt->name = path ? path : "the handle";
    if (lazynccl_is_frozen())
        return 0;
    if (!path)
        lazynccl_take(s, s->set_handle, attempt->name);
    else if (!refuse_file(attempt, path))
        open_candidate(attempt, path);
    if (s->outcome->memory->error)
        s->arena.error = ENOMEM;
    errno = s->arena.error;
    return errno ? -1 : s->outcome->handle != NULL;
}

void lazynccl_try_note(struct lazynccl_search *s, int mistake, const char *text)
{
    struct lazynccl_attempt *attempt = lazynccl_attempt_of(s);
    const char *by = lazynccl_is_by_program(s) ? " (" LAZYNCCL_BY_PROGRAM ")" : "";

    lazynccl_attempt_line(attempt, "%s", text);
    lazynccl_note_failure(attempt, mistake);
    if (mistake && !attempt->fault.bytes) {
        lazynccl_text_add(&attempt->fault, "%s%s", text, by);
        attempt->cause = LAZYNCCL_SETTING_CAUSE;
    }
}

/* Tries a file that another part of the program has loaded, and nothing else. */
static void try_alone(struct lazynccl_search *s, const char *path)
{
    s->location = LAZYNCCL_LOCATION_LOADED;
    s->file_named = 1;
    s->check = NULL;
    lazynccl_consider(s, path);
}

struct lazynccl_outcome *lazynccl_find_and_open(lazynccl_library *library, const void *caller)
{
    struct lazynccl_attempt attempt = {
        .search = {.library = library, .offer = lazynccl_try, .note = lazynccl_try_note},
        .minimum = __atomic_load_n(&library->base->minimum, __ATOMIC_RELAXED)};
    struct lazynccl_search *s = &attempt.search;
    const char *alone = NULL;

    if (lazynccl_attempt_begin(&attempt, caller) < 0)
        return NULL;
    s->set_path = __atomic_load_n(&library->base->path, __ATOMIC_ACQUIRE);
    s->set_handle = __atomic_load_n(&library->base->handle, __ATOMIC_ACQUIRE);
    if (lazynccl_has_majors(s->description))
        lazynccl_prefer_majors(library, s); /* the called names may not show the major */
    if (library->base->description->suffixed)
        lazynccl_find_sibling(library, &alone);
    /* an interposer replaces a missing library only if no candidate is accepted */
    if (!alone && lazynccl_search_run(s) == 0 && !LAZYNCCL_EXPORTS && !s->stop && s->loaded)
        alone = interposer_alone(&attempt);
    if (alone)
        try_alone(s, alone);
    return lazynccl_attempt_end(&attempt);
}
