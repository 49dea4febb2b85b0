/* Opens candidates and decides whether each is the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Sets the version in an outcome. Returns 1 if the program requires a newer one. */
static int lazynccl_is_too_old(const lazynccl_library *library, void *handle,
                               struct lazynccl_outcome *outcome)
{
    outcome->version = lazynccl_ask_version(library, handle, outcome);
    return outcome->version < __atomic_load_n(&library->base->minimum, __ATOMIC_RELAXED);
}

/* Returns 1 if the copy takes only complete libraries and this one is not. */
static int lazynccl_is_incomplete(const struct lazynccl_description *desc,
                                  const struct lazynccl_outcome *outcome)
{
    return desc->complete && lazynccl_lacks(desc, outcome->found);
}

/* Says why an open object is not the library; or returns NULL, and adds it to the outcome. */
LAZYNCCL_READS_LDSO
static const char *unfit(struct lazynccl_search *s, void *handle)
{
    const struct lazynccl_description *desc = s->description;
    struct lazynccl_outcome *outcome = s->outcome;
    const struct link_map *map = lazynccl_map_of(handle);
    int count = 0;

    if (!*map->l_name)
        return "not a shared library";
    if (LAZYNCCL_EXPORTS && map->l_ld == _DYNAMIC)
        return "this lazynccl build itself";
    if (lazynccl_is_for_linking(map->l_name))
        return "for linking only, not the real library";
    if (lazynccl_is_of_other_cuda(desc, map->l_name))
        return "of another CUDA than this program is built for";
    lazynccl_set_major(outcome, map->l_name);
    lazynccl_resolve_all(s->library, handle, outcome);
    lazynccl_adapt_to_major(s->library, handle, outcome);
    lazynccl_add_version_function(s->library, outcome->found);
    for (int i = 0; i < desc->count; i++)
        count += outcome->found[i] != NULL;
    if (!count)
        return "has none of the functions, or other versions of them";
    if (lazynccl_is_too_old(s->library, handle, outcome))
        return "older than the program requires";
    if (lazynccl_is_incomplete(desc, outcome))
        return lazynccl_arena_print(&s->arena, LAZYNCCL_LACKS,
                                    lazynccl_lacks(desc, outcome->found));
    return NULL;
}

/* Keeps the absolute path of the file: the program may go to another folder. */
LAZYNCCL_READS_LDSO
static void lazynccl_make_absolute(struct lazynccl_outcome *outcome, void *handle)
{
    const char *real = *outcome->path != '/' ? realpath(outcome->path, NULL) : NULL;

    if (real && dlopen(real, LAZYNCCL_DLOPEN | RTLD_NOLOAD) == handle)
        outcome->path = real;
}

/* Makes an open library the result of the search. */
LAZYNCCL_READS_LDSO
static void accept(struct lazynccl_search *s, void *handle)
{
    struct lazynccl_outcome *outcome = s->outcome;

    outcome->path = lazynccl_map_of(handle)->l_name;
    if (!LAZYNCCL_EXPORTS)
        lazynccl_interpose(s->library, outcome->found, outcome->path);
    lazynccl_note(s, "%s: taken", outcome->path);
    lazynccl_accept_related(s);
    lazynccl_make_absolute(outcome, handle);
    s->end++;
    outcome->fault = add_text(s, "%s lacks it, or has another version", outcome->path);
    outcome->location = s->location;
    outcome->handle = handle;
    s->stop = 1;
}

/* Takes an open object (NULL: dlopen failed) if it is the library; otherwise adds a note. */
static void lazynccl_take(struct lazynccl_search *s, void *handle, const char *path)
{
    int error = errno, is_itself, mistake = 1;
    const char *why;

    lazynccl_record(s, path, handle); /* the library's functions may call back */
    why = handle ? unfit(s, handle) : dlerror();
    if (handle && !why) {
        accept(s, handle);
        return;
    }
    if (!handle)
        s->error = lazynccl_dlopen_error(why, error, s->folder_named);
    if (!handle)
        lazynccl_end_if_named(s);
    why = why ? why : LAZYNCCL_NO_REASON;
    is_itself = strncmp(why, path, strlen(path)) == 0; /* not a file that it needs */
    if (!handle && lazynccl_is_not_there(why, path))
        mistake = s->folder_named;
    if (s->error)
        mistake = 2;
    lazynccl_add_note(s, mistake, "%s%s%s", is_itself ? "" : path, is_itself ? "" : ": ", why);
    lazynccl_note_not_there(s, path, mistake);
}

/* Opens a file or SONAME, and takes it if it is the library. */
static void lazynccl_consider(struct lazynccl_search *s, const char *path)
{
    if (is_over(s) || lazynccl_is_frozen())
        return;
    if (lazynccl_is_refused(s, path))
        return;
    lazynccl_record(s, path, NULL); /* constructors may call back */
    errno = 0;
    lazynccl_take(s, dlopen(path, LAZYNCCL_DLOPEN), path);
}

static void lazynccl_consider_only(struct lazynccl_search *s, const char *path)
{
    lazynccl_consider(s, path);
    s->stop = 1;
}

static void lazynccl_consider_handle(struct lazynccl_search *s)
{
    lazynccl_take(s, s->set_handle, "the handle");
}

/* Keeps the object of a handle in memory for the life of the process. Returns 0, or -1 if the
 * handle is that of the program. */
static int lazynccl_pin(void *handle)
{
    const struct link_map *map = lazynccl_map_of(handle);

    return map->l_name[0] && dlopen(map->l_name, LAZYNCCL_DLOPEN | RTLD_NOLOAD) == handle ? 0 : -1;
}
