/* Judges what was opened, resolves its symbols, and opens what it needs beside it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/accept.h"
#include "search/folder.h"
#include "loader/resolve.h"
#include "search/file_version.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Opens a file beside the library, if there is one of that name. Returns whether there is. */
static int open_beside(struct lazynccl_attempt *attempt, const char *place, const char *library,
                       const char *name)
{
    char *folder = lazynccl_folder_of(library);
    char *path = folder ? lazynccl_join(folder, "/", name) : NULL, text[160];
    int found = path && lazynccl_exists(path);

    if (found) {
        const char *fault = lazynccl_file_fault(path, LAZYNCCL_FORM, text, sizeof text);

        if (!fault && !dlopen(path, LAZYNCCL_DLOPEN))
            fault = dlerror();
        lazynccl_attempt_line(attempt, place, "%s: %s", path, fault ? fault : "opened with it");
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
        lazynccl_attempt_line(attempt, place, "%s is not beside it: it may fail to find one", name);
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
                lazynccl_attempt_line(attempt, place,
                                      "warning: %s is loaded as well: there are now two copies",
                                      other->path);
    }
}

int lazynccl_in_stubs(const char *path)
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

    if (object->ours >= LAZYNCCL_FORM_OF(is))
        return "a form of lazynccl, not the real library";
    if (lazynccl_in_stubs(object->path))
        return LAZYNCCL_FOR_LINKING;
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

enum lazynccl_verdict lazynccl_judge(struct lazynccl_attempt *attempt, const char *place,
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
        return lazynccl_attempt_refuse(attempt, place, name, "is no library");
    why = unfit(attempt, object, text, sizeof text);
    if (why)
        return lazynccl_attempt_refuse(attempt, place, name, why);
    outcome->major = lazynccl_major_of(object->soname ? object->soname : object->path);
    if (lazynccl_resolve_all(library, handle, outcome->major, own, outcome->found) == 0)
        return lazynccl_attempt_refuse(attempt, place, name, "exports none of its functions");
    version = lazynccl_version_asked(library, handle, outcome->major);
    if (minimum && version < minimum) {
        int loaded = is_loaded(attempt, object);

        snprintf(text, sizeof text, "is %s, at least %s is required%s",
                 lazynccl_version_text(library->is, version, have),
                 lazynccl_version_text(library->is, minimum, need),
                 loaded ? "; it is loaded already, and a second copy is worse than none" : "");
        lazynccl_attempt_refuse(attempt, place, name, text);
        return loaded ? LAZYNCCL_TAKEN : LAZYNCCL_BEHIND;
    }
    outcome->handle = handle;
    outcome->place = place;
    lazynccl_text_add_path(&path, object->path);
    outcome->path = lazynccl_keep(&path);
    outcome->file = lazynccl_keep_bytes(object->path);
    lazynccl_attempt_line(attempt, place, "%s: taken", object->path);
    note_other_copies(attempt, place, object);
    open_companion(attempt, place, version);
    return LAZYNCCL_TAKEN;
}
