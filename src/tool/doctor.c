/* lazynccl doctor: what is wrong with this machine and environment, and what to do.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/target_option.h"
#include "common/files/elf_cache.h"
#include "common/files/root.h"
#include "common/findings/retired.h"
#include "common/linking/verdict.h"
#include "common/text/nearest.h"
#include "runtime/search/path.h"
#include "tool/explain/message.h"
#include "tool/load.h"
#include "tool/rules/absent.h"
#include "tool/rules/grouped.h"
#include <errno.h>

/* Returns 1 if the request names the finding, or if it names none. */
static int is_asked(const struct request *request, const struct finding_row *row)
{
    for (int w = 0; w < request->count; w++)
        if (registry_row(request->words[w]) == row)
            return 1;
    return request->count == 0;
}

static void list_retired(struct json *json)
{
    json_begin(json, "retired", '[');
    for (const struct retired_row *row = retired_rows; row->id; row++)
        json_row(json, NULL, JSON_TEXT("id", row->id), JSON_TEXT("rule", row->word),
                 JSON_TEXT("release", row->release), JSON_TEXT("what", row->what),
                 JSON_TEXT("instead", row->instead));
    json_end(json, ']');
}

static enum verb_exit list(const struct request *request)
{
    const struct finding_row *row;

    json_answer(request->table->json, "doctor");
    json_begin(request->table->json, "registry", '[');
    for (size_t i = 0; (row = registry_at(i)); i++)
        if (is_asked(request, row))
            findings_row(request->table, row);
    json_end(request->table->json, ']');
    if (request->count == 0)
        list_retired(request->table->json);
    findings_end(request->table, NULL, NULL, NULL);
    return VERB_OK;
}

/* Adds a note on libraries that the lazynccl in the named file will not find at its first call. */
static void note_absent(struct examination *at)
{
    const struct target *target = at->machine->target;
    const struct search_result **absent = NULL;
    size_t count = 0, before = at->findings->count;

    for (const struct lazynccl_description *desc = NULL;
         target->from && (desc = nvidia_next(desc));) {
        const struct search_result *found = facts_search_result(at->facts, desc->name);

        if (strings_has(&target->file.lazynccl, desc->name) && !search_result_taken(found))
            *MEMORY_ADD(absent, count) = found;
    }
    absent_add(at, absent, count);
    for (size_t i = before; i < at->findings->count; i++)
        at->findings->list[i].severity = NOTE;
    free(absent);
}

/* Returns how many files have no certain verdict, as the end of a sentence. With -v, lists them. */
static char *undecided_text(const struct verdicts *verdicts, const struct style *style)
{
    size_t count = 0;

    for (size_t i = 0; i < verdicts->count; i++) {
        const struct examined *file = &verdicts->list[i];

        if (file->verdict != FILE_DEPENDS)
            continue;
        count++;
        if (style->more)
            style_line(style, "depends: %s needs %s", file->path,
                       file->soname ? file->soname : "a function of what its package opens");
    }
    return count ? memory_print("%zu depend%s on what is opened first: doctor --load", count,
                                count == 1 ? "s" : "")
                 : NULL;
}

/* Adds the findings that were asked for. */
static void look(struct examination *at, const struct request *request)
{
    const struct finding_row *row;

    if (request->load)
        load_files(at->facts);
    if (!request->count)
        needs_look_at_file(at);
    for (size_t i = 0; (row = registry_at(i)); i++)
        if (row->look && is_asked(request, row))
            row->look(at);
    if (!request->count)
        note_absent(at);
    for (size_t i = 0; i < at->findings->count && request->count; i++)
        at->findings->list[i].is_brief = 0;
}

/* Prints that there are no NVIDIA libraries, and which target may have been meant. */
static void print_empty(struct examination *at)
{
    struct machine *machine = at->machine;
    int is_here = !*machine->target->root && !machine->target->from;

    puts(ENVIRONMENT_EMPTY);
    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));) {
        OWNED(memory) char *user = absent_user_copy(at, desc);
        OWNED(memory) char *install = user ? packages_install(machine, desc, 0, 0) : NULL;

        if (user)
            safe_line("%s: %s", user, install);
    }
    if (is_here && !machine_variable(machine, "VIRTUAL_ENV") && lazynccl_exists(".venv/pyvenv.cfg"))
        puts("./.venv is not active: lazynccl doctor .venv");
}

