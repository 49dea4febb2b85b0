/* Audits ELF files: what each needs, what ld.so finds for it, and what is wrong.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/closure.h"
#include "common/linking/moved.h"
#include "common/linking/standin.h"
#include "runtime/search/path.h"
#include "tool/audit/report.h"

/* Finds in `context` the library that a stand-in, or lazynccl inside a file, would load. */
static const struct elf_file *find_real(void *context, const struct elf_file *asks,
                                        const struct binding *binding, struct candidate *to)
{
    const struct standin *real = context;

    to->path = memory_copy(real->path);
    to->found_via = real->found_via;
    to->version = real->version;
    return real->file;
}

/* Binds a stand-in to the library that its own search finds. */
static void bind_standin(struct audit *audit, struct audit_file *of, const struct elf_file *file,
                         const struct target *target)
{
    OWNED(standin) struct standin real = standin_look(target, file);
    const struct binding_source own = {.find = find_real, .context = &real};

    strings_print(&audit->standins, "%s", target->module);
    bindings_add(&of->bindings, file, of->name, file->soname, 1, &own);
}

/* Binds a file that contains lazynccl to the file that lazynccl's search takes, under that file's
 * SONAME. If the search takes none, adds the newest SONAME without a file. */
static void bind_contained(struct audit_file *of, const struct elf_file *file,
                           const struct lazynccl_description *library, const struct target *target)
{
    struct target own = *target;

    own.from = target->module;
    target_import(&own, NULL);
    const struct search_result *result =
        search_result_read(&(struct search_result){.library = library, .target = &own});
    OWNED(standin) struct standin real = standin_of(result);
    int which = 0; /* a file that a setting names may have another SONAME */

    while (real.file && real.file->soname && library->sonames[which] &&
           strcmp(library->sonames[which], real.file->soname) != 0)
        which++;
    const char *soname = library->sonames[library->sonames[which] ? which : 0];
    const struct binding_source source = {.find = find_real, .context = &real};

    bindings_add(&of->bindings, file, of->name, soname, 1, &source);
}

/* Returns 1 if the lazynccl copy in this file searches for the library itself. */
static int is_contained(const struct elf_file *file, const struct lazynccl_description *library,
                        const struct target *target)
{
    return target && (!file->by_soname || file->locations) && library &&
           strings_has(&file->lazynccl, library->name);
}

/* Returns the path that ld.so, or else the source, finds for a library; to be freed; NULL: none. */
static char *find_soname(const struct elf_file *file, const char *soname,
                         const struct binding_source *source)
{
    const struct binding asked = {.soname = (char *)soname, .declared = 1};
    const struct target *target = source->target;
    OWNED(candidate) struct candidate found = {0};
    OWNED(memory) char *path = target ? linker_first(target, soname, NULL) : NULL;
    binding_find *find = target ? source->preloaded : source->find;

    if (path)
        return memory_copy(path + strlen(target->root));
    if (find)
        find(source->context, file, &asked, &found);
    return memory_copy(found.path);
}

/* Adds and checks the entries of a file's notes, with the paths found, and lists their SONAMEs. */
static void add_notes(struct audit *audit, struct audit_file *of, const struct elf_file *file,
                      const struct binding_source *source, struct strings *sonames)
{
    for (size_t i = 0; i < file->dlopen_count; i++)
        if (dlopen_note_read(file->dlopen[i], &of->notes) != 0)
            files_check_note(&audit->groups, of->name, file->dlopen[i]);
    for (size_t i = 0; i < of->notes.count; i++) {
        const struct dlopen_entry *entry = &of->notes.list[i];
        OWNED(memory) char *path = NULL;

        for (size_t n = 0; n < entry->sonames.count; n++) {
            strings_print(sonames, "%s", entry->sonames.list[n]);
            if (!path)
                path = find_soname(file, entry->sonames.list[n], source);
        }
        strings_print(&of->note_paths, "%s", path ? path : "");
        if (!path && source->target &&
            !is_contained(file, nvidia_of(entry->sonames.list[0]).library, source->target))
            files_check_entry(&audit->groups, of->name, entry, source->target);
    }
}

static int is_noted(const struct audit_file *of, const char *soname)
{
    for (size_t n = 0; n < of->notes.count; n++)
        if (strings_has(&of->notes.list[n].sonames, soname))
            return 1;
    return 0;
}

