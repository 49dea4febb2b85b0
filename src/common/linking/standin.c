/* Searches as a stand-in does.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/standin.h"
#include "common/files/elf_cache.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/path.h"

/* Searches for a library with a stub in its search locations. Searches for any other library by its
 * SONAME in the stand-in's folder of each site-packages and in all other locations. The result and
 * its description are never freed. */
static const struct search_result *search(const struct target *target, const char *soname)
{
    static const char *const none[] = {NULL};
    const struct lazynccl_description *desc = nvidia_of(soname).library;
    struct lazynccl_description *own = memory_get(1, sizeof *own);
    const char **sonames = memory_get(2, sizeof *sonames), **wheels = memory_get(2, sizeof *wheels);
    size_t site = lazynccl_site_length(target->module);
    char *folder = memory_folder(target->module);

    *sonames = soname; /* only its major version */
    if (site && folder && strlen(folder) > site)
        *wheels = folder + site + 1;
    *own = desc ? *desc
                : (struct lazynccl_description){.name = soname,
                                                .title = soname,
                                                .wheels = wheels,
                                                .home_variables = none,
                                                .packages = none,
                                                .symbols = ""};
    own->sonames = sonames;
    return search_result_read(&(struct search_result){.library = own, .target = target});
}

struct standin standin_of(const struct search_result *result)
{
    const struct candidate *taken = search_result_taken(result);

    if (!taken)
        return (struct standin){0};
    return (struct standin){.path = memory_copy(taken->path + strlen(result->target->root)),
                            .file = elf_cache_get(taken->path, NULL),
                            .found_via = taken->found_via,
                            .version = taken->version};
}

/* Returns what the .note.dlopen says that the stand-in was made from. */
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
    struct standin found = standin_of(search(target, file->soname));

    found.made_from = made_from(file);
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
