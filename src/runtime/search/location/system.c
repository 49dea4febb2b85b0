/* The search location `system`: the files that ld.so would load, in its order.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/candidates.h"
#include "runtime/search/ldso.h"
#include "runtime/search/location.h"
#include <errno.h>

/* glibc does not tell a process which of them has the element. */
#define RELATIVE "the relative element '%s' of LD_LIBRARY_PATH or RUNPATH"

/* Which SONAME is searched for, and how far. */
struct system_position {
    struct lazynccl_walk walk;
    int soname;
    int walks;
};

/* Starts with the next SONAME. A loaded library is what ld.so returns from any folder. */
static void begin_walk(struct lazynccl_search *s, struct system_position *position)
{
    const char *const names[] = {s->sonames[position->soname], NULL};
    const struct lazynccl_object *loaded = lazynccl_objects_next(s->view->objects, NULL, names);
    const struct lazynccl_folder *folder;

    if (loaded && !s->view->walk)
        lazynccl_consider(s, loaded->path);
    lazynccl_walk_begin(&position->walk, s->view, *names, &s->arena);
    position->walks = 1;
    for (folder = position->walk.folders; folder && position->soname == 0; folder = folder->next)
        if (*folder->path != '/')
            lazynccl_note(s, RELATIVE " is skipped", folder->path);
}

int lazynccl_location_system(struct lazynccl_search *s, int step)
{
    struct system_position *position = s->position;
    enum lazynccl_via via;
    const char *path;

    if (step == 0 && (s->position = position = lazynccl_arena_take(&s->arena, sizeof *position)))
        position->soname = position->walks = 0;
    if (!position)
        return 0;
    if (!position->walks) {
        begin_walk(s, position);
        return 1;
    }
    path = lazynccl_walk_next(&position->walk, &via);
    if (path) {
        /* ld.so resolves a bare name, and an auditor may redirect it */
        s->file_named = *path != '/' && lazynccl_variable(s->view, "LD_AUDIT");
        lazynccl_consider(s, path);
        s->file_named = 0;
        return 1;
    }
    if (position->walk.relative) {
        lazynccl_note_mistake(s, RELATIVE ": ld.so may find %s there", position->walk.relative,
                              s->sonames[position->soname]);
        s->stop = 1;
        return 0;
    }
    if (position->walk.error)
        lazynccl_give_up(s, LAZYNCCL_LDSO_CACHE, position->walk.error);
    else if (!position->walk.found)
        lazynccl_note(s, "%s: not found by ld.so", s->sonames[position->soname]);
    position->walks = 0;
    return s->sonames[++position->soname] != NULL;
}
