/* Opens candidates and decides whether each is the required library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/open.h"
#include "runtime/loader/attempt.h"
#include "runtime/loader/dlerror.h"
#include "runtime/loader/interpose.h"
#include "runtime/loader/missing.h"
#include "runtime/loader/opening.h"
#include "runtime/loader/related.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/symbol.h"
#include "runtime/loader/variant.h"
#include "runtime/loader/version.h"
#include "runtime/search/candidates.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/path.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Says why a file with this path and SONAME (NULL if none) is not the library, or returns NULL. */
static const char *unfit_name(struct lazynccl_attempt *attempt, const char *path,
                              const char *soname)
{
    const struct lazynccl_description *desc = attempt->library->description;

    if (lazynccl_is_for_linking(path))
        return "for linking only, not the real library";
    if (lazynccl_soname_fits(desc, soname, attempt->search.file_named))
        return NULL;
    return lazynccl_arena_print(attempt->outcome->memory, "is %s, expected %s", soname,
                                lazynccl_expected(attempt->outcome->memory, desc));
}

/* Rejects a file that must not be opened: returns as lazynccl_try, or 1 if it may be opened. The
 * file of a loaded library may have been deleted, and a bare name is resolved by ld.so. */
LAZYNCCL_NOINLINE static int refuse_file(struct lazynccl_attempt *attempt, const char *path)
{
    char text[256], soname[LAZYNCCL_SONAME_BYTES];
    const char *why;

    if (*path != '/' || lazynccl_objects_name(&attempt->loaded, path))
        return 1;
    why = lazynccl_file_fault(path, text, sizeof text, soname);
    if (!why)
        why = unfit_name(attempt, path, *soname ? soname : NULL);
    else if (strcmp(why, LAZYNCCL_IS_BUILD) != 0)
        lazynccl_end_if_named(&attempt->search);
    return why ? lazynccl_attempt_refuse(attempt, why, errno) : 1;
}

#ifdef __GLIBC__
static void *open_loaded(const char *name)
{
    return dlopen(name, LAZYNCCL_DLOPEN | (*name != '/' ? RTLD_NOLOAD : 0));
}
#else /* musl searches for the file again, and it may have moved; musl's handles are its link maps \
       */
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

/* Removes functions that dlsym found in a lazynccl build, which may be a dependency of the library.
 * Returns the number of functions left, or -1 if out of memory. */
static int drop_builds(const struct lazynccl_object *own, lazynccl_function *found, int count)
{
    int left = 0;

    for (int i = 0; i < count; i++) {
        int elsewhere = found[i] && !lazynccl_object_holds(own, found[i]);
        int build = elsewhere ? lazynccl_leads_to_build(found[i]) : 0;

        if (build < 0)
            return -1;
        if (build)
            found[i] = NULL;
        if (found[i])
            left++;
    }
    return left;
}

static void lazynccl_note_other_major(struct lazynccl_attempt *attempt)
{
    int other = lazynccl_other_major(attempt->library, attempt->outcome);

    if (other)
        lazynccl_attempt_line(attempt, LAZYNCCL_OF_OTHER_MAJOR, other,
                              lazynccl_program_major(attempt->library));
}

static void note_major_and_copies(struct lazynccl_attempt *attempt,
                                  const struct lazynccl_object *mine)
{
    const struct lazynccl_description *desc = attempt->library->description;

    if (lazynccl_cuda_of(desc, attempt->outcome->major))
        lazynccl_note_other_major(attempt);
    for (const struct lazynccl_object *other = NULL;
         (other = lazynccl_objects_next(&attempt->loaded, other, desc->sonames));)
        if (other->start != mine->start)
            lazynccl_attempt_line(attempt, "warning: %s is also loaded: there are now two copies",
                                  other->path);
}

const char *lazynccl_lacking_version(struct lazynccl_arena *arena, const lazynccl_library *library,
                                     int index, void *handle)
{
    const char *name = lazynccl_symbol_name(library->description, index);
    const char *version = lazynccl_symbol_version(library, index, NULL), *text;

    if (!version || !lazynccl_symbol_of(handle, name, NULL))
        return NULL;
    text = lazynccl_arena_print(arena, "has no %s", version);
    while ((version = lazynccl_symbol_version(library, index, version)))
        text = lazynccl_arena_print(arena, "%s or %s", text, version);
    return lazynccl_arena_print(arena, "%s of %s", text, name);
}

/* Says why a file with none of the functions is rejected: it may have one in another version. */
static const char *describe_lack(struct lazynccl_attempt *attempt, void *handle)
{
    const char *lacking = NULL;

    for (int i = 0; i < attempt->library->description->count && !lacking; i++)
        lacking = lazynccl_lacking_version(attempt->outcome->memory, attempt->library, i, handle);
    return lacking ? lacking : "exports none of its functions";
}

/* Adds a line for each preloaded object that is called in place of the library, which `own` is;
 * NULL if there is none. */
