/* lazynccl find: which file ld.so and lazynccl would give a target, and why not another.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/target_option.h"
#include "common/machine/import.h"
#include "common/text/nearest.h"
#include "runtime/search/path.h"
#include "tool/find/print.h"
#include "tool/rules/rule.h"
#include <ctype.h>
#include <unistd.h>

FINDING_OF("lazynccl find", LN120, "no-usable-copy", ERROR,
           "lazynccl finds no copy of a library that will do",
           "No search location has a usable file of the library's name that is new enough. "
           "Functions of the "
           "library are then absent: each call returns the library's error. `lazynccl find -v` "
           "shows every "
           "candidate; only `find` reports this.",
           "install the library's package, or name its file in LAZYNCCL_LIBPATH",
           "docs/search-order.md")

FINDING_OF("lazynccl find", LN121, "library-does-not-load", ERROR, "a library does not load",
           "`lazynccl find --load` opened it in a child process, which crashed, ended, took too "
           "long, or was told by the dynamic linker why it cannot be opened. A program that opens "
           "it fares the same; only `find --load` looks for this.",
           "install the library's package again, or another release of it",
           "src/common/linking/trial_load.c")

/* Adds the files that were examined, and why none can be used. */
static void add_evidence(struct examination *at, const struct search_result *found)
{
    for (int i = 0; i < found->count; i++) {
        const struct candidate *look = &found->looks[i];

        if (find_is_repeated(found, i) || find_is_idle(look))
            continue;
        if (look->path)
            rule_line(at, "%s (%s): %s", machine_shown(at->machine, look->path), look->found_via,
                      look->outcome);
        else
            rule_line(at, "%s: %s", look->found_via, look->outcome);
    }
    if (at->findings->list[at->findings->count - 1].evidence.count == 0)
        rule_line(at, "no search location has a file of its name: lazynccl find -v %s",
                  found->library->name);
}

/* What brings a copy, or lets one be found. */
static void remedy_missing(struct examination *at, const struct search_result *found,
                           const char *wanted)
{
    const char *search = machine_variable(at->machine, "LAZYNCCL_SEARCH");
    OWNED(strings) struct strings words = strings_split(search && *search ? search : NULL, ',');
    char install[NVIDIA_INSTALL];

    if (search_result_named(found)) {
        rule_help(at, "correct or unset LAZYNCCL_LIBPATH");
        return;
    }
    if (words.count && !strings_has(&words, "wheel")) {
        rule_help(at, "unset LAZYNCCL_SEARCH, which allows these locations only");
    } else {
        packages_install(at->machine, found->library, 0, wanted, install);
        rule_help(at, "%s", install);
    }
    rule_help(at, "LAZYNCCL_LIBPATH=FILE, for a file that is elsewhere");
}

static void say_missing(struct examination *at, const struct search_result *found)
{
    const char *title = found->library->title, *who = at->machine->target->who;
    char version[LAZYNCCL_VERSION_TEXT], wanted[LAZYNCCL_VERSION_TEXT + 2] = "";

    if (found->minimum) {
        lazynccl_version_text(found->library, found->minimum, version);
        snprintf(wanted, sizeof wanted, ">=%s", version);
        rule_add(at, "LN120", "lazynccl finds no %s %s or later for %s", title, version, who);
    } else {
        rule_add(at, "LN120", "lazynccl finds no %s for %s", title, who);
    }
    add_evidence(at, found);
    remedy_missing(at, found, wanted);
}

/* Opens a file in a child process. */
static struct proof prove_one(struct examination *at, lazynccl_library *library,
                              const struct candidate *look, const char *who)
{
    struct proof proof = trial_load(library, look->path);

    if (proof.failed) {
        rule_add(at, "LN121", "%s, which %s would give, does not load: %s",
                 library->description->title, who, proof.failed);
        rule_line(at, "%s (%s)", machine_shown(at->machine, look->path), look->found_via);
    }
    return proof;
}

/* Opens what ld.so and what lazynccl would give, once if it is one file. */
static void prove_both(struct examination *at, struct result *result, lazynccl_library *library)
{
    const struct search_result *found = result->found;
    const struct candidate *mine = search_result_taken(found), *theirs = &found->linker;
    char version[LAZYNCCL_VERSION_TEXT];

    result->proved = 1;
    if (mine)
        result->taken = prove_one(at, library, mine, "lazynccl");
    if (theirs->path && mine && lazynccl_same_file(theirs->path, mine->path)) {
        result->linker = result->taken;
        result->linker.failed = memory_copy(result->taken.failed);
    } else if (theirs->path) {
        result->linker = prove_one(at, library, theirs, "ld.so");
    }
    if (mine && result->taken.version && result->taken.version < found->minimum) {
        rule_add(at, "LN120", "lazynccl's %s loads as %s, which is older than wanted",
                 library->description->title,
                 lazynccl_version_text(library->description, result->taken.version, version));
        rule_line(at, "%s (%s)", machine_shown(at->machine, mine->path), mine->found_via);
    }
}

