/* Considers the candidates of a search location.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/candidates.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

void lazynccl_consider_only(struct lazynccl_search *s, const char *path)
{
#ifdef LAZYNCCL_SMALL
    lazynccl_consider(s, path);
#else
    s->file_named = 1;
    lazynccl_consider(s, path);
    s->file_named = 0;
#endif
    s->stop = 1;
}

int lazynccl_consider_soname(struct lazynccl_search *s, const char *folder, const char *below,
                             const char *soname)
{
    char *path =
        lazynccl_arena_print(&s->arena, "%s%s%s/%s", folder, *below ? "/" : "", below, soname);
    int found = lazynccl_exists(LAZYNCCL_AT(s, path));

    if (found)
        lazynccl_consider(s, path);
    return found;
}

int lazynccl_consider_sonames(struct lazynccl_search *s, const char *folder, const char *below)
{
    int found = 0;

    for (int i = 0; s->sonames[i] && !s->stop; i++)
        found += lazynccl_consider_soname(s, folder, below, s->sonames[i]);
    return found;
}

void lazynccl_consider_folder(struct lazynccl_search *s, const char *folder)
{
    int mistake = lazynccl_is_by_program(s); /* which says that the file exists */
    int found = lazynccl_consider_sonames(s, folder, "");

#ifndef LAZYNCCL_SMALL /* files in a folder that cannot be listed may still open */
    if (!found && s->location == LAZYNCCL_LOCATION_ENV)
        lazynccl_folders_add(&s->unlisted, folder, LAZYNCCL_VIA_UNKNOWN);
    else if (!found)
        found = lazynccl_consider_named(s, folder);
    if (found < 0)
        lazynccl_add_note(s, mistake, "%s: cannot be read: %s", folder, strerror(errno));
#endif
    if (!found)
        lazynccl_add_note(s, mistake, "%s: no %s", folder, s->names);
}

int lazynccl_is_named_folder(struct lazynccl_search *s, const char *path)
{
#ifdef LAZYNCCL_SMALL
    int is_folder = access(lazynccl_arena_print(&s->arena, "%s/.", path), F_OK) == 0;
#else
    int is_folder = lazynccl_is_folder(LAZYNCCL_AT(s, path));
#endif

    if (!is_folder && lazynccl_is_inconclusive(errno, 1))
        lazynccl_give_up(s, path, errno);
    return is_folder;
}

const char *lazynccl_folder_named(struct lazynccl_search *s, const char *variable)
{
    const char *value = lazynccl_variable(s->view, variable);

    if (!value)
        lazynccl_note(s, "%s is not set", variable);
    else if (*value != '/')
        lazynccl_note_mistake(s, "%s=%s refused: not an absolute path", variable, value);
    else
        return value;
    return NULL;
}

void lazynccl_consider_wheel(struct lazynccl_search *s, const char *site, int known)
{
    const char *const *wheels = s->description->wheels;
    int found = 0;

    for (int i = 0; s->sonames[i]; i++)
        for (int w = 0; wheels[w] && !s->stop; w++)
            found += lazynccl_consider_soname(s, site, wheels[w], s->sonames[i]);
    if (!found && (known || lazynccl_exists(LAZYNCCL_AT(s, site))))
        lazynccl_note(s, "%s: no %s in its %s", site, s->names, wheels[0] ? wheels[0] : "nvidia");
}
