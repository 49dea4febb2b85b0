/* Checks what was opened, resolves its symbols, and opens what it needs beside it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/accept.h"
#include "runtime/loader/report.h"
#include "runtime/loader/resolve.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/locations.h"
#include "runtime/search/path.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Opens a file beside the library, if there is one of that name. Returns 1 if there is. */
static int open_beside(struct lazynccl_attempt *attempt, const char *library, const char *name)
{
    char *path = lazynccl_arena_print(&attempt->outcome->arena, "%.*s/%s",
                                      (int)lazynccl_folder_length(library), library, name);
    const char *fault;
    char text[160];

    if (!lazynccl_exists(path))
        return 0;
    fault = lazynccl_file_fault(path, text, sizeof text);
    if (!fault && !dlopen(path, LAZYNCCL_DLOPEN) && !(fault = dlerror()))
        fault = LAZYNCCL_NO_REASON;
    lazynccl_attempt_line(attempt, "%s: %s", path, fault ? fault : "opened with it");
    return 1;
}

/* Opens the file that must lie beside the library, which would not find it by itself; if the
 * library is a link, also beside its target. */
static void open_companion(struct lazynccl_attempt *attempt, int version)
{
    const char *form = attempt->library->description->companion, *file = attempt->outcome->file;
    char name[128], *real;

    if (!form || !version)
        return;
    snprintf(name, sizeof name, form, version / 10000, version / 100 % 100);
    if (open_beside(attempt, file, name))
        return;
    real = realpath(file, NULL);
    if (!real || !open_beside(attempt, real, name))
        lazynccl_attempt_line(attempt, "%s is missing next to it: it may fail to find one", name);
    free(real);
}

static void note_other_copies(struct lazynccl_attempt *attempt, const struct lazynccl_object *mine)
{
    const char *const *sonames = attempt->library->description->sonames;

    for (const struct lazynccl_object *other = NULL;
         (other = lazynccl_objects_next(attempt->loaded, other, sonames));)
        if (other->start != mine->start)
            lazynccl_attempt_line(attempt, "warning: %s is also loaded: there are now two copies",
                                  other->path);
}

int lazynccl_in_stubs(const char *path)
{
    const char *name = strrchr(path, '/');

    while (name && name > path && name[-1] == '/')
        name--;
    return name && name - path >= 6 && strncmp(name - 6, "/stubs", 6) == 0;
}

/* Why an open object is not what is wanted, or NULL. */
static const char *unfit(struct lazynccl_attempt *attempt, const struct lazynccl_object *object)
{
    const struct lazynccl_description *desc = attempt->library->description;
    int major = object->soname ? lazynccl_major_of(object->soname) : 0;

    if (object->is_build)
        return LAZYNCCL_IS_BUILD;
    if (lazynccl_in_stubs(object->path))
        return LAZYNCCL_LINK_ONLY;
    if (!major || lazynccl_major_among(desc->sonames, major) >= 0)
        return NULL;
    return lazynccl_arena_print(&attempt->outcome->arena, "is %s, expected %s%s", object->soname,
                                desc->sonames[0], desc->sonames[1] ? " or older" : "");
}

/* Why a file that has none of the functions is refused: it may have one in another version. */
static const char *describe_lack(struct lazynccl_attempt *attempt, void *handle)
{
    const char *lacking = NULL;

    for (int i = 0; i < attempt->library->description->count && !lacking; i++)
        lacking = lazynccl_lacking_version(&attempt->outcome->arena, attempt->library, i, handle);
    return lacking ? lacking : "exports none of its functions";
}

int lazynccl_accept(struct lazynccl_attempt *attempt, void *handle,
                    const struct lazynccl_objects *own)
{
    lazynccl_library *library = attempt->library;
    struct lazynccl_outcome *outcome = attempt->outcome;
    struct lazynccl_text path = {.arena = &outcome->arena};
    const struct lazynccl_object *object = own->list;
    const char *why = own->count ? unfit(attempt, object) : "not a shared library";
    int version, count;

    if (why)
        return lazynccl_attempt_refuse(attempt, why, 0);
    outcome->major = lazynccl_major_of(object->soname ? object->soname : object->path);
    count = lazynccl_resolve_all(library, handle, outcome->major, own, outcome->found);
    if (count <= 0)
        return lazynccl_attempt_refuse(attempt, describe_lack(attempt, handle), count ? ENOMEM : 0);
    version = lazynccl_version_asked(library, handle, outcome->major, own);
    if ((why = lazynccl_attempt_too_old(attempt, version))) {
        int loaded = lazynccl_objects_at(attempt->loaded, (const void *)object->start) != NULL;

        if (loaded)
            why = lazynccl_arena_print(&outcome->arena,
                                       "%s; it is already loaded, and a second "
                                       "copy would be worse",
                                       why);
        lazynccl_attempt_refuse(attempt, why, 0);
        return loaded;
    }
    outcome->handle = handle;
    outcome->location = lazynccl_location_word(attempt->location);
    lazynccl_text_add_path(&path, object->path);
    outcome->path = path.bytes;
    outcome->file = lazynccl_arena_print(&outcome->arena, "%s", object->path);
    lazynccl_attempt_line(attempt, "%s: taken", object->path);
    note_other_copies(attempt, object);
    open_companion(attempt, version);
    return 1;
}
