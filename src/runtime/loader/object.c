/* What the full search finds out about the object that it has opened.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/object.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/symbol.h"
#include "runtime/loader/variant.h"
#include "runtime/search/candidates.h"
#include "runtime/search/elf_check.h"
#include <errno.h>
#include <string.h>

LAZYNCCL_READS_LDSO
int lazynccl_is_no_library(struct lazynccl_search *s, const struct link_map *map)
{
    struct lazynccl_objects *own = &lazynccl_attempt_of(s)->own;

    lazynccl_objects_free(own);
    if (*map->l_name && lazynccl_objects_list(own, map->l_ld) < 0)
        s->outcome->memory->error = ENOMEM;
    return own->count == 0;
}

const char *lazynccl_why_soname(struct lazynccl_search *s, const char *soname)
{
    return lazynccl_arena_print(&s->arena, "is %s, expected %s", soname,
                                lazynccl_expected(&s->arena, s->description));
}

void lazynccl_drop_builds(struct lazynccl_search *s)
{
    lazynccl_function *found = s->outcome->found;

    for (int i = 0; i < s->description->count; i++) {
        int elsewhere = found[i] && !lazynccl_object_holds(lazynccl_own(s), found[i]);
        int build = elsewhere ? lazynccl_leads_to_build(found[i]) : 0;

        if (build < 0)
            s->outcome->memory->error = ENOMEM;
        if (build)
            found[i] = NULL;
    }
}

void lazynccl_note_copies(struct lazynccl_search *s)
{
    const struct lazynccl_attempt *attempt = lazynccl_attempt_of(s);

    for (const struct lazynccl_object *other = NULL;
         (other = lazynccl_objects_next(&attempt->loaded, other, s->description->sonames));)
        if (other->start != lazynccl_own(s)->start)
            lazynccl_note(s, "warning: %s is also loaded: there are now two copies", other->path);
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

/* If the file has a function only in another version, says so. */
const char *lazynccl_why_none(struct lazynccl_search *s, void *handle)
{
    const char *lacking = NULL;

    for (int i = 0; i < s->description->count && !lacking; i++)
        lacking = lazynccl_lacking_version(&s->arena, s->library, i, handle);
    return lacking ? lacking : "exports none of its functions";
}

void lazynccl_note_interposers(struct lazynccl_search *s, const struct lazynccl_object *own)
{
    const struct lazynccl_objects *loaded = &lazynccl_attempt_of(s)->loaded;
    enum lazynccl_location location = s->location;

    s->location = LAZYNCCL_LOCATION_LOADED;
    for (int o = 0; o < loaded->count; o++) {
        const struct lazynccl_object *object = &loaded->list[o];
        int count = 0;

        for (int i = 0; i < s->description->count; i++)
            if (lazynccl_object_holds(object, s->outcome->found[i]))
                count++;
        if (count && !(own && object->start == own->start))
            lazynccl_note(s, "interposed by %s: %d of %d functions", object->path, count,
                          s->description->count);
    }
    s->location = location;
}

/* A file that needs the SONAME gets this build from ld.so, or reaches this build's names first. */
const char *lazynccl_why_it_comes_back(struct lazynccl_search *s, void *handle)
{
    const char *const *soname = s->description->sonames;

    while (*soname && !lazynccl_needs(handle, *soname))
        soname++;
    return *soname ? lazynccl_arena_print(&s->arena, "needs %s: " LAZYNCCL_COMES_BACK, *soname)
                   : NULL;
}

const char *lazynccl_why_too_old(struct lazynccl_search *s)
{
    int need = lazynccl_attempt_of(s)->minimum, have = s->outcome->version;
    char texts[2][LAZYNCCL_VERSION_TEXT];

    return lazynccl_arena_print(&s->arena, "is %s, at least %s is required",
                                lazynccl_version_text(s->description, have, texts[0]),
                                lazynccl_version_text(s->description, need, texts[1]));
}

const char *lazynccl_not_enough(struct lazynccl_search *s, const char *why)
{
    const struct lazynccl_attempt *attempt = lazynccl_attempt_of(s);

    if (!lazynccl_objects_at(&attempt->loaded, (const void *)lazynccl_own(s)->start))
        return why;
    s->stop = 1;
    return lazynccl_arena_print(&s->arena,
                                "%s; it is already loaded, and a second copy would be worse", why);
}

void lazynccl_keep_path(struct lazynccl_search *s, void *handle)
{
    const char *file = lazynccl_own(s)->path;
    struct lazynccl_outcome *outcome = s->outcome;
    struct lazynccl_text path = {.arena = outcome->memory};

    (void)handle;
    lazynccl_text_add_path(&path, file);
    outcome->path = path.bytes;
    outcome->file = lazynccl_arena_copy(outcome->memory, file, strlen(file));
}
