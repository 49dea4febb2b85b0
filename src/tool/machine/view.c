/* Answers what the search asks about a consumer: variables, files, ld.so's list of folders.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/machine/view.h"
#include "search/search.h"
#include "search/view.h"
#include "tool/text/memory.h"
#include <string.h>

const char *view_variable(const struct lazynccl_view *view, const char *name)
{
    size_t length = strlen(name);

    for (char **at = ((const struct consumer *)view)->environment; *at; at++)
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=')
            return *at + length + 1;
    return NULL;
}

void view_add_object(struct consumer *consumer, const char *path, const char *soname, int ours)
{
    struct lazynccl_objects *objects = &consumer->objects;

    *MEMORY_ADD(objects->list, objects->count) = (struct lazynccl_object){
        .path = memory_copy(path), .soname = memory_copy(soname), .ours = ours};
}

static void add_folder(struct lazynccl_folders *folders, char *path, enum lazynccl_via via)
{
    *MEMORY_ADD(folders->list, folders->count) = (struct lazynccl_folder){path, via};
}

/* $ORIGIN and ${ORIGIN} for the folder of the file; other tokens stay and so match nothing. */
static char *expand(const char *entry, size_t length, const char *origin)
{
    static const char *const tokens[] = {"$ORIGIN", "${ORIGIN}"};
    char *text = memory_copy_part(entry, length), *token;

    for (int i = 0; i < 2; i++)
        if ((token = strstr(text, tokens[i]))) {
            OWNED(memory) char *whole = text;

            return memory_print("%.*s%s%s", (int)(token - whole), whole, origin ? origin : "",
                                token + strlen(tokens[i]));
        }
    return text;
}

static void add_path(const struct lazynccl_view *view, struct lazynccl_folders *folders,
                     const char *path, const char *separators, enum lazynccl_via via)
{
    OWNED(memory) char *origin = lazynccl_folder_of(view->module);

    while (path) {
        size_t length = strcspn(path, separators);

        if (length)
            add_folder(folders, expand(path, length, origin), via);
        path = path[length] ? path + length + 1 : NULL;
    }
}

int view_folders(const struct lazynccl_view *view, struct lazynccl_folders *folders)
{
    const struct elf_file *file = &((const struct consumer *)view)->file;

    memset(folders, 0, sizeof *folders);
    /* RUNPATH turns RPATH off */
    add_path(view, folders, file->runpath ? NULL : file->rpath, ":", LAZYNCCL_VIA_RPATH);
    add_path(view, folders, view->variable(view, "LD_LIBRARY_PATH"), ":;",
             LAZYNCCL_VIA_LD_LIBRARY_PATH);
    add_path(view, folders, file->runpath, ":", LAZYNCCL_VIA_RUNPATH);
    folders->before_cache = folders->count;
    for (int i = 0; lazynccl_ldso_defaults[i]; i++)
        add_folder(folders, memory_copy(lazynccl_ldso_defaults[i]), LAZYNCCL_VIA_DEFAULT);
    return 0;
}
