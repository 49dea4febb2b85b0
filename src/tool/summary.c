/* lazynccl without a verb: a summary to paste into an issue, without the names of home folders.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/target_option.h"
#include "common/files/elf_cache.h"
#include "common/files/scan.h"
#include "common/linking/driver.h"
#include "common/linking/environment.h"
#include "common/linking/linker.h"
#include "netplugin/nccl/conf.h"
#include "tool/find/print.h"

struct summary {
    struct examination *at;
    struct table *table;
    const char *title; /* of the previous line; not repeated in the next one */
};

/* Prints a line with a title. Takes ownership of the text. */
static void line(struct summary *summary, const char *title, char *text)
{
    int again = summary->title && strcmp(title, summary->title) == 0;

    style_line(summary->table->style, "%-10s %s", again ? "" : title, text);
    free(text);
    summary->title = title;
}

/* Takes "2.31" from "GNU C Library (Debian GLIBC 2.31-13) stable release version 2.31." */
static int take_release(void *context, char before, const char *after)
{
    char **release = context;
    int length = (int)strspn(after, "0123456789.");

    *release = length > 1 ? memory_print("%.*s", length - 1, after) : NULL;
    return 1;
}

/* Returns the release of the target's C library or its newest GLIBC_2.N, to be freed, or NULL. */
static char *glibc_version(struct examination *at)
{
    const char *from, *why, *best = NULL;
    char *release = NULL;
    OWNED(memory) char *path = linker_find(at->machine, NULL, "libc.so.6", &from);
    const struct elf_file *file = path ? elf_cache_get(path, &why) : NULL;

    if (path && scan_each(path, 0, " release version ", take_release, &release) && release)
        return release;
    for (size_t i = 0; file && i < file->version_count; i++)
        if (!file->versions[i].file && strncmp(file->versions[i].name, "GLIBC_2.", 8) == 0 &&
            (!best || strverscmp(file->versions[i].name + 6, best) > 0))
            best = file->versions[i].name + 6;
    return memory_copy(best);
}

/* Returns a text such as "Linux 6.1.0, x86_64, glibc 2.36", to be freed. */
static char *system_text(struct examination *at)
{
    OWNED(memory) char *release = machine_text(at->machine, "/proc/sys/kernel/osrelease");
    OWNED(memory) char *glibc = glibc_version(at);
    const struct elf_file *file = &at->machine->target->file;

    return memory_print("Linux %.*s%s%s, glibc %s", release ? (int)strcspn(release, "\n") : 1,
                        release ? release : "?", file->handle ? ", " : "",
                        file->handle ? elf_machine_word(file->machine) : "", glibc ? glibc : "?");
}

static void show_variable(void *context, const struct variable_row *row)
{
    struct summary *summary = context;
    char where[WHERE_SIZE];
    const char *value = conf_value(summary->at->facts, row, where);
    int set = value && strcmp(where, "environment") == 0;

    if (value && summary->table->json)
        json_row(summary->table->json, NULL, JSON_TEXT("name", row->name),
                 JSON_TEXT("value", value), JSON_TEXT("from", where));
    else if (value)
        line(summary, "set", memory_print(set ? "%s=%s" : "%s=%s (%s)", row->name, value, where));
}

static void show_variables(struct summary *summary)
{
    OWNED(strings) struct strings others = {0};
    struct variable_row row = {.reader = "NCCL"};

    variables_each(show_variable, summary);
    conf_set_others(summary->at->facts, &others);
    for (size_t i = 0; i < others.count; i++) {
        row.name = others.list[i];
        show_variable(summary, &row);
    }
}

static void show_libraries(struct summary *summary)
{
    struct json *json = summary->table->json;

    if (!json && environment_is_empty(summary->at->facts)) {
        line(summary, "libraries", memory_copy(ENVIRONMENT_EMPTY));
        return;
    }
    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));) {
        const struct result result = {.found = facts_search_result(summary->at->facts, desc->name)};

        find_print(summary->at->machine, &result, summary->table, 1);
    }
}

static void show_findings(struct summary *summary)
{
    const struct findings *findings = summary->at->findings;
    char *counted = findings_counted(findings, summary->table->style->more);

    if (counted)
        counted[strcspn(counted, ";")] = '\0';
    line(summary, "findings", counted ? counted : memory_copy("none"));
    findings_print(findings, summary->table->style, !summary->table->style->more);
}

