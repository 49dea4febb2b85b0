/* Rules on modules and the libraries that they need: LN103, 104, 107, 113, 115, 117.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/view.h"
#include "search/folder.h"
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

typedef int need_test(struct examination *, const struct need *);
/* `s`: "s" where `who` is one file, "" where they are several. */
typedef void need_say(struct examination *, const struct need *, const char *who, const char *s);

/* Says it once for all modules of which it is so because of the same file, or absence. */
static void each_group(struct examination *at, need_test *is_so, need_say *say)
{
    const struct environment *all = environment_read(at->facts);

    for (size_t i = 0; i < all->need_count; i++) {
        const struct need *need = &all->needs[i], *same[MOST_NAMED] = {need};
        size_t count = 0, earlier = 0;
        char who[300];

        for (size_t n = 0; is_so(at, need) && n < all->need_count; n++) {
            const char *lacks;
            const struct look *a = environment_serving(at->facts, need, &lacks);
            const struct look *b = environment_serving(at->facts, &all->needs[n], &lacks);

            if (!is_so(at, &all->needs[n]) || (a && b ? strcmp(a->path, b->path) : a != b) != 0 ||
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
        say(at, need, who, count == 1 ? "s" : "");
        for (size_t n = 0; n < count && n < MOST_NAMED; n++)
            findings_evidence(at->findings, "%s", same[n]->path);
        if (count > MOST_NAMED)
            findings_evidence(at->findings, "and %zu more", count - MOST_NAMED);
    }
}

static int lacks_something(struct examination *at, const struct need *need, int suffixed)
{
    const char *lacks;
    const struct look *look = environment_serving(at->facts, need, &lacks);

    return look && look->usable && lacks && (need->answer.is->suffixed != NULL) == suffixed;
}

static int lacks_nvjitlink(struct examination *at, const struct need *need)
{
    return lacks_something(at, need, 1);
}

static int lacks_library(struct examination *at, const struct need *need)
{
    return lacks_something(at, need, 0);
}

static void say_lacking(struct examination *at, const struct need *need, const char *who,
                        const char *s)
{
    (void)s;
    const struct lazynccl_description *is = need->answer.is;
    const char *lacks;
    const struct look *look = environment_serving(at->facts, need, &lacks),
                      *better = better_behind(need);
    int added = undefined_symbol_added(is, lacks);
    char version[LAZYNCCL_VERSION_TEXT];

    findings_add(at->findings, is->suffixed ? "LN107" : "LN103",
                 "%s will not load: %s %s%s lacks %s", who, is->title,
                 lazynccl_version_text(is, look->version, version),
                 better ? " comes first and" : "", lacks);
    rule_evidence(at, is, look);
    if (better && strcmp(look->place, "LD_LIBRARY_PATH") == 0) {
        findings_remedy(at->findings, "unset LD_LIBRARY_PATH     (%s of %s has it)",
                        lazynccl_version_text(is, better->version, version), better->place);
        if (is->suffixed) /* a drop-in has all names, and takes the newest library that it finds */
            findings_remedy(at->findings, "lazynccl run -- COMMAND");
    } else if (added > look->version)
        findings_remedy(at->findings, "pip install '%s>=%s'",
                        packages_name(at->machine, is, is->cuda_named ? added / 10000 : 0),
                        lazynccl_version_text(is, added, version));
    else /* not known */
        findings_remedy(at->findings, "pip install --upgrade %s",
                        packages_name(at->machine, is, lazynccl_major_of(need->soname)));
}

FINDING(LN103, "library-too-old", ERROR,
        "a library lacks a function that a module of this environment needs",
        "The module was built against a newer release than the file that the dynamic linker gives "
        "it. Loading it ends in `undefined symbol`, and with lazy binding the whole process at the "
        "first call.",
        "install the release that the module was built for, or take the older copy out of the "
        "linker's way",
        "pytorch/pytorch#119932, NVIDIA/nccl#1784, pytorch/pytorch#186591")
{
    each_group(at, lacks_library, say_lacking);
}

FINDING(LN107, "nvjitlink-too-old", ERROR,
        "nvJitLink lacks a versioned function that a module of this environment needs",
        "Every release of nvJitLink adds a set of names with its own version in them "
        "(__nvJitLinkComplete_12_4); NVIDIA's own libraries need the newest that they were built "
        "with. The first nvJitLink in the process serves all, and an older one stops the import.",
        "let the newer nvJitLink come first: take the older out of LD_LIBRARY_PATH, or install the "
        "release of the libraries that need it",
        "pytorch/pytorch#134929, pytorch/pytorch#111469, NVIDIA/raft#2948")
{
    each_group(at, lacks_nvjitlink, say_lacking);
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

static int gets_older(struct examination *at, const struct need *need)
{
    (void)at;
    return newer_own(need) != NULL;
}

static void say_older(struct examination *at, const struct need *need, const char *who,
                      const char *s)
{
    findings_add(at->findings, "LN104", "%s get%s an older %s than %s own", who, s,
                 need->answer.is->title, *s ? "its" : "their");
    rule_evidence(at, need->answer.is, environment_given(need));
    rule_evidence(at, need->answer.is, newer_own(need));
    findings_remedy(at->findings, "unset LD_LIBRARY_PATH");
}

FINDING(LN104, "older-copy-first", WARNING,
        "an older copy of a library comes before the one that belongs to the module",
        "LD_LIBRARY_PATH goes before the RUNPATH that leads to the package's own copy; without a "
        "RUNPATH the linker's cache decides. The release in use is then not the one that pip "
        "names.",
        "take the older copy's folder out of LD_LIBRARY_PATH",
        "infiniflow/ragflow#4466, vllm-project/vllm#4195")
{
    each_group(at, gets_older, say_older);
}

/* Drop-ins of a library that the environment sets up: LD_LIBRARY_PATH names their folder,
 * PYTHONPATH the site-packages that they stand in for. */
struct setup {
    const struct lazynccl_description *is;
    char *path; /* of the drop-in that was found; NULL: none */
    int overlay;
};

static void look_in(struct examination *at, struct setup *setup, const char *folder)
{
    for (int s = 0; setup->is->sonames[s] && !setup->path; s++) {
        char *path = lazynccl_join(folder, "/", setup->is->sonames[s]);
        char *whole = path ? machine_inside(at->machine, path) : NULL;
        struct elf_file file;

        if (whole && elf_file_head(&file, whole) == NULL) {
            setup->path = file.lazynccl ? strdup(path) : NULL;
            elf_file_close(&file);
        }
        free(whole);
        free(path);
    }
}

static void look_for_dropin(struct examination *at, const char *element, struct setup *setup)
{
    if (!setup->overlay)
        look_in(at, setup, element);
    for (int w = 0; setup->overlay && setup->is->wheels[w]; w++) {
        char *folder = lazynccl_join(element, "/", setup->is->wheels[w]);

        if (folder)
            look_in(at, setup, folder);
        free(folder);
    }
}

FINDING(LN113, "drop-in-bypassed", WARNING, "a drop-in of lazynccl is set up and bypassed",
        "A module's DT_RPATH and an absolute path go before LD_LIBRARY_PATH, and a drop-in in "
        "PYTHONPATH is seen only by those who open libraries from Python. The module gets the real "
        "library as before.",
        "patchelf --replace-needed the module onto a renamed drop-in", "docs/search-order.md")
{
    static const char *const variables[] = {"LD_LIBRARY_PATH", "PYTHONPATH"};
    const struct environment *all = environment_read(at->facts);

    for (size_t i = 0; i < all->need_count; i++) {
        const struct need *need = &all->needs[i];
        const struct look *look = environment_given(need);

        for (int v = 0; v < 2 && look && look->usable; v++) {
            struct setup setup = {.is = need->answer.is, .overlay = v};
            struct strings path = strings_split(machine_variable(at->machine, variables[v]), ':');

            for (size_t e = 0; e < path.count; e++)
                look_for_dropin(at, path.list[e], &setup);
            strings_free(&path);
            if (setup.path && named_by_the_file(look)) {
                findings_add(at->findings, "LN113", "%s goes past the drop-in for %s",
                             strings_base_name(need->path), need->answer.is->title);
                findings_evidence(at->findings, "%s", need->path);
                findings_evidence(at->findings, "%s (%s) is the drop-in", setup.path, variables[v]);
                rule_evidence(at, need->answer.is, look);
            }
            free(setup.path);
        }
    }
}

/* A copy of the major that is needed, which lazynccl finds though ld.so does not, or NULL. */
static const struct look *copy_for(struct examination *at, const struct need *need)
{
    const struct look *copy = facts_copy(at->facts, need->answer.is->name);

    return copy && lazynccl_major_of(strings_base_name(copy->path)) ==
                       lazynccl_major_of(need->soname)
               ? copy
               : NULL;
}

/* A copy that only lazynccl finds serves the modules of a package that opens it first; not a file
 * that was asked about. */
static int finds_nothing(struct examination *at, const struct need *need)
{
    return !environment_given(need) && (at->machine->consumer->from || !copy_for(at, need));
}

static void say_nowhere(struct examination *at, const struct need *need, const char *who,
                        const char *s)
{
    const struct look *copy = copy_for(at, need);

    findings_add(at->findings, "LN115", "%s need%s %s, which ld.so does not find", who, s,
                 need->soname);
    if (copy) {
        char *folder = lazynccl_folder_of(machine_shown(at->machine, copy->path));

        rule_evidence(at, need->answer.is, copy);
        findings_remedy(at->findings, "LD_LIBRARY_PATH=%s", folder ? folder : "/");
        free(folder);
    } else {
        findings_remedy(
            at->findings, "pip install %s",
            packages_name(at->machine, need->answer.is, lazynccl_major_of(need->soname)));
    }
}

FINDING(LN115, "library-not-found", WARNING,
        "a module of this environment needs a library that is not here",
        "Loading it ends in `cannot open shared object file: No such file or directory`. Some "
        "packages leave the library to the user: pip installs only what they declare.",
        "install the package that brings the library",
        "NVIDIA/nccl-tests#85, tensorflow/tensorflow#22899")
{
    each_group(at, finds_nothing, say_nowhere);
}

static int is_broken(struct examination *at, const struct need *need)
{
    const struct look *look = environment_given(need);

    (void)at;
    /* what is no library at all has no version and no symbol to lack */
    return look && !look->usable && !look->ours && !look->version && !strstr(look->path, "/stubs/");
}

static void say_broken(struct examination *at, const struct need *need, const char *who,
                       const char *s)
{
    const struct look *look = environment_given(need);

    findings_add(at->findings, "LN117", "%s, which %s need%s, cannot be loaded: %s", need->soname,
                 who, s, look->outcome);
    rule_evidence(at, need->answer.is, look);
}

FINDING(LN117, "library-broken", ERROR, "the first file that the dynamic linker comes to is broken",
        "The linker does not go on behind a file that is cut off, empty or no library at all: "
        "loading fails, though a good one may stand behind it.",
        "replace or remove the file", "docs/search-order.md")
{
    each_group(at, is_broken, say_broken);
}