/* If the file can call dlopen, adds to `opens` the libraries in its strings that no note lists. */
static void add_opens(struct audit_file *of, const struct elf_file *file,
                      const struct binding_source *source, const struct strings *names)
{
    of->cannot_open = !elf_file_imports_dlopen(file);
    for (size_t i = 0; i < names->count && !of->cannot_open; i++) {
        const char *name = names->list[i];

        if (is_noted(of, name))
            continue;
        OWNED(memory)
        char *path = audit_is_incomplete(name) ? NULL : find_soname(file, name, source);

        strings_print(&of->opens, "%s", name);
        strings_print(&of->open_paths, "%s", path ? path : "");
    }
}

/* Binds the file to the NVIDIA libraries that its notes name. */
static void bind_opened(struct audit *audit, struct audit_file *of, const struct elf_file *file,
                        const struct binding_source *source)
{
    OWNED(strings) struct strings opened = {0}, contained = {0};

    add_notes(audit, of, file, source, &opened);
    for (size_t i = 0; i < opened.count; i++) {
        const char *soname = opened.list[i];
        const struct nvidia vendor = nvidia_of(soname);

        if (!vendor.title || strings_has(&(struct strings){opened.list, i}, soname))
            continue;
        if (file->exports_lazynccl && source->target && file->soname &&
            strcmp(soname, file->soname) == 0)
            bind_standin(audit, of, file, source->target);
        else if (!is_contained(file, vendor.library, source->target))
            bindings_add(&of->bindings, file, of->name, soname, 1, source);
        else if (!strings_has(&contained, vendor.library->name)) {
            strings_print(&contained, "%s", vendor.library->name);
            bind_contained(of, file, vendor.library, source->target);
        }
    }
}

static void free_file(struct audit_file *file)
{
    bindings_free(&file->bindings);
    if (file->notes.list) { /* `count` may be 0, because the only entry may have been dropped */
        dlopen_entries_free(&file->notes);
        strings_free(&file->note_paths);
    }
    strings_free(&file->opens);
    strings_free(&file->open_paths);
    free(file->lazynccl);
    free(file->name);
}

static int is_shown(const struct audit *audit, const struct audit_file *of)
{
    return of->bindings.count || of->notes.count || of->lazynccl || of->opens.count ||
           (audit->opens && audit->file);
}

/* Reports the faults of a file's bindings, except those that its verdict excuses. */
static void check_bindings(struct audit *audit, const struct audit_file *of,
                           const struct examined *own, const struct binding_source *source)
{
    for (size_t i = 0; i < of->bindings.count; i++) {
        const struct binding *binding = &of->bindings.list[i];

        if (!own || !verdict_excuses(source->packages, own->path, binding))
            files_check_binding(&audit->groups, binding);
        /* libraries that the wheel lacks are part of its verdict */
        if (audit->file)
            needs_check_order(&audit->groups, binding);
        else if (own)
            needs_check_of(&audit->groups, source->packages, own->path, binding);
        else if (source->target || binding_serving(binding)->path)
            needs_check(&audit->groups, binding);
    }
}

void audit_add(struct audit *audit, const char *name, const struct elf_file *file,
               const struct binding_source *source, const struct strings *names)
{
    const struct examined *own =
        source->target ? verdict_of_file(source->packages, source->target->module) : NULL;
    struct audit_file of = {.name = memory_copy(name)};
    const char *symbol;

    audit->elf_count++;
    for (size_t i = 0; i < file->needed.count; i++)
        if (nvidia_of(file->needed.list[i]).title)
            bindings_add(&of.bindings, file, name, file->needed.list[i], 0, source);
    if (file->dlopen_count)
        bind_opened(audit, &of, file, source);
    if (audit->opens)
        add_opens(&of, file, source, names);
    if (file->lazynccl.count)
        of.lazynccl = elf_file_lazynccl(file);
    check_bindings(audit, &of, own, source);
    files_check(&audit->groups, name, file, source);
    if (own)
        *MEMORY_ADD(audit->verdicts.list, audit->verdicts.count) = *own;
    if (audit->file && own && !own->is_alone)
        strings_print(&audit->failing, "%s", own->path);
    else if ((!own || own->verdict == FILE_FAILS) && (symbol = bindings_lacking(file)))
        needs_check_undefined(&audit->groups, name, symbol, moved_from(symbol), 0);
    if (is_shown(audit, &of))
        *MEMORY_ADD(audit->files, audit->file_count) = of;
    else
        free_file(&of);
}

