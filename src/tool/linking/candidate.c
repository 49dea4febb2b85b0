/* Judges files for a consumer, and asks for it as ld.so and as the search would.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/linking/candidate.h"
#include "search/folder.h"
#include "search/view.h"
#include "tool/files/elf_cache.h"
#include <stdlib.h>
#include <string.h>

static const char *own_machine(void)
{
#ifdef __x86_64__
    return "x86_64";
#else
    return "aarch64";
#endif
}

/* 1 if the library's description knows a symbol, in whatever suffix family. */
static int knows(const struct lazynccl_description *is, const char *symbol)
{
    const char *name = symbol + strspn(symbol, "_"), *known = is->symbols;
    size_t length = strlen(name);

    /* as in src/loader/resolve.c: a suffixed name stands for the plain one */
    while (is->suffixed && length > 2 && strspn(name + length - 1, "0123456789_"))
        length--;
    for (int k = 0; k < is->count; k++, known += strlen(known) + 1)
        if (strlen(known) == length && strncmp(known, name, length) == 0)
            return 1;
    return 0;
}

int candidate_exports(const struct elf_file *file, const char *name)
{
    for (size_t i = 0; i < file->symbol_count; i++)
        if (file->symbols[i].defined && strcmp(file->symbols[i].name, name) == 0)
            return 1;
    return 0;
}

static int exports_any(const struct lazynccl_description *is, const struct elf_file *file)
{
    for (size_t i = 0; i < file->symbol_count; i++)
        if (file->symbols[i].defined && knows(is, file->symbols[i].name))
            return 1;
    return 0;
}

const char *candidate_missing(const struct lazynccl_description *is, const struct elf_file *asks,
                              const struct elf_file *file)
{
    for (size_t i = 0; i < asks->symbol_count; i++) {
        const struct elf_symbol *wanted = &asks->symbols[i];

        if (!wanted->defined && strcmp(wanted->binding, "weak") != 0 &&
            (wanted->from ? file->soname && strcmp(wanted->from, file->soname) == 0
                          : knows(is, wanted->name)) &&
            !candidate_exports(file, wanted->name) && !candidate_exports(asks, wanted->name))
            return wanted->name;
    }
    return NULL;
}

/* Fills in what would come of opening the file. */
static void judge(const struct answer *answer, struct look *look)
{
    const struct lazynccl_description *is = answer->is;
    const char *why = "for linking only";
    const struct elf_file *file =
        strstr(look->path, "/stubs/") ? NULL : elf_cache_get(look->path, &why);
    char have[LAZYNCCL_VERSION_TEXT];
    int fits = 0;

    if (!file) {
        look->outcome = strdup(why);
        return;
    }
    look->version = elf_cache_version(is, look->path);
    look->ours = file->lazynccl != NULL;
    look->foreign = file->class != 64 || strcmp(file->machine_name, own_machine()) != 0;
    for (int i = 0; is->sonames[i]; i++)
        fits |=
            file->soname && lazynccl_major_of(file->soname) == lazynccl_major_of(is->sonames[i]);
    const char *missing = candidate_missing(is, &answer->consumer->file, file);
    look->lacks = missing ? strdup(missing) : NULL;
    if (look->ours)
        look->outcome = strdup(LAZYNCCL_IS_FORM);
    else if (look->foreign)
        look->outcome = lazynccl_join("made for another machine: ", file->machine_name, "");
    else if (file->soname && !fits)
        look->outcome = lazynccl_join("is ", file->soname, "");
    else if (!exports_any(is, file))
        look->outcome = strdup("exports none of its functions");
    else if (answer->minimum && look->version && look->version < answer->minimum)
        look->outcome = lazynccl_join("is ", lazynccl_version_text(is, look->version, have),
                                      ": older than wanted");
    else {
        look->usable = 1;
        look->outcome = missing ? lazynccl_join("lacks ", missing, "") : strdup("");
    }
}

