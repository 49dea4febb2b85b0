/* Looks for importers of data.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/importers.h"
#include "common/files/walk.h"
#include "common/text/memory.h"

static struct importer *add(struct importers *all, const char *path, const struct elf_file *file)
{
    struct importer *importer = MEMORY_ADD(all->list, all->count);

    *importer = (struct importer){.path = memory_copy(path)};
    for (size_t i = 0; i < file->needed_count; i++)
        strings_add(&importer->needed, file->needed[i], strlen(file->needed[i]));
    return importer;
}

static void add_path(void *context, const char *path, enum walk_kind kind)
{
    struct elf_file file;

    if (kind != WALK_ELF || elf_file_head(&file, path))
        return;
    if (file.needed_count)
        add(context, path, &file);
    elf_file_close(&file);
}

static void ignore(void *context, const char *path, const char *why)
{
    (void)context, (void)path, (void)why;
}

/* The folder that contains the last folder lib or lib64 of a path, to be freed; NULL: there is no
 * such folder. */
static char *prefix_of(const char *path)
{
    const char *found = NULL;

    for (const char *at = path; (at = strstr(at, "/lib")); at++) {
        size_t length = strcspn(at + 1, "/");

        if (length == 3 || (length == 5 && strncmp(at + 1, "lib64", 5) == 0))
            found = at;
    }
    return found ? memory_copy_part(path, (size_t)(found - path)) : NULL;
}

struct importers importers_find(const char *folder)
{
    static const char *const programs[] = {"bin", "sbin"};
    OWNED(memory) char *whole = realpath(folder, NULL);
    OWNED(memory) char *prefix = whole ? prefix_of(whole) : NULL;
    struct importers all = {0};

    walk_files(folder, add_path, ignore, &all);
    for (size_t i = 0; prefix && i < sizeof programs / sizeof *programs; i++) {
        OWNED(memory) char *path = memory_print("%s/%s", prefix, programs[i]);

        walk_files(path, add_path, ignore, &all);
    }
    return all;
}

void importers_free(struct importers *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->list[i].path);
        strings_free(&all->list[i].needed);
        if (all->list[i].imports)
            strings_free(all->list[i].imports);
        free(all->list[i].imports);
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
           symbol->type != ELF_TYPE_FUNC;
}

int importers_add(void *all, const char *name, int fd)
{
    struct elf_file file;

    if (elf_file_read(&file, fd))
        return 0;
    if (!elf_file_symbols(&file) && file.needed_count) {
        struct importer *importer = add(all, name, &file);

        importer->imports = memory_get(1, sizeof *importer->imports);
        for (size_t i = 0; i < file.symbol_count; i++)
            for (size_t n = 0; n < file.needed_count; n++)
                if (may_import(&file, &file.symbols[i], file.needed[n])) {
                    strings_print(importer->imports, "%s", file.symbols[i].name);
                    break;
                }
    }
    elf_file_close(&file);
    return 0;
}

/* The first of its data that a file may import; NULL: none. */
static const char *imported(const struct importer *importer, const struct source_library *real)
{
    const char *name = NULL;
    struct elf_file file;

    if (importer->imports) {
        for (size_t d = 0; d < real->data_count && !name; d++)
            if (strings_has(importer->imports, real->data[d]->name))
                name = real->data[d]->name;
        return name;
    }
    if (elf_file_open(&file, importer->path))
        return NULL;
    for (size_t i = 0; i < file.symbol_count && !name; i++)
        for (size_t d = 0; d < real->data_count && !name; d++)
            if (strcmp(file.symbols[i].name, real->data[d]->name) == 0 &&
                may_import(&file, &file.symbols[i], real->file.soname))
                name = real->data[d]->name;
    elf_file_close(&file);
    return name;
}

const char *importers_reason(const struct importers *all, const struct source_library *real)
{
    static char text[512];
    const char *name = NULL;

    for (size_t i = 0; real->data_count && !name && i < all->count; i++)
        if (strings_has(&all->list[i].needed, real->file.soname) &&
            (name = imported(&all->list[i], real)))
            snprintf(text, sizeof text, "%.250s imports its data: %.200s", all->list[i].path, name);
    return name ? text : NULL;
}

const char *importers_reason_below(const char *folder, const struct source_library *real)
{
    struct importers all = importers_find(folder);
    const char *why = importers_reason(&all, real);

    importers_free(&all);
    return why;
}