static void show_fact(struct summary *summary, const char *name, const char *text)
{
    json_string(summary->table->json, name, text);
    if (!summary->table->json)
        line(summary, name, memory_copy(text ? text : "none"));
}

/* Returns a remark on a variable and its value, to be freed; NULL if none applies. */
static char *remark(struct examination *at, const struct variable_row *row, const char *value)
{
    const struct lazynccl_description *nccl = facts_search_result(at->facts, "nccl")->library;

    if (row->first && conf_nccl_between(at->facts, 1, row->first - 1))
        return memory_print("NCCL reads it from %s on: not the one here",
                            NVIDIA_VERSION(nccl, row->first));
    if (value && !*value && strcmp(row->name, "NCCL_NET") == 0)
        return memory_copy("empty is not unset");
    return memory_copy(
        value && !*value && strcmp(row->reader, "lazynccl") == 0 ? "empty means unset" : NULL);
}

static void show_effect(void *context, const struct variable_row *row)
{
    const struct summary *summary = context;
    struct examination *at = summary->at;
    char where[WHERE_SIZE] = "environment";
    const char *value = conf_value(at->facts, row, where);
    OWNED(memory) char *said = remark(at, row, value);

    json_row(summary->table->json, NULL, JSON_TEXT("name", row->name),
             JSON_TEXT("reader", row->reader), JSON_TEXT("value", value),
             JSON_TEXT("from", value ? where : NULL), JSON_TEXT("effect", row->effect),
             JSON_TEXT("remark", said));
    if (summary->table->json)
        return;
    safe_line("%-9s %-26s %s", row->reader, row->name, row->effect);
    if (value)
        safe_line("          = %s   (%s)", value, where);
    if (said)
        safe_line("          %s", said);
}

/* Shows each variable that lazynccl, the dynamic linker, Python and NCCL's loader read, with its
 * effect, value and source of the value, and any other NCCL_ variable that is set. */
static void show_all_variables(struct summary *summary)
{
    OWNED(strings) struct strings names = {0};

    json_begin(summary->table->json, "variables", '[');
    variables_each(show_effect, summary);
    conf_set_others(summary->at->facts, &names);
    for (size_t i = 0; i < names.count; i++)
        if (strncmp(names.list[i], "NCCL_", 5) == 0)
            show_effect(summary,
                        &(struct variable_row){"NCCL", names.list[i], 0, "none on what is loaded"});
    json_end(summary->table->json, ']');
}

/* Runs all rules, and prints the facts about the target. */
static enum verb_exit summarize(struct examination *at, const struct request *request, void *none)
{
    struct style style = *request->table->style;
    struct json *json = request->table->json;
    struct summary summary = {at, request->table, NULL};
    OWNED(memory) char *system = system_text(at);
    const struct finding_row *row;

    style.site = NULL; /* readers of the summary do not know the environment */
    style.homes[1] = request->full_paths ? NULL : conf_read(at->facts)->passwd_home;
    request->table->style = &style;
    if (json)
        json->style = &style;
    else
        puts("lazynccl " LAZYNCCL_RELEASE);
    for (size_t i = 0; (row = registry_at(i)); i++)
        if (row->look)
            row->look(at);
    OWNED(memory) char *driver = driver_text(driver_read(at->facts));
    json_answer(json, "summary");
    json_string(json, "lazynccl", LAZYNCCL_RELEASE);
    show_fact(&summary, "target", at->machine->target->who);
    show_fact(&summary, "system", system);
    show_fact(&summary, "driver", driver);
    json_begin(json, "set", '[');
    show_variables(&summary);
    json_end(json, ']');
    json_begin(json, "libraries", '[');
    show_libraries(&summary);
    json_end(json, ']');
    if (!json)
        show_findings(&summary);
    if (!json && request->more)
        putchar('\n');
    if (request->more)
        show_all_variables(&summary);
    findings_json(at->findings, at->machine, json);
    return VERB_OK;
}

static enum verb_exit run(const struct request *request)
{
    if (request->count)
        return verb_misuse("", "unknown verb", request->words[0], NULL);
    return target_examine("", request, summarize, NULL);
}

const struct verb verb_summary = {
    .name = "",
    .run = run,
    .takes = TAKES_STYLE TAKES_TARGET,
    .more = "print findings in full, and every variable that affects loading",
};