LAZYNCCL_COLD static void note_interposers(struct lazynccl_attempt *attempt,
                                           const struct lazynccl_object *own)
{
    const struct lazynccl_description *desc = attempt->library->description;
    enum lazynccl_location location = attempt->search.location;

    attempt->search.location = LAZYNCCL_LOCATION_LOADED;
    for (int o = 0; o < attempt->loaded.count; o++) {
        const struct lazynccl_object *object = &attempt->loaded.list[o];
        int count = 0;

        for (int i = 0; i < desc->count; i++)
            if (lazynccl_object_holds(object, attempt->outcome->found[i]))
                count++;
        if (count && !(own && object->start == own->start))
            lazynccl_attempt_line(attempt, "interposed by %s: %d of %d functions", object->path,
                                  count, desc->count);
    }
    attempt->search.location = location;
}

/* Only after a complete search, because dlsym() may wait for another thread's dlopen(). */
LAZYNCCL_COLD static const char *interposer_alone(struct lazynccl_attempt *attempt)
{
    const char *name = lazynccl_key_symbol(attempt->library->description);
    lazynccl_function function = lazynccl_symbol_of(RTLD_DEFAULT, name, NULL);
    const struct lazynccl_object *object;

    if (lazynccl_interpose(attempt->library, attempt->outcome->found, NULL))
        note_interposers(attempt, NULL);
    object = lazynccl_objects_at(&attempt->loaded, (const void *)(uintptr_t)function);
    return function && object && !object->is_build && *object->name ? object->path : NULL;
}

/* Says why a file's calls would return to this build, which exports the names: the file needs the
 * SONAME for which ld.so finds this build, or finds this build first. NULL if they would not. */
static const char *why_it_comes_back(struct lazynccl_attempt *attempt, void *handle)
{
    const char *const *soname = attempt->library->description->sonames;

    while (*soname && !lazynccl_needs(handle, *soname))
        soname++;
    return *soname ? lazynccl_arena_print(attempt->outcome->memory,
                                          "needs %s: " LAZYNCCL_COMES_BACK, *soname)
                   : NULL;
}

/* Says why a library is too old, or lacks a function of a copy that needs them all; or NULL. */
static const char *unfit_content(struct lazynccl_attempt *attempt)
{
    const struct lazynccl_description *desc = attempt->library->description;
    const struct lazynccl_outcome *outcome = attempt->outcome;
    const char *why = attempt->minimum ? lazynccl_attempt_too_old(attempt, outcome->version) : NULL;
    const char *name = desc->complete ? lazynccl_lacks(desc, outcome->found) : NULL;

    return why || !name ? why : lazynccl_arena_print(outcome->memory, LAZYNCCL_LACKS, name);
}

/* Accepts the opened library, or says why not. Returns as lazynccl_try. */
static int accept_library(struct lazynccl_attempt *attempt, struct lazynccl_opening *opening,
                          const struct lazynccl_objects *own)
{
    void *handle = opening->handle;
    lazynccl_library *library = attempt->library;
    struct lazynccl_outcome *outcome = attempt->outcome;
    struct lazynccl_text path = {.arena = outcome->memory};
    const struct lazynccl_object *object = own->list;
    const char *why = NULL;
    int count;

    if (!own->count)
        why = "not a shared library";
    else if (object->is_build)
        why = LAZYNCCL_IS_BUILD;
    else
        why = unfit_name(attempt, object->path, object->soname);
    if (!why && LAZYNCCL_EXPORTS)
        why = why_it_comes_back(attempt, handle);
    if (why)
        return lazynccl_attempt_refuse(attempt, why, 0);
    outcome->major = lazynccl_major_of(object->soname ? object->soname : object->path);
    lazynccl_resolve_all(library, handle, outcome);
    if (library->description->changed)
        lazynccl_adapt_to_major(library, handle, outcome);
    count = drop_builds(object, outcome->found, library->description->count);
    if (count <= 0)
        return lazynccl_attempt_refuse(attempt, describe_lack(attempt, handle),
                                       count < 0 ? ENOMEM : 0);
    if (!LAZYNCCL_EXPORTS && lazynccl_interpose(library, outcome->found, object->name))
        note_interposers(attempt, object);
    opening->asked = LAZYNCCL_EXPORTS;
    outcome->version = lazynccl_ask_version(library, handle, outcome);
    if (opening->asked > LAZYNCCL_CALLS_BACK)
        why = LAZYNCCL_COMES_BACK;
    opening->asked = 0;
    if (why)
        return lazynccl_attempt_refuse(attempt, why, 0);
    if (library->description->suffixed)
        lazynccl_add_version_function(library, outcome->found);
    why = unfit_content(attempt);
    if (why) {
        int loaded = lazynccl_objects_at(&attempt->loaded, (const void *)object->start) != NULL;

        if (loaded)
            why = lazynccl_arena_print(outcome->memory,
                                       "%s; it is already loaded, and a second "
                                       "copy would be worse",
                                       why);
        lazynccl_attempt_refuse(attempt, why, 0);
        return loaded;
    }
    outcome->handle = handle;
    outcome->location = lazynccl_location_word(attempt->search.location);
    lazynccl_text_add_path(&path, object->path);
    outcome->path = path.bytes;
    outcome->file = lazynccl_arena_copy(outcome->memory, object->path, strlen(object->path));
    lazynccl_attempt_line(attempt, "%s: taken", object->path);
    note_major_and_copies(attempt, object);
    if (library->description->companion)
        lazynccl_open_companion(&attempt->search, outcome->file, outcome->version);
    return 1;
}