static void free_look(struct look *look)
{
    free(look->place);
    free(look->path);
    free(look->outcome);
    free(look->lacks);
    *look = (struct look){0};
}

/* Adds a look, or gives it up if memory is short. */
static void add_look(struct answer *answer, struct look *look)
{
    struct look *list = realloc(answer->looks, ((size_t)answer->count + 1) * sizeof *list);

    if (!list) {
        free_look(look);
        return;
    }
    answer->looks = list;
    list[answer->count++] = *look;
}

static int note(void *context, const struct lazynccl_candidate *candidate)
{
    struct look look = {.place = strdup(candidate->place), .wrong = candidate->wrong};

    if (candidate->path) {
        look.path = strdup(candidate->path);
        judge(context, &look);
    } else {
        look.outcome = strdup(candidate->note ? candidate->note : "");
    }
    add_look(context, &look);
    return 0; /* on: every other place is to be shown */
}

void answer_search(struct answer *answer)
{
    struct lazynccl_wanted wanted = {.description = answer->is, .partner = answer->partner};

    if (answer->partner) /* as the runtime does */
        wanted.prefer[wanted.prefers++] = lazynccl_major_of(answer->partner);
    lazynccl_search(&answer->consumer->view, &wanted, note, answer);
}

/* ld.so takes the first file that is there and is for its machine. */
static int take_first(void *context, const char *path, enum lazynccl_via via)
{
    struct answer *answer = context;

    answer->linker = (struct look){.place = strdup(consumer_via_word(via)), .path = strdup(path)};
    judge(answer, &answer->linker);
    if (!answer->linker.foreign)
        return 1;
    free_look(&answer->linker);
    return 0;
}

/* What ld.so has for a name, in its order: to a process it gives what that has loaded, by the name
 * that is in the file. */
static void each_of(struct answer *answer, const char *soname, lazynccl_each_file *take)
{
    const struct lazynccl_view *view = &answer->consumer->view;
    int done = 0;

    for (int i = 0; i < view->objects->count && !done; i++) {
        const struct lazynccl_object *object = &view->objects->list[i];
        char *path = object->soname && strcmp(object->soname, soname) == 0
                         ? lazynccl_inside(view, strdup(object->path))
                         : NULL;

        done = path && take(answer, path, LAZYNCCL_VIA_LOADED);
        free(path);
    }
    if (!done)
        lazynccl_ldso_each(view, soname, take, answer);
}

void answer_soname(struct answer *answer, const char *soname)
{
    if (!answer->linker.path)
        each_of(answer, soname, take_first);
}

static int take_each(void *context, const char *path, enum lazynccl_via via)
{
    struct answer *answer = context;
    struct look look = {.place = strdup(consumer_via_word(via)), .path = strdup(path)};

    judge(answer, &look);
    if (look.foreign)
        free_look(&look);
    else
        add_look(answer, &look);
    return 0;
}

void answer_each(struct answer *answer, const char *soname)
{
    each_of(answer, soname, take_each);
}

void answer_linker(struct answer *answer)
{
    const struct elf_file *file = &answer->consumer->file;
    const char *const *sonames = answer->is->sonames;
    int needs = 0;

    for (int round = 0; round < 2; round++)
        for (int i = 0; sonames[i]; i++) {
            int asked = 0;

            for (size_t n = 0; n < file->needed_count; n++)
                asked |= strcmp(file->needed[n], sonames[i]) == 0;
            needs |= asked;
            if (asked || (round == 1 && !needs))
                answer_soname(answer, sonames[i]);
        }
}

const struct look *answer_taken(const struct answer *answer)
{
    for (int i = 0; i < answer->count; i++)
        if (answer->looks[i].usable)
            return &answer->looks[i];
    return NULL;
}

void answer_free(struct answer *answer)
{
    for (int i = 0; i < answer->count; i++)
        free_look(&answer->looks[i]);
    free_look(&answer->linker);
    free(answer->looks);
    answer->looks = NULL;
    answer->count = 0;
}
