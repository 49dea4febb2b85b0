/* Opens what the search names, and answers those who call back meanwhile.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/open.h"
#include "loader/accept.h"
#include "loader/resolve.h"
#include "search/file_version.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The libraries that this thread is opening right now. */
struct opening {
    const lazynccl_library *root;
    const char *name;
    void *handle; /* NULL: still inside dlopen */
    struct opening *outer;
};
static _Thread_local struct opening *innermost;

static struct opening *opening_of(const lazynccl_library *library)
{
    struct opening *o = innermost;

    while (o && o->root != library->root)
        o = o->outer;
    return o;
}

int lazynccl_opening(const lazynccl_library *library)
{
    return opening_of(library) != NULL;
}

/* The object that a handle stands for, as a list of one; of none, if it stands for the program or
 * for nothing. Returns 0, or -1 if memory is short. */
LAZYNCCL_UNWATCHED
static int object_of(void *handle, struct lazynccl_objects *own)
{
    struct link_map *map = NULL;

    own->list = NULL;
    own->count = 0;
    return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map && map->l_name[0]
               ? lazynccl_objects_only(own, map->l_ld)
               : 0;
}

lazynccl_symbol lazynccl_symbol_while_opening(lazynccl_library *library, int index)
{
    struct opening *o = opening_of(library);
    lazynccl_symbol symbol = NULL;
    struct lazynccl_objects own;
    int saved = errno;

    if (o && !o->handle)
        o->handle = dlopen(o->name, LAZYNCCL_DLOPEN);
    if (o && o->handle && object_of(o->handle, &own) == 0) {
        symbol = lazynccl_symbol_in(o->handle, lazynccl_symbol_name(library->is, index), &own);
        lazynccl_objects_free(&own);
    }
    errno = saved;
    return symbol;
}

static int is_loaded_as(const struct lazynccl_attempt *attempt, const char *path)
{
    for (int i = 0; i < attempt->loaded->count; i++)
        if (strcmp(attempt->loaded->list[i].path, path) == 0)
            return 1;
    return 0;
}

static enum lazynccl_verdict open_and_judge(struct lazynccl_attempt *attempt,
                                            const struct lazynccl_candidate *c, const char *name)
{
    lazynccl_library *root = attempt->library->root;
    struct opening here = {.root = root, .name = name, .outer = innermost};
    enum lazynccl_verdict verdict;
    struct lazynccl_objects own;
    const char *why;

    if (c->handle)
        here.handle = __atomic_load_n(&root->handle, __ATOMIC_ACQUIRE);
    /* until it is judged: constructors may call back, and so may the function that tells the
     * version, and what opens with it */
    innermost = &here;
    if (!here.handle)
        here.handle = dlopen(name, LAZYNCCL_DLOPEN);
    if (!here.handle) {
        why = dlerror();
        if (c->soname && strncmp(why, name, strlen(name)) == 0) {
            lazynccl_attempt_say(attempt, c->place,
                                 why); /* ld.so has none, which is nobody's fault */
            verdict = LAZYNCCL_NEXT;
        } else {
            verdict = lazynccl_attempt_refuse(attempt, c->place, name, why);
        }
    } else if (object_of(here.handle, &own) < 0) {
        verdict = lazynccl_attempt_refuse(attempt, c->place, name, "out of memory");
    } else {
        verdict = lazynccl_judge(attempt, c->place, name, here.handle, &own);
        lazynccl_objects_free(&own);
    }
    innermost = here.outer;
    return verdict;
}

enum lazynccl_verdict lazynccl_try_candidate(void *context, const struct lazynccl_candidate *c)
{
    struct lazynccl_attempt *attempt = context;
    lazynccl_library *library = attempt->library;
    int minimum = attempt->minimum;
    const char *name = c->path ? c->path : c->soname ? c->soname : "the handle", *why = NULL;
    char text[256], have[LAZYNCCL_VERSION_TEXT], need[LAZYNCCL_VERSION_TEXT];

    if (c->note) {
        lazynccl_attempt_say(attempt, c->place, c->note);
        if (c->wrong && !attempt->fault.bytes) {
            lazynccl_text_add(&attempt->fault, "%s", c->note);
            attempt->blamed = 1;
        }
        return LAZYNCCL_NEXT;
    }
    if (c->soname && minimum)
        return LAZYNCCL_BEHIND; /* a file can be asked for its version before it is opened */
    if (c->path && lazynccl_in_stubs(c->path))
        why = LAZYNCCL_FOR_LINKING;
    else if (c->path && !is_loaded_as(attempt, c->path)) /* then its file may be gone by now */
        why = lazynccl_file_fault(c->path, LAZYNCCL_FORM_OF(library->is), text, sizeof text);
    if (c->path && !why && minimum && !is_loaded_as(attempt, c->path)) {
        int version = lazynccl_version_in_file(library->is, c->path);

        if (version && version < minimum) {
            snprintf(text, sizeof text, "is %s, at least %s is required",
                     lazynccl_version_text(library->is, version, have),
                     lazynccl_version_text(library->is, minimum, need));
            why = text;
        }
    }
    if (why)
        return lazynccl_attempt_refuse(attempt, c->place, name, why);
    return open_and_judge(attempt, c, name);
}
