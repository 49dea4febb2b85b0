/* The search location `system`: the files that ld.so would load, in its order.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/candidates.h"
#include "runtime/search/ldso.h"
#include "runtime/search/location.h"
#include <errno.h>

/* glibc does not tell a process which of the two lists contains the element. */
#define RELATIVE "the relative element '%s' of LD_LIBRARY_PATH or RUNPATH"

/* Considers what ld.so would load for a SONAME: a loaded library, wherever it is from, or else the
 * files in ld.so's folders. Reports relative folders only for the first SONAME. */
static void consider_walk(struct lazynccl_search *s, int index)
{
    const char *soname = s->sonames[index];
    const char *const names[] = {soname, NULL};
    const struct lazynccl_object *loaded = lazynccl_objects_next(s->view->objects, NULL, names);
    struct lazynccl_walk *walk =
        lazynccl_arena_take(&s->arena, sizeof *walk); /* a stack may be too small */
    enum lazynccl_via via;
    const char *path;

    if (loaded && !s->view->walk)
        lazynccl_consider(s, loaded->path);
    if (!walk || is_over(s))
        return;
    lazynccl_walk_begin(walk, s->view, soname, &s->arena);
    for (const struct lazynccl_folder *at = walk->folders; at && index == 0; at = at->next)
        if (*at->path != '/')
            lazynccl_note(s, RELATIVE " is skipped", at->path);
    while (!is_over(s) && (path = lazynccl_walk_next(walk, &via))) {
        /* an LD_AUDIT library may redirect a bare name to another SONAME */
        s->file_named = *path != '/' && lazynccl_variable(s->view, "LD_AUDIT");
        lazynccl_consider(s, path);
        s->file_named = 0;
    }
    if (is_over(s))
        return;
    if (walk->relative) {
        lazynccl_note_mistake(s, RELATIVE ": ld.so may find %s there", walk->relative, soname);
        s->stop = 1;
    } else if (walk->error) {
        lazynccl_give_up(s, LAZYNCCL_LDSO_CACHE, walk->error);
    } else if (!walk->found) {
        lazynccl_note(s, LAZYNCCL_NOT_FOUND, soname);
    }
}

void lazynccl_location_system(struct lazynccl_search *s)
{
    for (int i = 0; s->sonames[i] && !is_over(s); i++)
        consider_walk(s, i);
}
