/* Opens a candidate, refuses it with a reason or takes it, and resolves every symbol at once.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "open.h"
#include "offer.h"
#include "resolve.h"
#include "version.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NOW: what the library itself lacks shows here and not at some later call.
 * LOCAL: its names must not answer lookups of anybody else (a hundred of NCCL's in a Python).
 * NODELETE: it has threads and thread-key destructors; unmapped under them it crashes.
 * No DEEPBIND: AddressSanitizer refuses to run with it. */
#define FLAGS (RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)

#define FOR_LINKING "for linking only, not the real library"

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
        o->handle = dlopen(o->name, FLAGS);
    if (o && o->handle && object_of(o->handle, &own) == 0) {
        symbol = lazynccl_symbol_in(o->handle, lazynccl_symbol_name(library->is, index), &own);
        lazynccl_objects_free(&own);
    }
    errno = saved;
    return symbol;
}

/* A line of the report. */
static void say(struct lazynccl_attempt *attempt, const char *place, const char *text)
{
    size_t start = attempt->tried.length;
    char column[16];

    snprintf(column, sizeof column, "%-9s ", place);
    lazynccl_text_add_plain(&attempt->tried, column);
    lazynccl_text_add_plain(&attempt->tried, text);
    lazynccl_text_end_line(&attempt->tried);
    if (attempt->outcome->debug && attempt->tried.length > start)
        lazynccl_print(attempt->library->is->name, attempt->tried.bytes + start);
}

static void line(struct lazynccl_attempt *attempt, const char *place, const char *format, ...)
    LAZYNCCL_PRINTF(3, 4);

static void line(struct lazynccl_attempt *attempt, const char *place, const char *format, ...)
{
    char *text = NULL;
    va_list list;

    va_start(list, format);
    if (vasprintf(&text, format, list) < 0)
        text = NULL;
    va_end(list);
    say(attempt, place, text ? text : "out of memory");
    free(text);
}

/* Notes why a candidate will not do; the first such reason becomes the library's. */
static enum lazynccl_verdict refuse(struct lazynccl_attempt *attempt, const char *place,
                                    const char *name, const char *why)
{
    /* dlerror begins with the name already */
    int named = strncmp(why, name, strlen(name)) == 0;

    line(attempt, place, "%s%s%s", named ? "" : name, named ? "" : ": ", why);
    if (!attempt->fault.bytes)
        lazynccl_text_add(&attempt->fault, "%s%s%s (%s)", named ? "" : name, named ? "" : ": ", why,
                          place);
    return LAZYNCCL_BEHIND;
}

/* Opens a file beside the library, if there is one of that name. Returns whether there is. */
static int open_beside(struct lazynccl_attempt *attempt, const char *place, const char *library,
                       const char *name)
{
    char *folder = lazynccl_folder_of(library);
    char *path = folder ? lazynccl_join(folder, "/", name) : NULL, text[160];
    int found = path && lazynccl_exists(path);

    if (found) {
        const char *fault = lazynccl_file_fault(path, text, sizeof text);

        if (!fault && !dlopen(path, FLAGS))
            fault = dlerror();
        line(attempt, place, "%s: %s", path, fault ? fault : "opened with it");
    }
    free(folder);
    free(path);
    return found;
}

/* A file that is opened beside the library, as it would not find it by itself; where the library is
 * a link, also beside what that leads to. */
static void open_companion(struct lazynccl_attempt *attempt, const char *place, int version)
{
    const char *form = attempt->library->is->companion, *file = attempt->outcome->file;
    char name[128], *real;

    if (!form || !version)
        return;
    snprintf(name, sizeof name, form, version / 10000, version / 100 % 100);
    if (open_beside(attempt, place, file, name))
        return;
    real = realpath(file, NULL);
    if (!real || !open_beside(attempt, place, real, name))
        line(attempt, place, "%s is not beside it: it may fail to find one", name);
    free(real);
}

static void note_other_copies(struct lazynccl_attempt *attempt, const char *place,
                              const struct lazynccl_object *mine)
{
    const char *const *sonames = attempt->library->is->sonames;

    for (int i = 0; i < attempt->loaded->count; i++) {
        const struct lazynccl_object *other = &attempt->loaded->list[i];

        for (int s = 0; sonames[s] && other->soname && !other->ours; s++)
            if (other->start != mine->start && strcmp(other->soname, sonames[s]) == 0)
                line(attempt, place, "warning: %s is loaded as well: there are now two copies",
                     other->path);
    }
}

static int in_stubs(const char *path)
{
    const char *name = strrchr(path, '/');

    while (name && name > path && name[-1] == '/')
        name--;
    return name && name - path >= 6 && strncmp(name - 6, "/stubs", 6) == 0;
}

