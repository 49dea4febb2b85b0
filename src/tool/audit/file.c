/* Audits one ELF file: what it asks for, what it gets, what is wrong with that and with itself.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/dlopen_note.h"
#include "common/linking/standin.h"
#include "tool/audit/report.h"

/* What a stand-in's own search finds, in place of ld.so's. */
static const struct elf_file *find_real(void *context, const struct elf_file *asks,
                                        const struct binding *binding, struct candidate *to)
{
    const struct standin *real = context;

    to->path = memory_copy(real->path);
    to->found_via = real->found_via;
    to->version = real->version;
    return real->file;
}

static void bind_all(struct audit *audit, struct audit_file *of, const struct elf_file *file,
                     const struct binding_source *source)
{
    OWNED(strings) struct strings opened = {0};
    OWNED(standin) struct standin real = {0};
    const struct binding_source own = {.find = find_real, .context = &real};
    struct nvidia vendor;

    for (size_t i = 0; i < file->needed_count; i++)
        if (nvidia_of(file->needed[i], &vendor))
            bindings_add(&of->bindings, file, of->name, file->needed[i], 0, source);
    for (size_t i = 0; i < file->dlopen_count; i++)
        if (dlopen_note_sonames(file->dlopen[i], &opened) != 0)
            files_check_note(&audit->groups, of->name, file->dlopen[i]);
    int stands_in = file->exports_lazynccl && source->target && file->soname &&
                    strings_has(&opened, file->soname) && nvidia_of(file->soname, &vendor);
    if (stands_in) {
        real = standin_look(source->target, file);
        standin_check(&audit->groups, of->name, file, &real);
    }
    for (size_t i = 0; i < opened.count; i++)
        if (!strings_has(&(struct strings){opened.list, i}, opened.list[i]) &&
            nvidia_of(opened.list[i], &vendor))
            bindings_add(&of->bindings, file, of->name, opened.list[i], 1,
                         stands_in && strcmp(opened.list[i], file->soname) == 0 ? &own : source);
}

void audit_add(struct audit *audit, const char *name, const struct elf_file *file,
               const struct binding_source *source)
{
    struct audit_file of = {.name = memory_copy(name)};

    audit->elf_count++;
    bind_all(audit, &of, file, source);
    for (size_t i = 0; i < of.bindings.count; i++) {
        const struct binding *binding = &of.bindings.list[i];

        files_check_binding(&audit->groups, binding);
        stubs_check(&audit->groups, binding);
        /* what a wheel does not have at all its verdict says */
        if (source->target || binding_serving(binding))
            needs_check(&audit->groups, binding);
    }
    files_check(&audit->groups, name, file, source->target ? source->target->root : NULL);
    if (of.bindings.count)
        *MEMORY_ADD(audit->files, audit->file_count) = of;
    else
        free(of.name);
}

void audit_free(struct audit *audit)
{
    for (size_t f = 0; f < audit->file_count; f++) {
        bindings_free(&audit->files[f].bindings);
        free(audit->files[f].name);
    }
    free(audit->files);
    grouped_free(&audit->groups);
    strings_free(&audit->outside);
    *audit = (struct audit){0};
}
