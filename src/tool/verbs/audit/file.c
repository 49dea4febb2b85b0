/* Audits one ELF file: what it asks for, what it would get, what is wrong with its search path.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/files/dlopen_note.h"
#include "tool/linking/undefined.h"
#include "tool/verbs/audit/audit.h"
#include <stdlib.h>
#include <string.h>

/* 1 if some list of strings has it. */
static int has(const char **list, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], text) == 0)
            return 1;
    return 0;
}

/* Returns the flaw, which others may share; NULL if memory is short. */
struct audit_flaw *audit_flaw_add(struct audit *audit, enum audit_kind kind, const char *detail,
                                  const char *more, const char *file)
{
    struct audit_flaw *flaw, *list;
    size_t i = 0;

    while (i < audit->flaw_count &&
           !(audit->flaws[i].kind == kind && strcmp(audit->flaws[i].detail, detail) == 0 &&
             strcmp(audit->flaws[i].more, more) == 0))
        i++;
    if (i == audit->flaw_count) {
        if (!(list = realloc(audit->flaws, (audit->flaw_count + 1) * sizeof *list))) {
            audit->short_of_memory = 1;
            return NULL;
        }
        audit->flaws = list;
        flaw = &list[i];
        *flaw = (struct audit_flaw){.kind = kind, .detail = strdup(detail), .more = strdup(more)};
        if (!flaw->detail || !flaw->more) {
            free(flaw->detail);
            free(flaw->more);
            audit->short_of_memory = 1;
            return NULL;
        }
        audit->flaw_count++;
    }
    flaw = &audit->flaws[i];
    audit->short_of_memory |= strings_add(&flaw->files, file, strlen(file)) != 0;
    return flaw;
}

/* Needs */

static int read_demands(struct audit_need *need, const struct elf_file *file,
                        const struct elf_file *given)
{
    struct undefined demands;
    int failed = undefined_read(&demands, file, need->soname, need->vendor.is);

    if (!failed && given)
        undefined_mark(&demands, given);
    for (size_t i = 0; !failed && i < demands.count; i++) {
        const char *name = demands.list[i]->name;

        failed = strings_add(&need->demands, name, strlen(name)) ||
                 (given && undefined_fails(&demands, i) &&
                  strings_add(&need->lacks, name, strlen(name)));
    }
    /* ld.so goes by the file's table */
    for (size_t i = 0; i < file->symbol_count && !need->first && need->lacks.count > 0; i++)
        if (!file->symbols[i].defined &&
            has((const char **)need->lacks.list, need->lacks.count, file->symbols[i].name))
            need->first = file->symbols[i].name;
    /* without the library it can be told of those alone whose symbols we know */
    if (!failed && demands.count == 0 && !need->declared)
        need->needless = given ? !undefined_any(file, given) : need->vendor.is != NULL;
    undefined_free(&demands);
    return failed ? -1 : 0;
}

static void judge_need(struct audit *audit, const struct audit_need *need, const char *name,
                       int is_wheel)
{
    struct audit_flaw *flaw;

    if (need->needless)
        audit_flaw_add(audit, AUDIT_NEEDLESS, need->soname, "", name);
    if (need->declared)
        return; /* its absence is no fault: that is what declaring is for */
    if (need->fault)
        audit_flaw_add(audit, AUDIT_FAULT, need->path, need->fault, name);
    else if (need->lacks.count > 0 &&
             (flaw = audit_flaw_add(audit, AUDIT_LACKS, need->path ? need->path : need->elsewhere,
                                    need->first, name))) {
        flaw->version = need->version;
        flaw->from = flaw->files.count == 1 ? need->from : flaw->from;
    } else if (!need->path && need->elsewhere) {
        audit_flaw_add(audit, AUDIT_PRELOADED, need->soname, need->elsewhere, name);
    } else if (!need->path && *need->vendor.package && !is_wheel) { /* its verdict says so */
        audit_flaw_add(audit, AUDIT_ABSENT, need->soname, "", name);
    }
}

static int add_need(struct audit *audit, struct audit_file *is, const struct elf_file *file,
                    const struct audit_source *source, const char *soname, int declared)
{
    struct audit_need need = {.declared = declared};
    struct audit_given given = {0};
    struct audit_need *list;
    int failed;

    if (!nvidia_of(soname, &need.vendor))
        return 0;
    if (!(list = realloc(is->needs, (is->need_count + 1) * sizeof *list)) ||
        !(need.soname = strdup(soname))) {
        is->needs = list ? list : is->needs;
        return -1;
    }
    is->needs = list;
    if (source->give(source->context, file, soname, &given)) {
        need.path = given.path;
        need.from = given.from;
        need.fault = given.fault ? strdup(given.fault) : NULL;
    } else if (source->elsewhere(source->context, soname, declared, &given)) {
        need.elsewhere = given.path;
    }
    need.version = given.version;
    failed = read_demands(&need, file, given.file);
    list[is->need_count++] = need;
    judge_need(audit, &need, is->name, !source->root);
    return failed;
}