/* Why an open object is not what is wanted, or NULL. */
static const char *unfit(struct lazynccl_attempt *attempt, const struct lazynccl_object *object,
                         char *text, size_t size)
{
    const struct lazynccl_description *is = attempt->library->is;
    int major = object->soname ? lazynccl_major_of(object->soname) : 0, fits = major == 0;

    if (object->ours)
        return "a form of lazynccl, not the real library";
    if (in_stubs(object->path))
        return FOR_LINKING;
    for (int i = 0; is->sonames[i]; i++)
        fits |= major == lazynccl_major_of(is->sonames[i]);
    if (fits)
        return NULL;
    snprintf(text, size, "is %s, wanted is %s%s", object->soname, is->sonames[0],
             is->sonames[1] ? " or older" : "");
    return text;
}

static int is_loaded(const struct lazynccl_attempt *attempt, const struct lazynccl_object *object)
{
    for (int i = 0; i < attempt->loaded->count; i++)
        if (attempt->loaded->list[i].start == object->start)
            return 1;
    return 0;
}

static int is_loaded_as(const struct lazynccl_attempt *attempt, const char *path)
{
    for (int i = 0; i < attempt->loaded->count; i++)
        if (strcmp(attempt->loaded->list[i].path, path) == 0)
            return 1;
    return 0;
}

/* Takes what was opened, or says why not. */
static enum lazynccl_verdict judge(struct lazynccl_attempt *attempt, const char *place,
                                   const char *name, void *handle,
                                   const struct lazynccl_objects *own)
{
    lazynccl_library *library = attempt->library;
    struct lazynccl_outcome *outcome = attempt->outcome;
    int minimum = attempt->minimum, version;
    const struct lazynccl_object *object = own->count ? own->list : NULL;
    char text[256], have[LAZYNCCL_VERSION_TEXT], need[LAZYNCCL_VERSION_TEXT];
    struct lazynccl_text path = {NULL, 0, 0};
    const char *why;

    if (!object)
        return refuse(attempt, place, name, "is no library");
    why = unfit(attempt, object, text, sizeof text);
    if (why)
        return refuse(attempt, place, name, why);
    outcome->major = lazynccl_major_of(object->soname ? object->soname : object->path);
    if (lazynccl_resolve_all(library, handle, outcome->major, own, outcome->found) == 0)
        return refuse(attempt, place, name, "exports none of its functions");
    version = lazynccl_version_asked(library, handle, outcome->major);
    if (minimum && version < minimum) {
        int loaded = is_loaded(attempt, object);

        snprintf(text, sizeof text, "is %s, at least %s is required%s",
                 lazynccl_version_text(library->is, version, have),
                 lazynccl_version_text(library->is, minimum, need),
                 loaded ? "; it is loaded already, and a second copy is worse than none" : "");
        refuse(attempt, place, name, text);
        return loaded ? LAZYNCCL_TAKEN : LAZYNCCL_BEHIND;
    }
    outcome->handle = handle;
    outcome->place = place;
    lazynccl_text_add_path(&path, object->path);
    outcome->path = lazynccl_keep(&path);
    outcome->file = lazynccl_keep_bytes(object->path);
    line(attempt, place, "%s: taken", object->path);
    note_other_copies(attempt, place, object);
    open_companion(attempt, place, version);
    return LAZYNCCL_TAKEN;
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
        here.handle = dlopen(name, FLAGS);
    if (!here.handle) {
        why = dlerror();
        if (c->soname && strncmp(why, name, strlen(name)) == 0) {
            say(attempt, c->place, why); /* ld.so has none, which is nobody's fault */
            verdict = LAZYNCCL_NEXT;
        } else {
            verdict = refuse(attempt, c->place, name, why);
        }
    } else if (object_of(here.handle, &own) < 0) {
        verdict = refuse(attempt, c->place, name, "out of memory");
    } else {
        verdict = judge(attempt, c->place, name, here.handle, &own);
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
        say(attempt, c->place, c->note);
        if (c->wrong && !attempt->fault.bytes) {
            lazynccl_text_add(&attempt->fault, "%s", c->note);
            attempt->blamed = 1;
        }
        return LAZYNCCL_NEXT;
    }
    if (c->soname && minimum)
        return LAZYNCCL_BEHIND; /* a file can be asked for its version before it is opened */
    if (c->path && in_stubs(c->path))
        why = FOR_LINKING;
    else if (c->path && !is_loaded_as(attempt, c->path)) /* then its file may be gone by now */
        why = lazynccl_file_fault(c->path, text, sizeof text);
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
        return refuse(attempt, c->place, name, why);
    return open_and_judge(attempt, c, name);
}
