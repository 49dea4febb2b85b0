/* Searches as a stand-in does.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/standin.h"
#include "common/files/elf_cache.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/path.h"

/* A search for the library that a stand-in opens. */
struct asking {
    struct lazynccl_search search; /* the first member */
    const struct target *target;
    struct standin *found;
    int has_version;
};

/* Returns 1 if the file is that library. */
static int take(struct lazynccl_search *s, const char *path)
{
    struct asking *asking = (struct asking *)s;
    struct standin *found = asking->found;
    OWNED(memory) char *inside = path ? view_inside(asking->target, path) : NULL;
    const struct elf_file *file = inside ? elf_cache_get(inside, NULL) : NULL;

    if (!file || file->exports_lazynccl || !view_fits(&asking->target->file, file))
        return 0;
    found->path = memory_copy(path);
    found->file = file;
    found->found_via = lazynccl_location_word(s->location);
    found->version = asking->has_version ? elf_cache_version(s->description, inside) : 0;
    return 1;
}

/* Searches for a library with a stub in its search locations; for another by its SONAME in the
 * stand-in's folder of each site-packages, and in all other locations. */
static void search(const struct target *target, const char *soname,
                   const struct lazynccl_description *desc, struct standin *found)
{
    static const char *const none[] = {NULL};
    size_t site = lazynccl_site_length(target->module);
    OWNED(memory) char *folder = memory_folder(target->module);
    const char *const sonames[] = {soname, NULL};
    const char *const wheels[] = {
        site && folder && strlen(folder) > site ? folder + site + 1 : NULL, NULL};
    const struct lazynccl_description plain = {.name = soname,
                                               .title = soname,
                                               .sonames = sonames,
                                               .wheels = wheels,
                                               .home_variables = none,
                                               .packages = none,
                                               .symbols = ""};
    struct lazynccl_description own = desc ? *desc : plain;
    struct asking asking = {.search = {.view = &target->view, .description = &own, .offer = take},
                            .target = target,
                            .found = found,
                            .has_version = desc != NULL};

    own.sonames = sonames; /* only its major version */
    lazynccl_search_run(&asking.search);
    lazynccl_arena_free(&asking.search.arena);
}

/* Reads the note that the writer filled in. */
static char *made_from(const struct elf_file *file)
{
    for (size_t i = 0; i < file->dlopen_count; i++) {
        const char *at = strstr(file->dlopen[i], LAZYNCCL_STANDIN_FROM);

        if (at)
            return memory_copy_part(at + strlen(LAZYNCCL_STANDIN_FROM),
                                    strcspn(at + strlen(LAZYNCCL_STANDIN_FROM), "\""));
    }
    return NULL;
}

struct standin standin_look(const struct target *target, const struct elf_file *file)
{
    struct standin found = {.made_from = made_from(file)};

    search(target, file->soname, nvidia_of(file->soname).library, &found);
    for (size_t i = 0; found.file && found.made_from && i < file->symbol_count; i++)
        if (file->symbols[i].defined && file->symbols[i].type == ELF_TYPE_FUNC &&
            !elf_file_has(found.file, file->symbols[i].name, 1))
            strings_add(&found.missing, file->symbols[i].name, strlen(file->symbols[i].name));
    return found;
}

void standin_free(struct standin *found)
{
    free(found->path);
    free(found->made_from);
    strings_free(&found->missing);
}

char *standin_missing(const struct standin *found)
{
    const struct strings first = {found->missing.list,
                                  found->missing.count > 3 ? 3 : found->missing.count};
    OWNED(memory) char *names = strings_join(&first, ", ");
    size_t others = found->missing.count - first.count;

    return others ? memory_print("%s and %zu more", names, others) : memory_copy(names);
}