static int add_needs(struct audit *audit, struct audit_file *is, const struct elf_file *file,
                     const struct audit_source *source)
{
    struct strings opened = {0};
    int failed = 0;

    for (size_t i = 0; i < file->needed_count && !failed; i++)
        failed = add_need(audit, is, file, source, file->needed[i], 0);
    for (size_t i = 0; i < file->dlopen_count; i++)
        if (dlopen_note_sonames(file->dlopen[i], &opened) != 0)
            audit_flaw_add(audit, AUDIT_BAD_NOTE, file->dlopen[i], "", is->name);
    for (size_t i = 0; i < opened.count && !failed; i++)
        if (!has((const char **)opened.list, i, opened.list[i])) /* once, if two notes name it */
            failed = add_need(audit, is, file, source, opened.list[i], 1);
    strings_free(&opened);
    return failed;
}

/* The search path, and version needs */

static void judge_path(struct audit *audit, const struct elf_file *file, const char *name,
                       const char *root)
{
    static const enum audit_kind kinds[] = {[SEARCH_PATH_EMPTY] = AUDIT_EMPTY_PATH,
                                            [SEARCH_PATH_RELATIVE] = AUDIT_RELATIVE_PATH,
                                            [SEARCH_PATH_STUBS] = AUDIT_STUBS_PATH,
                                            [SEARCH_PATH_BUILD] = AUDIT_BUILD_PATH};
    const char *path = file->runpath ? file->runpath : file->rpath, *at = path;

    /* ld.so takes no notice of one that is empty as a whole */
    while (at && *path) {
        size_t length = strcspn(at, ":");
        enum search_path_fault fault = search_path_fault(at, length, root);
        char *element = strndup(at, length);

        if (fault != SEARCH_PATH_GOOD && element)
            audit_flaw_add(audit, kinds[fault], fault == SEARCH_PATH_EMPTY ? path : element,
                           file->runpath ? "RUNPATH" : "RPATH", name);
        free(element);
        at = at[length] ? at + length + 1 : NULL;
    }
}

/* ld.so looks for the file of each version among the NEEDED ones and aborts if it is not there. */
static void judge_versions(struct audit *audit, const struct elf_file *file, const char *name)
{
    for (size_t i = 0; i < file->version_count; i++) {
        const struct elf_version *version = &file->versions[i];

        /* the C library and ld.so are always there */
        if (version->file && !has(file->needed, file->needed_count, version->file) &&
            strncmp(version->file, "ld-linux", 8) != 0 && strcmp(version->file, "libc.so.6") != 0)
            audit_flaw_add(audit, AUDIT_UNNEEDED_VERSION, version->file, version->name, name);
    }
}

void audit_add(struct audit *audit, const char *name, const struct elf_file *file,
               const struct audit_source *source)
{
    struct audit_file is = {.name = strdup(name)};
    struct audit_file *list = realloc(audit->files, (audit->file_count + 1) * sizeof *list);

    audit->elf_count++;
    if (list)
        audit->files = list;
    if (!list || !is.name || add_needs(audit, &is, file, source) != 0)
        audit->short_of_memory = 1;
    judge_path(audit, file, name, source->root);
    judge_versions(audit, file, name);
    list = list && is.need_count > 0 ? list : NULL;
    if (list)
        list[audit->file_count++] = is;
    else
        free(is.name);
}

static void free_need(struct audit_need *need)
{
    strings_free(&need->demands);
    strings_free(&need->lacks);
    free(need->soname);
    free(need->path);
    free(need->fault);
    free(need->elsewhere);
}

void audit_free(struct audit *audit)
{
    for (size_t f = 0; f < audit->file_count; f++) {
        for (size_t n = 0; n < audit->files[f].need_count; n++)
            free_need(&audit->files[f].needs[n]);
        free(audit->files[f].needs);
        free(audit->files[f].name);
    }
    for (size_t i = 0; i < audit->flaw_count; i++) {
        strings_free(&audit->flaws[i].files);
        free(audit->flaws[i].detail);
        free(audit->flaws[i].more);
    }
    free(audit->files);
    free(audit->flaws);
    *audit = (struct audit){0};
}
