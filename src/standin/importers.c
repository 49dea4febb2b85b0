/* Finds the files that import a library's data.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/importers.h"
#include "common/files/walk.h"
#include "common/linking/facts.h"
#include "common/machine/distributions.h"
#include "common/text/memory.h"
#include <dirent.h>
#include <sys/stat.h>

static struct importer *add(struct importers *all, const char *path, const struct elf_file *file)
{
    struct importer *importer = MEMORY_ADD(all->list, all->count);

    *importer = (struct importer){.path = memory_copy(path)};
    for (size_t i = 0; i < file->needed.count; i++)
        strings_add(&importer->needed, file->needed.list[i], strlen(file->needed.list[i]));
    return importer;
}

static void add_path(void *context, const char *path, enum walk_kind kind)
{
    struct elf_file file;

    if (kind != WALK_ELF || elf_file_head(&file, path))
        return;
    if (file.needed.count)
        add(context, path, &file);
    elf_file_close(&file);
}

static void ignore(void *context, const char *path, const char *why)
{
    (void)context, (void)path, (void)why;
}

/* Returns the folder above the last lib or lib64 of a path, to be freed; NULL without either. */
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

/* What the RECORDs of a site-packages list. Many distributions share nvidia/. */
struct recorded {
    struct strings folders; /* folders with files that may import data */
    struct strings names;   /* names in site-packages, and "nvidia/NAME" for those in nvidia/ */
};

/* Returns 1 for names with ".so" (modules, libraries) and names without a dot (programs). */
static int may_be_elf(const char *name)
{
    return strstr(name, ".so") || !strchr(name, '.');
}

/* Adds a part of a path, unless it repeats the last one, as it often does. */
static void add_part(struct strings *list, const char *path, size_t length)
{
    const char *last = list->count ? list->list[list->count - 1] : "";

    if (strncmp(last, path, length) != 0 || last[length]) {
        OWNED(memory) char *part = memory_copy_part(path, length);

        strings_add_once(list, part);
    }
}

/* Adds a path in a RECORD, unless it leads out of site-packages. */
static void add_recorded(struct recorded *recorded, const char *path)
{
    static const char shared[] = "nvidia/";
    size_t above = strncmp(path, shared, sizeof shared - 1) == 0 ? sizeof shared - 1 : 0;
    const char *name = strings_base_name(path);

    if (*path == '/' || strncmp(path, "../", 3) == 0)
        return;
    add_part(&recorded->names, path, above + strcspn(path + above, "/"));
    if (name > path && may_be_elf(name) && !strstr(path, ".dist-info/"))
        add_part(&recorded->folders, path, (size_t)(name - path) - 1);
}

static struct recorded read_records(const char *site)
{
    struct machine *machine = facts_plain("")->machine;
    struct recorded recorded = {0};

    for (struct distribution *of = distributions_of(machine, site); of; of = of->next) {
        const struct strings *files = &distribution_record(machine, of)->files;

        for (size_t i = 0; i < files->count; i++)
            add_recorded(&recorded, files->list[i]);
    }
    return recorded;
}

/* Adds the files of one folder, but not of the folders below it. */
static void add_folder(struct importers *all, const char *folder)
{
    DIR *names = opendir(folder);

    for (struct dirent *entry; names && (entry = readdir(names));) {
        OWNED(memory) char *path = memory_print("%s/%s", folder, entry->d_name);

        if ((entry->d_type == DT_REG || entry->d_type == DT_UNKNOWN) && may_be_elf(entry->d_name))
            add_path(all, path, WALK_ELF);
    }
    if (names)
        closedir(names);
}

/* Adds files that no RECORD lists: those of editable installations, conda and copied packages. */
static void add_others(struct importers *all, const struct recorded *recorded, const char *site,
                       const char *below)
{
    OWNED(memory) char *folder = memory_print("%s/%s", site, below);
    OWNED(strings) struct strings names = {0};

    walk_names(folder, &names);
    for (size_t i = 0; i < names.count; i++) {
        OWNED(memory) char *name = memory_print("%s%s", below, names.list[i]);
        OWNED(memory) char *path = memory_print("%s/%s", site, name);
        struct stat facts;

        if (strcmp(name, "nvidia") != 0 && !strings_has(&recorded->names, name) &&
            lstat(path, &facts) == 0 && !S_ISLNK(facts.st_mode))
            walk_files(path, add_path, ignore, all);
    }
}

/* Adds a site-packages by its RECORDs: of 26,000 files in one environment, 500 can import data. */
static void add_site(struct importers *all, const char *site)
{
    struct recorded recorded = read_records(site);

    for (size_t i = 0; i < recorded.folders.count; i++) {
        OWNED(memory) char *folder = memory_print("%s/%s", site, recorded.folders.list[i]);

        add_folder(all, folder);
    }
    add_others(all, &recorded, site, "");
    add_others(all, &recorded, site, "nvidia/");
    strings_free(&recorded.folders);
    strings_free(&recorded.names);
}

struct importers importers_find(const char *folder)
{
    static const char *const programs[] = {"bin", "sbin"};
    OWNED(memory) char *whole = realpath(folder, NULL);
    OWNED(memory) char *prefix = whole ? prefix_of(whole) : NULL;
    struct importers all = {0};

    add_site(&all, folder);
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

/* Returns 1 if a symbol of a file may be data of that library. A program defines the data that it
 * imports, as a copy (copy relocation). Others do not count if their version is another file's. */
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
    if (!elf_file_symbols(&file, 0) && file.needed.count) {
        struct importer *importer = add(all, name, &file);

        importer->imports = memory_get(1, sizeof *importer->imports);
        for (size_t i = 0; i < file.symbol_count; i++)
            for (size_t n = 0; n < file.needed.count; n++)
                if (may_import(&file, &file.symbols[i], file.needed.list[n])) {
                    strings_print(importer->imports, "%s", file.symbols[i].name);
                    break;
                }
    }
    elf_file_close(&file);
    return 0;
}

/* Returns the first data symbol of a library that a file may import, or NULL. */
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
