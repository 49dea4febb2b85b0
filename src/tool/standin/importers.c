/* Looks for importers of data.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/standin/importers.h"
#include "tool/files/walk.h"
#include "tool/text/memory.h"
#include <stdio.h>
#include <string.h>

static void add(void *context, const char *path, enum walk_kind kind)
{
    struct importers *all = context;
    struct elf_file file;

    if (kind != WALK_ELF || elf_file_head(&file, path))
        return;
    if (file.needed_count) {
        struct importer *importer = MEMORY_ADD(all->list, all->count);

        *importer = (struct importer){.path = memory_copy(path)};
        for (size_t i = 0; i < file.needed_count; i++)
            strings_add(&importer->needed, file.needed[i], strlen(file.needed[i]));
    }
    elf_file_close(&file);
}

static void ignore(void *context, const char *path, const char *why)
{
    (void)context, (void)path, (void)why;
}

struct importers importers_find(const char *folder)
{
    struct importers all = {0};

    walk_files(folder, add, ignore, &all);
    return all;
}

void importers_free(struct importers *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->list[i].path);
        strings_free(&all->list[i].needed);
    }
    free(all->list);
    *all = (struct importers){0};
}

/* 1 if a symbol of a file may lead to that library's data. A program has a copy of what it imports
 * (a copy relocation), and so defines it; a version that comes from another file is that file's. */
static int may_import(const struct elf_file *file, const struct elf_symbol *symbol,
                      const char *soname)
{
    return (symbol->defined ? !file->soname : !symbol->from || strcmp(symbol->from, soname) == 0) &&
           strcmp(symbol->type, "func") != 0;
}

static const char *imported(const struct elf_file *file, const struct real *real)
{
    for (size_t i = 0; i < file->symbol_count; i++)
        for (size_t d = 0; d < real->data_count; d++)
            if (strcmp(file->symbols[i].name, real->data[d]->name) == 0 &&
                may_import(file, &file->symbols[i], real->file.soname))
                return real->data[d]->name;
    return NULL;
}

const char *importers_reason(const struct importers *all, const struct real *real)
{
    static char text[512];
    struct elf_file file;
    const char *name = NULL;

    for (size_t i = 0; real->data_count && !name && i < all->count; i++) {
        const struct importer *importer = &all->list[i];

        if (!strings_has(&importer->needed, real->file.soname) ||
            elf_file_open(&file, importer->path))
            continue;
        if ((name = imported(&file, real)))
            snprintf(text, sizeof text, "%.250s imports its data: %.200s", importer->path, name);
        elf_file_close(&file);
    }
    return name ? text : NULL;
}
