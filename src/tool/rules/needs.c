/* Rules on modules and the libraries that they need: LN103, 104, 107, 113, 115, 117.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/folder.h"
#include "search/file_version.h"
#include "tool/linking/undefined.h"
#include "tool/rules/rule.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A copy that has all that the module demands, behind what ld.so gives, or NULL. */
static const struct look *better_behind(const struct need *need)
{
    for (int i = 1; i < need->answer.count; i++)
        if (need->answer.looks[i].usable && !need->answer.looks[i].lacks)
            return &need->answer.looks[i];
    return NULL;
}

static int named_by_the_file(const struct look *look)
{
    return strcmp(look->place, "RPATH") == 0 || strcmp(look->place, "RUNPATH") == 0;
}

#define MOST_NAMED 3 /* modules that a finding names */

typedef int need_test(struct patient *, const struct need *);
/* `s`: "s" where `who` is one file, "" where they are several. */
typedef void need_say(struct patient *, const struct need *, const char *who, const char *s);

/* Says it once for all modules of which it is so because of the same file, or absence. */
static void each_group(struct patient *patient, need_test *is_so, need_say *say)
{
    const struct environment *all = environment_read(patient);

    for (size_t i = 0; i < all->need_count; i++) {
        const struct need *need = &all->needs[i], *same[MOST_NAMED] = {need};
        size_t count = 0, earlier = 0;
        char who[300];

        for (size_t n = 0; is_so(patient, need) && n < all->need_count; n++) {
            const char *lacks;
            const struct look *a = environment_serving(patient, need, &lacks);
            const struct look *b = environment_serving(patient, &all->needs[n], &lacks);

            if (!is_so(patient, &all->needs[n]) ||
                (a && b ? strcmp(a->path, b->path) : a != b) != 0 ||
                strcmp(need->soname, all->needs[n].soname) != 0)
                continue;
            earlier += n < i;
            if (count < MOST_NAMED)
                same[count] = &all->needs[n];
            count++;
        }
        if (!count || earlier)
            continue;
        snprintf(who, sizeof who, "%.200s", strings_base_name(need->path));
        if (count > 1)
            snprintf(who + strlen(who), sizeof who - strlen(who), " and %zu more file%s", count - 1,
                     count == 2 ? "" : "s");
        say(patient, need, who, count == 1 ? "s" : "");
        for (size_t n = 0; n < count && n < MOST_NAMED; n++)
            findings_evidence(patient, "%s", same[n]->path);
        if (count > MOST_NAMED)
            findings_evidence(patient, "and %zu more", count - MOST_NAMED);
    }
}

static int lacks_something(struct patient *patient, const struct need *need, int suffixed)
{
    const char *lacks;
    const struct look *look = environment_serving(patient, need, &lacks);

    return look && look->usable && lacks && (need->answer.is->suffixed != NULL) == suffixed;
}

static int lacks_nvjitlink(struct patient *patient, const struct need *need)
{
    return lacks_something(patient, need, 1);
}

static int lacks_library(struct patient *patient, const struct need *need)
{
    return lacks_something(patient, need, 0);
}

static void say_lacking(struct patient *patient, const struct need *need, const char *who,
                        const char *s)
{
    (void)s;
    const struct lazynccl_description *is = need->answer.is;
    const char *lacks;
    const struct look *look = environment_serving(patient, need, &lacks),
                      *better = better_behind(need);
    int added = undefined_symbol_added(is, lacks);
    char version[LAZYNCCL_VERSION_TEXT];

    findings_add(patient, is->suffixed ? LN107 : LN103, "%s will not load: %s %s%s lacks %s", who,
                 is->title, lazynccl_version_text(is, look->version, version),
                 better ? " comes first and" : "", lacks);
    rule_evidence(patient, is, look);
    if (better && strcmp(look->place, "LD_LIBRARY_PATH") == 0) {
        findings_remedy(patient, "unset LD_LIBRARY_PATH     (%s of %s has it)",
                        lazynccl_version_text(is, better->version, version), better->place);
        if (is->suffixed) /* a drop-in has all names, and takes the newest library that it finds */
            findings_remedy(patient, "lazynccl run -- COMMAND");
    } else if (added > look->version)
        findings_remedy(patient, "pip install '%s>=%s'",
                        packages_name(patient, is, is->cuda_named ? added / 10000 : 0),
                        lazynccl_version_text(is, added, version));
    else /* not known */
        findings_remedy(patient, "pip install --upgrade %s",
                        packages_name(patient, is, lazynccl_major_of(need->soname)));
}

void rule_lacking_library(struct patient *patient)
{
    each_group(patient, lacks_library, say_lacking);
}

void rule_lacking_nvjitlink(struct patient *patient)
{
    each_group(patient, lacks_nvjitlink, say_lacking);
}

/* The copy that the module itself leads to, if it is newer than what ld.so gives, or NULL. */
static const struct look *newer_own(const struct need *need)
{
    const struct look *look = environment_given(need);

    if (!look || !look->usable || look->lacks || strcmp(look->place, "LD_LIBRARY_PATH") != 0)
        return NULL;
    for (int o = 1; o < need->answer.count; o++)
        if (strcmp(need->answer.looks[o].place, "RUNPATH") == 0 && need->answer.looks[o].usable)
            return need->answer.looks[o].version > look->version ? &need->answer.looks[o] : NULL;
    return NULL;
}