/* Prints the findings, and the number of examined files. */
static void print(struct examination *at, const struct table *table, int is_whole)
{
    const struct environment *all = environment_read(at->facts);
    int is_listed = is_whole && !table->json && !at->machine->target->from;
    int is_empty = environment_is_empty(at->facts) && !findings_has_problem(at->findings);
    OWNED(memory)
    char *undecided = is_listed ? undecided_text(verdicts_read(at->facts), table->style) : NULL;
    OWNED(memory)
    char *good = memory_print("no problems found in %zu file%s%s%s", all->examined,
                              all->examined == 1 ? "" : "s", undecided ? "; " : "",
                              undecided ? undecided : "");

    if (is_empty && !table->json)
        print_empty(at);
    at->findings->examined = all->examined;
    findings_end(table, at->findings, at->machine, is_empty ? NULL : good);
    if (undecided && at->findings->count)
        puts(undecided);
}

static enum verb_exit examine(struct examination *at, const struct request *request, void *none)
{
    struct table *table = request->table;
    OWNED(memory) char *driver = driver_text(driver_read(at->facts));

    look(at, request);
    if (table->json)
        target_begin_output("doctor", at, table);
    else
        style_line(table->style, "examining: %s%s%s", at->machine->target->who,
                   driver ? "; driver " : "", driver ? driver : "");
    json_string(table->json, "driver", driver);
    json_number(table->json, "examined", (long)environment_read(at->facts)->examined);
    if (table->json && !request->count)
        verdicts_json(verdicts_read(at->facts), table->json);
    print(at, table, !request->count);
    return verb_status(at->findings);
}

/* Returns the finding's name that a misspelt word resembles, or NULL. */
static const char *nearest_finding(const char *word)
{
    struct nearest best = {NULL, 4};
    const struct finding_row *row;

    for (size_t i = 0; (row = registry_at(i)); i++)
        nearest_try(&best, word, row->word);
    return best.name;
}

extern const struct verb verb_audit, verb_explain;

/* Returns the path by which to open a word that is a path below the sysroot, to be freed. */
static char *path_in(const struct request *request, const char *word)
{
    const char *root = request->as.root;
    char *inside = *root ? root_inside(root, root_absolute(root, word)) : NULL;

    return inside ? inside : memory_copy(word);
}

/* Returns the environment whose site-packages contain a library, even if its file is damaged or
 * empty, or gone although a package lists it. The caller frees it. NULL: none. */
static char *environment_of(const char *path)
{
    OWNED(memory) char *real = strstr(path, ".so") ? realpath(path, NULL) : NULL;
    OWNED(memory) char *gone = real ? NULL : root_absolute("", path);
    OWNED(memory) char *prefix = real || gone ? view_prefix(real ? real : gone) : NULL;
    OWNED(memory) char *python = memory_print("%s/bin/python3", prefix ? prefix : "");
    int is_known = real || (prefix && packages_of(facts_plain("")->machine, gone));

    return is_known && prefix && lazynccl_exists(python) ? memory_copy(prefix) : NULL;
}

/* Returns the option that names a target in addition to the word's, or NULL. */
static const char *other_target(const struct request *request)
{
    const struct target_choice *as = &request->as;

    return as->pid                             ? "--pid"
           : as->from                          ? "--from"
           : as->no_python                     ? "--no-python"
           : as->python && !request->is_beside ? "--python"
                                               : NULL;
}

/* Returns 1 if the path exists. A message may be longer than any name of a file. */
static int is_there(const char *path)
{
    errno = 0;
    return lazynccl_exists(path) && errno != ENAMETOOLONG;
}

/* Examines what the words name if they are not IDs: a file, environment, wheel, log or message. */
static enum verb_exit examine_named(const struct request *request)
{
    const char *word = request->words[0];
    struct request as = *request;
    OWNED(memory) char *path = path_in(request, word);
    OWNED(memory) char *config = memory_print("%s/pyvenv.cfg", path);
    OWNED(memory) char *conda = memory_print("%s/conda-meta", path);
    OWNED(memory) char *environment = *request->as.root ? NULL : environment_of(path);