/* Lists the one object of a handle, or none if the handle is the program's or invalid. Returns 0,
 * or -1 if out of memory. */
LAZYNCCL_READS_LDSO
static int object_of(void *handle, struct lazynccl_objects *own)
{
    const struct link_map *map = lazynccl_map_of(handle);

    memset(own, 0, sizeof *own);
    return map->l_name[0] ? lazynccl_objects_list(own, map->l_ld) : 0;
}

static int open_and_accept(struct lazynccl_attempt *attempt, const char *path)
{
    lazynccl_library *base = attempt->library->base;
    const char *loaded = lazynccl_objects_name(&attempt->loaded, path);
    void *set = path ? NULL : __atomic_load_n(&base->handle, __ATOMIC_ACQUIRE);
    /* until it is accepted: constructors may call back, and so may the function that returns the
     * version, and what opens with it */
    struct lazynccl_opening *opening =
        lazynccl_opening_begin(base, loaded && *loaded ? loaded : attempt->name, set);
    struct lazynccl_objects own;
    int taken = -1, error;

    errno = opening ? 0 : ENOMEM;
    if (!opening)
        return -1;
    if (!set)
        opening->handle =
            loaded ? open_loaded(opening->name) : dlopen(opening->name, LAZYNCCL_DLOPEN);
    if (!opening->handle) {
        const char *why;

        error = errno;
        why = dlerror();
        error = lazynccl_dlopen_error(why, error, attempt->search.folder_named);
        lazynccl_end_if_named(&attempt->search);
        taken = lazynccl_attempt_refuse(attempt, why, error);
    } else if (object_of(opening->handle, &own) == 0) {
        taken = accept_library(attempt, opening, &own);
        if (!taken && path && !loaded)
            lazynccl_attempt_line(attempt, "%s: stays in memory, unused", path);
        lazynccl_objects_free(&own);
    } else {
        errno = ENOMEM;
    }
    error = errno;
    lazynccl_opening_end(opening);
    errno = error;
    return taken;
}

int lazynccl_try(struct lazynccl_search *s, const char *path)
{
    struct lazynccl_attempt *attempt = (struct lazynccl_attempt *)s;
    int taken = 0;

    attempt->name = path ? path : "the handle";
    if (!lazynccl_is_frozen() && (!path || (taken = refuse_file(attempt, path)) == 1))
        taken = open_and_accept(attempt, path);
    if (!attempt->outcome->memory->error)
        return taken;
    errno = ENOMEM;
    return -1;
}

void lazynccl_try_note(struct lazynccl_search *s, int mistake, const char *text)
{
    struct lazynccl_attempt *attempt = (struct lazynccl_attempt *)s;
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

/* Evaluates to 1 if there may be a build of the library for each major of CUDA. */
#define lazynccl_has_majors(desc)                                                                  \
    ((desc)->partner || (desc)->cuda_majors || lazynccl_is_cuda_named(desc))

struct lazynccl_outcome *lazynccl_find_and_open(lazynccl_library *library, const void *caller)
{
    static unsigned opened;
    struct lazynccl_attempt attempt = {
        .search = {.offer = lazynccl_try, .note = lazynccl_try_note},
        .library = library,
        .minimum = __atomic_load_n(&library->base->minimum, __ATOMIC_RELAXED)};
    struct lazynccl_search *s = &attempt.search;
    const char *alone = NULL;

    if (lazynccl_attempt_begin(&attempt, caller) < 0)
        return NULL;
    s->set_path = __atomic_load_n(&library->base->path, __ATOMIC_ACQUIRE);
    s->set_handle = __atomic_load_n(&library->base->handle, __ATOMIC_ACQUIRE);
    if (lazynccl_has_majors(s->description))
        lazynccl_prefer_majors(library, s); /* the names that are called may not tell it */
    if (library->base->description->suffixed)
        lazynccl_find_sibling(library, &alone);
    /* interposers last and alone, because one may replace the library or call it */
    if (!alone && lazynccl_search_run(s) == 0 && !LAZYNCCL_EXPORTS && !s->stop && s->loaded)
        alone = interposer_alone(&attempt);
    if (alone)
        try_alone(s, alone);
    if (attempt.outcome->handle)
        attempt.outcome->order = __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
    return lazynccl_attempt_end(&attempt);
}