static int gets_older(struct patient *patient, const struct need *need)
{
    (void)patient;
    return newer_own(need) != NULL;
}

static void say_older(struct patient *patient, const struct need *need, const char *who,
                      const char *s)
{
    findings_add(patient, LN104, "%s get%s an older %s than %s own", who, s, need->answer.is->title,
                 *s ? "its" : "their");
    rule_evidence(patient, need->answer.is, environment_given(need));
    rule_evidence(patient, need->answer.is, newer_own(need));
    findings_remedy(patient, "unset LD_LIBRARY_PATH");
}

void rule_older_copy_first(struct patient *patient)
{
    each_group(patient, gets_older, say_older);
}

/* Drop-ins of a library that the environment sets up: LD_LIBRARY_PATH names their folder,
 * PYTHONPATH the site-packages that they stand in for. */
struct setup {
    const struct lazynccl_description *is;
    char *path; /* of the drop-in that was found; NULL: none */
    int overlay;
};

static void look_in(struct patient *patient, struct setup *setup, const char *folder)
{
    for (int s = 0; setup->is->sonames[s] && !setup->path; s++) {
        char *path = lazynccl_join(folder, "/", setup->is->sonames[s]);
        char *whole = path ? machine_inside(patient, path) : NULL;
        struct elf_file file;

        if (whole && elf_file_head(&file, whole) == NULL) {
            setup->path = file.lazynccl ? strdup(path) : NULL;
            elf_file_close(&file);
        }
        free(whole);
        free(path);
    }
}

static void look_for_dropin(struct patient *patient, const char *element, void *context)
{
    struct setup *setup = context;

    if (!setup->overlay)
        look_in(patient, setup, element);
    for (int w = 0; setup->overlay && setup->is->wheels[w]; w++) {
        char *folder = lazynccl_join(element, "/", setup->is->wheels[w]);

        if (folder)
            look_in(patient, setup, folder);
        free(folder);
    }
}

void rule_bypassed_dropin(struct patient *patient)
{
    static const char *const variables[] = {"LD_LIBRARY_PATH", "PYTHONPATH"};
    const struct environment *all = environment_read(patient);

    for (size_t i = 0; i < all->need_count; i++) {
        const struct need *need = &all->needs[i];
        const struct look *look = environment_given(need);

        for (int v = 0; v < 2 && look && look->usable; v++) {
            struct setup setup = {.is = need->answer.is, .overlay = v};

            strings_elements(patient, machine_variable(patient, variables[v]), look_for_dropin,
                             &setup);
            if (setup.path && named_by_the_file(look)) {
                findings_add(patient, LN113, "%s goes past the drop-in for %s",
                             strings_base_name(need->path), need->answer.is->title);
                findings_evidence(patient, "%s", need->path);
                findings_evidence(patient, "%s (%s) is the drop-in", setup.path, variables[v]);
                rule_evidence(patient, need->answer.is, look);
            }
            free(setup.path);
        }
    }
}

/* A copy of the major that is needed, which lazynccl finds though ld.so does not, or NULL. */
static const struct look *copy_for(struct patient *patient, const struct need *need)
{
    const struct look *copy = facts_copy(patient, need->answer.is->name);

    return copy && lazynccl_major_of(strings_base_name(copy->path)) ==
                       lazynccl_major_of(need->soname)
               ? copy
               : NULL;
}

/* A copy that only lazynccl finds serves the modules of a package that opens it first; not a file
 * that was asked about. */
static int finds_nothing(struct patient *patient, const struct need *need)
{
    return !environment_given(need) && (patient->consumer->from || !copy_for(patient, need));
}

static void say_nowhere(struct patient *patient, const struct need *need, const char *who,
                        const char *s)
{
    const struct look *copy = copy_for(patient, need);

    findings_add(patient, LN115, "%s need%s %s, which ld.so does not find", who, s, need->soname);
    if (copy) {
        char *folder = lazynccl_folder_of(machine_shown(patient, copy->path));

        rule_evidence(patient, need->answer.is, copy);
        findings_remedy(patient, "LD_LIBRARY_PATH=%s", folder ? folder : "/");
        free(folder);
    } else {
        findings_remedy(patient, "pip install %s",
                        packages_name(patient, need->answer.is, lazynccl_major_of(need->soname)));
    }
}

void rule_needed_nowhere(struct patient *patient)
{
    each_group(patient, finds_nothing, say_nowhere);
}

static int is_broken(struct patient *patient, const struct need *need)
{
    const struct look *look = environment_given(need);

    (void)patient;
    /* what is no library at all has no version and no symbol to lack */
    return look && !look->usable && !look->ours && !look->version && !strstr(look->path, "/stubs/");
}

static void say_broken(struct patient *patient, const struct need *need, const char *who,
                       const char *s)
{
    const struct look *look = environment_given(need);

    findings_add(patient, LN117, "%s, which %s need%s, cannot be loaded: %s", need->soname, who, s,
                 look->outcome);
    rule_evidence(patient, need->answer.is, look);
}

void rule_broken_first(struct patient *patient)
{
    each_group(patient, is_broken, say_broken);
}