    as.count = 0;
    if (request->count > 1 || (!is_there(path) && !environment))
        return verb_explain.run(request);
    if (elf_cache_head(path, NULL))
        as.as.from = word, as.as.python = request->is_beside ? NULL : as.as.python;
    else if (lazynccl_exists(config) || lazynccl_exists(conda))
        as.as.python = word;
    else if (environment)
        as.as.python = environment;
    else if (lazynccl_is_folder(path) ||
             (strlen(word) > 4 && strcmp(word + strlen(word) - 4, ".whl") == 0))
        return verb_audit.run(request);
    else
        return verb_explain.run(request);
    if (other_target(request))
        return verb_misuse("doctor",
                           "a file or an environment is examined for itself: use it without",
                           other_target(request), NULL);
    return target_examine("doctor", &as, examine, NULL);
}

/* Returns 1 if the words are a file or a message, and not meant as findings. */
static int is_named(const struct request *request)
{
    if (request->list || (request->count && registry_row(request->words[0])))
        return 0;
    for (int i = 0; i < request->count; i++)
        if (strpbrk(request->words[i], " :/") || strstr(request->words[i], ".so") ||
            message_find(request->words[i]).is_known) /* an error code, by its name */
            return 1;
    OWNED(memory) char *path = request->count == 1 ? path_in(request, request->words[0]) : NULL;
    return path && *path && is_there(path);
}

static enum verb_exit run(const struct request *request)
{
    if (request->load && (request->as.pid || *request->as.root))
        return verb_misuse("doctor", "--load imports in this machine's Python: use it without",
                           request->as.pid ? "--pid" : "--root", NULL);
    if (is_named(request))
        return examine_named(request);
    for (int i = 0; i < request->count; i++) {
        const char *word = request->words[i];
        const struct finding_row *row = registry_row(word);
        const struct retired_row *retired = retired_row(word);

        if (!row && retired) {
            OWNED(memory) char *text = retired_text(retired);

            safe_error("lazynccl doctor: %s; see: %s", text, retired->instead);
            return VERB_MISUSE;
        }
        if (!row)
            return verb_misuse("doctor", "no such finding", word, nearest_finding(word));
        if (row->verb && !request->list) {
            safe_error("lazynccl doctor: only %s looks for %s; more: lazynccl explain %s",
                       row->verb, row->id, row->id);
            return VERB_MISUSE;
        }
    }
    return request->list ? list(request) : target_examine("doctor", request, examine, NULL);
}

const struct verb verb_doctor = {
    .name = "doctor",
    .run = run,
    .summary = "find what is wrong here, and say how to fix it",
    // clang-format off
    .usage =
"usage: lazynccl doctor [FILE|MESSAGE] [OPTION...]\n"
"       lazynccl doctor ID... [OPTION...]\n"
"\n"
"Finds what is wrong on this machine, and prints how to fix it.\n"
"\n"
"Of a program, a library or a virtual environment, says what does not load and why; of a folder, a\n"
"wheel, a log or an error message, does what audit and explain do.\n"
"\n"
"Checks the files of the libraries, the modules that need them, the environment, NCCL's network and\n"
"plugins, and the driver for all known problems, or only for the named findings. By default,\n"
"examines the environment of the first python3 in PATH. Loads and runs nothing, except with --load:\n"
"a file may load only because its package opens a library first, which only an import shows.\n",
    .examples =
"  lazynccl doctor\n"
"      what is wrong with the libraries of the first python3 in PATH?\n"
"  lazynccl doctor ./train\n"
"      why does this program not start?\n"
"  lazynccl doctor --pid 4711\n"
"      and with those of this process?\n"
"  lazynccl doctor LN107 LN115 --json\n"
"      only these findings, for a program\n",
    // clang-format on
    .takes = TAKES_STYLE TAKES_TARGET " --list --load",
    .more = "print each finding in full, as lazynccl explain does",
    .status = "0 no findings, or only notes; 1 findings; 2 unreadable input; 3 usage error.",
};
