/* Audits ELF files of the file system, each with what ld.so gives it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "runtime/search/path.h"
#include "tool/audit/report.h"

struct asking {
    const struct strings *elfs;
    size_t skip;
};

/* A file of that name anywhere among those audited. */
static const struct elf_file *elsewhere(void *context, const struct elf_file *asks,
                                        const struct binding *binding, struct candidate *to)
{
    const struct asking *asking = context;
    const char *only = NULL;

    for (size_t i = 0; i < asking->elfs->count; i++) {
        const char *path = asking->elfs->list[i];
        const struct elf_file *file;

        if (strcmp(strings_base_name(path), binding->soname) != 0 ||
            (binding->declared && (file = elf_cache_get(path, NULL)) && file->exports_lazynccl))
            continue; /* a stand-in opens the library itself, not a stand-in */
        if (!to->path)
            to->path = memory_copy((only = path) + asking->skip);
        else if (only && !lazynccl_same_file(only, path))
            only = NULL; /* ambiguous: several candidates */
    }
    if (only && binding->vendor.library)
        to->version = elf_cache_version(binding->vendor.library, only);
    return only ? elf_cache_get(only, NULL) : NULL;
}

void audit_files(struct audit *audit, const char *root, const struct strings *elfs, size_t skip,
                 walk_unreadable *blind, void *context)
{
    const struct facts *anyone = facts_plain(root);
    const char *why;

    for (size_t i = 0; i < elfs->count; i++) {
        const char *path = elfs->list[i];
        struct elf_file file;

        if ((why = elf_file_open(&file, path))) {
            blind(context, path, why);
            continue;
        }
        struct target target = target_as(anyone->machine->target, path + strlen(root), &file);
        struct asking asking = {elfs, skip};
        const struct binding_source source = {&target,         NULL, elsewhere,
                                              PRELOADS_ABSENT, NULL, &asking};

        audit_add(audit, path + skip, &file, &source);
        elf_file_close(&file);
    }
}