static void find(struct examination *at, lazynccl_library *library, const struct request *request,
                 struct table *table)
{
    struct result result = {.found =
                                facts_ask(at->facts, library->description, request->minimum, NULL)};

    if (!search_result_taken(result.found))
        say_missing(at, result.found);
    if (request->load)
        prove_both(at, &result, library);
    find_print(at->machine, &result, table);
    free(result.linker.failed);
    free(result.taken.failed);
}

/* A word that is not a library's name, or NULL; `best`: the nearest name. */
static const char *unknown_name(const struct request *request, struct nearest *best)
{
    for (int i = 0; i < request->count; i++) {
        if (nvidia_library(request->words[i]))
            continue;
        OWNED(memory) char *word = memory_copy(request->words[i]);

        for (char *letter = word; *letter; letter++)
            *letter = (char)tolower((unsigned char)*letter);
        *best = (struct nearest){NULL, 3};
        for (int l = 0; nvidia_described_at(l); l++)
            nearest_try(best, word, nvidia_described_at(l)->description->name);
        return request->words[i];
    }
    return NULL;
}

/* 1 if this library, the table's number `l`, is to be looked for. */
static int is_asked(const struct request *request, const lazynccl_library *library, int l)
{
    for (int i = 0; i < request->count; i++)
        if (nvidia_library(request->words[i]) == library)
            return 1;
    return request->count == 0 && l < LAZYNCCL_MAIN;
}

static enum verb_exit find_all(struct examination *at, const struct request *request, void *none)
{
    struct table *table = request->table;
    lazynccl_library *library;

    target_begin_output("find", at, table);
    json_begin(table->json, "libraries", '[');
    for (int l = 0; (library = nvidia_described_at(l)); l++)
        if (is_asked(request, library, l))
            find(at, library, request, table);
    json_end(table->json, ']');
    findings_end(table, at->findings, at->machine, NULL);
    return verb_status(at->findings);
}

/* Asks the living process: a package may load libraries in ways of its own. */
static enum verb_exit find_imported(const struct request *request)
{
    if (request->as.from || request->as.pid || request->as.no_python || *request->as.root)
        return verb_misuse("find",
                           "--import examines the Python that it starts: give none, or --python",
                           NULL, NULL);
    return verb_unreadable("find", request->as.python ? request->as.python : "python3",
                           import_exec(request->as.python, request->as.import, request->arguments));
}

static enum verb_exit run(const struct request *request)
{
    struct nearest best = {NULL, 3};
    const char *unknown = unknown_name(request, &best);

    if (unknown)
        return verb_misuse("find", "no such library", unknown, best.name);
    return request->as.import && request->as.pid != getppid() /* which that Python is */
               ? find_imported(request)
               : target_examine("find", request, find_all, NULL);
}

const struct verb verb_find = {
    .name = "find",
    .run = run,
    .summary = "show which file of each library a program would get, and why",
    // clang-format off
    .usage =
"usage: lazynccl find [LIBRARY...] [--min VERSION] [OPTION...]\n"
"\n"
"Shows for each library (default: NCCL, NVRTC and nvJitLink) the file that ld.so would load, the\n"
"file that lazynccl would load, and every other search location in order. Loads nothing unless\n"
"asked to: --load opens the files, --import imports a package and shows which files it loaded.\n"
"By default, examines the environment of the first python3 in PATH.\n",
    .examples =
"  lazynccl find nccl\n"
"      which NCCL would Python get, and why?\n"
"  lazynccl find nvjitlink --min 12.3 -q && make\n"
"      is there one as new as 12.3?\n"
"  lazynccl find --import cupy\n"
"      what has it loaded, once it is imported?\n",
    // clang-format on
    .takes = TAKES_STYLE TAKES_CONSUMER " --import --min --load",
    .more = "print a line for every candidate of every search location",
    .status = "0 all found; 1 one is not found, or does not load with --load; 2 unreadable\n"
              "input; 3 usage error.",
};
