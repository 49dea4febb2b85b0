/* Opens what the search names, and answers calls from inside what is being opened.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/attempt.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
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

LAZYNCCL_NO_TSAN
int lazynccl_object_of(void *handle, struct lazynccl_objects *own)
{
    struct link_map *map = NULL;

    own->list = NULL;
    own->count = 0;
    return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map && map->l_name[0]
               ? lazynccl_objects_list(own, map->l_ld)
               : 0;
}

void *lazynccl_opening_handle(const lazynccl_library *library)
{
    struct opening *o = opening_of(library);

    if (o && !o->handle)
        o->handle = dlopen(o->name, LAZYNCCL_DLOPEN);
    return o ? o->handle : NULL;
}

lazynccl_symbol lazynccl_symbol_while_opening(lazynccl_library *library, int index)
{
    const char *name = lazynccl_symbol_name(library->description, index);
    lazynccl_symbol symbol = NULL;
    struct lazynccl_objects own;
    int saved = errno, cancel;

    if (!lazynccl_opening(library))
        return NULL;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    void *handle = lazynccl_opening_handle(library);
    if (handle && lazynccl_object_of(handle, &own) == 0) {
        symbol = lazynccl_symbol_of(handle, name, NULL, &own);
        lazynccl_objects_free(&own);
    }
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return symbol;
}

lazynccl_symbol lazynccl_symbol_before_filling(const lazynccl_library *library,
                                               const struct lazynccl_outcome *outcome, int index)
{
    lazynccl_symbol *found = calloc((size_t)library->description->count, sizeof *found);
    lazynccl_symbol symbol = NULL;
    struct lazynccl_objects own;
    int saved = errno, cancel;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    if (found && lazynccl_object_of(outcome->handle, &own) == 0) {
        lazynccl_resolve_all(library, outcome->handle, outcome->major, &own, found);
        symbol = found[index];
        lazynccl_objects_free(&own);
    }
    free(found);
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return symbol;
}

/* Why a file must not be opened, or NULL. That of a loaded one may be gone by now, and
 * a bare name is for ld.so to find. */
static const char *unfit_file(const struct lazynccl_attempt *attempt, const char *path, char *text,
                              size_t size)
{
    const struct lazynccl_description *stub = attempt->library->description;
    const char *fault = NULL;
    int version;

    if (lazynccl_in_stubs(path))
        return LAZYNCCL_FOR_LINKING;
    if (*path != '/' || lazynccl_objects_name(attempt->loaded, path) ||
        (fault = lazynccl_file_fault(path, LAZYNCCL_FORM_OF(stub), text, size)) ||
        !attempt->minimum)
        return fault;
    version = lazynccl_version_in_file(stub, path);
    return version ? lazynccl_attempt_too_old(attempt, version, text, size) : NULL;
}

static int open_and_accept(struct lazynccl_attempt *attempt, const struct lazynccl_candidate *c)
{
    lazynccl_library *root = attempt->library->root;
    const char *loaded = lazynccl_objects_name(attempt->loaded, c->path);
    struct opening here = {
        .root = root, .name = loaded && *loaded ? loaded : attempt->name, .outer = innermost};
    struct lazynccl_objects own;
    int taken = 0;

    if (!c->path)
        here.handle = __atomic_load_n(&root->handle, __ATOMIC_ACQUIRE);
    /* until it is accepted: constructors may call back, and so may the function that tells the
     * version, and what opens with it */
    innermost = &here;
    if (!here.handle)
        here.handle =
            dlopen(here.name, LAZYNCCL_DLOPEN | (loaded && *here.name != '/' ? RTLD_NOLOAD : 0));
    if (!here.handle) {
        lazynccl_attempt_refuse(attempt, dlerror());
    } else if (lazynccl_object_of(here.handle, &own) < 0) {
        lazynccl_attempt_refuse(attempt, "out of memory");
    } else {
        taken = lazynccl_accept(attempt, here.handle, &own);
        lazynccl_objects_free(&own);
    }
    innermost = here.outer;
    return taken;
}

int lazynccl_try_candidate(void *context, const struct lazynccl_candidate *c)
{
    struct lazynccl_attempt *attempt = context;
    const char *why;
    char text[256];

    attempt->place = c->place;
    attempt->name = c->path ? c->path : "the handle";
    if (c->note) {
        lazynccl_attempt_line(attempt, "%s", c->note);
        if (c->wrong && !attempt->fault.bytes) {
            lazynccl_text_add(&attempt->fault, "%s", c->note);
            attempt->blamed = 1;
        }
        return 0;
    }
    why = c->path ? unfit_file(attempt, c->path, text, sizeof text) : NULL;
    return why ? lazynccl_attempt_refuse(attempt, why) : open_and_accept(attempt, c);
}