void audit_free(struct audit *audit)
{
    for (size_t f = 0; f < audit->file_count; f++)
        free_file(&audit->files[f]);
    free(audit->files);
    if (audit->groups.count)
        grouped_free(&audit->groups);
    strings_free(&audit->outside);
    strings_free(&audit->standins);
    strings_free(&audit->failing);
    free(audit->verdicts.list);
    *audit = (struct audit){0};
}

struct audited {
    const struct strings *elfs; /* the audited files */
    size_t skip;                /* bytes of each path that are not shown */
};

/* Finds the only audited file, in any folder, whose name is the binding's SONAME. */
static const struct elf_file *find_elsewhere(void *context, const struct elf_file *asks,
                                             const struct binding *binding, struct candidate *to)
{
    const struct audited *audited = context;
    const char *only = NULL;

    for (size_t i = 0; i < audited->elfs->count; i++) {
        const char *path = audited->elfs->list[i];
        const struct elf_file *file;

        if (strcmp(strings_base_name(path), binding->soname) != 0 ||
            ((file = elf_cache_get(path, NULL)) && file->exports_lazynccl))
            continue; /* another name; or a stand-in, which cannot serve in place of the library */
        if (!to->path)
            to->path = memory_copy((only = path) + audited->skip);
        else if (only && !lazynccl_same_file(only, path))
            only = NULL; /* ambiguous: several candidates */
    }
    if (only && binding->vendor.library)
        to->version = elf_cache_version(binding->vendor.library, only);
    return only ? elf_cache_get(only, NULL) : NULL;
}

/* Returns a file, or NULL and the reason in `why`. A file that the user named stays in the cache,
 * because its closure begins there. Any other is read into `own`, which the caller closes. */
static const struct elf_file *read_file(const struct audit *audit, const char *path,
                                        struct elf_file *own, struct strings *opens,
                                        const char **why)
{
    if (audit->file && !audit->opens)
        return elf_cache_get(path, why);
    if ((*why = elf_file_head(own, path)))
        return NULL;
    if (audit->opens)
        *opens = elf_file_opens(own, 0);
    *why = elf_file_symbols(own, 0);
    return *why ? NULL : own;
}

/* Adds to `failing` the files that fail by themselves. Also adds, for each file outside the audit
 * that lacks an NVIDIA library, one audited file that fails for that reason. */
static void add_failing(struct audit *audit, struct facts *facts)
{
    OWNED(strings) struct strings causes = {0};

    for (size_t i = 0; i < audit->verdicts.count && !audit->file; i++) {
        const struct examined *file = &audit->verdicts.list[i];
        const struct nvidia vendor = nvidia_of(file->soname ? file->soname : "");
        int is_elsewhere = vendor.title && !vendor.is_driver && !verdict_of_file(facts, file->asks);
        int is_own =
            !file->soname && !file->is_caller && file->asks && strcmp(file->asks, file->path) == 0;

        if (file->verdict != FILE_FAILS || !(is_own || is_elsewhere) ||
            strings_has(&causes, file->asks))
            continue;
        strings_print(&causes, "%s", file->asks);
        strings_print(&audit->failing, "%s", file->path);
    }
}

void audit_files(struct audit *audit, struct facts *facts, const struct strings *elfs, size_t skip,
                 walk_unreadable *unreadable, void *context)
{
    const struct target *plain = facts->machine->target;
    const char *why = NULL;
    size_t root = strlen(plain->root);

    verdicts_of(facts, elfs, root, audit->file != NULL);
    for (size_t i = 0; i < elfs->count; i++) {
        const char *path = elfs->list[i];
        OWNED(strings) struct strings opens = {0};
        struct elf_file own;
        const struct elf_file *file = read_file(audit, path, &own, &opens, &why);

        if (!file) {
            unreadable(context, path, why);
            continue;
        }
        struct target target = target_as(plain, path + root, file);
        struct audited audited = {elfs, skip};
        const struct binding_source source = {&target, NULL, find_elsewhere, facts, &audited};

        audit_add(audit, path + skip, file, &source, &opens);
        if (file == &own)
            elf_file_close(&own);
    }
    add_failing(audit, facts);
}
