/* Lists the names in a folder.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/folder.h"
#include <dirent.h>
#include <errno.h>
#include <string.h>

/* Adds a name to a list that has `count`, with room for the NULL that ends it. Returns the list;
 * NULL if out of memory. */
static char **append_name(struct lazynccl_arena *arena, char **names, size_t count,
                          const char *name)
{
    if (count % 32 == 0) {
        char **longer = lazynccl_arena_take(arena, (count + 33) * sizeof *names);

        if (!longer)
            return NULL;
        names = count ? memcpy(longer, names, count * sizeof *names) : longer;
    }
    names[count] = lazynccl_arena_print(arena, "%s", name);
    names[count + 1] = NULL;
    return names;
}

char **lazynccl_folder_names(struct lazynccl_arena *arena, const char *folder, const char *start)
{
    char **names = lazynccl_arena_take(arena, sizeof *names);
    DIR *opened = names ? opendir(folder) : NULL;
    struct dirent *entry;
    size_t count = 0;
    int error;

    if (!opened)
        return NULL;
    *names = NULL;
    errno = 0;
    while (names && (entry = readdir(opened))) {
        if (*entry->d_name != '.' && strncmp(entry->d_name, start, strlen(start)) == 0)
            names = append_name(arena, names, count++, entry->d_name);
        errno = 0;
    }
    error = names ? errno : ENOMEM;
    closedir(opened);
    errno = error;
    return error || arena->error ? NULL : names;
}
