/* lazynccl explain: a finding in full, or what a message means here and now.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "search/search.h"
#include "search/view.h"
#include "tool/command/look_as.h"
#include "tool/files/root.h"
#include "tool/findings/messages.h"
#include "tool/findings/show.h"
#include "tool/machine/nvidia.h"
#include "tool/rules/rule.h"
#include "tool/text/memory.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_TEXT (1 << 20) /* of a message on standard input */

static enum verb_exit explain_row(const struct finding_row *row, const struct request *request)
{
    struct style style = look_as_style(request, NULL);
    struct json json = {.to = stdout};
    struct table table = {.json = &json};

    if (!request->json) {
        findings_row_print(row, &style);
        return VERB_OK;
    }
    json_answer(&json, "explain");
    table_begin(&table, "registry");
    findings_row(&table, row);
    table_end(&table);
    findings_json(NULL, NULL, &json);
    return VERB_OK;
}

/* A message's path as the root has it, relative to the current folder; to be freed. NULL: it is not
 * a path, or no file is there. */
static char *path_there(char *path, const char *root)
{
    char *absolute = *path == '/'                  ? memory_copy(path)
                     : strchr(path, '/') && !*root ? realpath(path, NULL)
                                                   : NULL;
    char *whole = absolute ? root_inside(root, memory_copy(absolute)) : NULL;

    free(path);
    if (!whole || !lazynccl_exists(whole) || lazynccl_is_folder(whole)) {
        free(absolute);
        absolute = NULL;
    }
    free(whole);
    return absolute;
}

/* The file that a message is about: "/x/liba.so: undefined symbol: y". To be freed, or NULL. */
static char *file_of(const char *message, const char *root)
{
    static const char *const signs[] = {": undefined symbol", ": symbol lookup error",
                                        ": version `", ": error while loading shared libraries"};

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const char *end = strstr(message, signs[i]), *start = end;

        while (start && start > message && !isspace((unsigned char)start[-1]) && start[-1] != '(')
            start--;
        char *path = start ? memory_copy_part(start, (size_t)(end - start)) : NULL;

        if (path && (path = path_there(path, root)))
            return path;
    }
    return NULL;
}

/* The first NVIDIA library that a message names without a folder; to be freed, or NULL. */
static char *named_library(const char *message, char install[NVIDIA_INSTALL])
{
    for (const char *at = message; (at = strstr(at, "lib")); at++) {
        size_t length =
            strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_");
        char *soname = at == message || (at[-1] != '/' && !isalnum((unsigned char)at[-1]))
                           ? memory_copy_part(at, length)
                           : NULL;

        if (soname && strstr(soname, ".so.") && nvidia_install(soname, "", install))
            return soname;
        free(soname);
    }
    return NULL;
}

/* LN115 without a module that needs the library: a program asked ld.so for it by name, and ld.so
 * does not find it for this consumer. */
static void look_for_named(struct examination *at, const char *message)
{
    char install[NVIDIA_INSTALL], *soname = named_library(message, install), *path = NULL;
    struct nvidia vendor;
    const char *from;

    if (soname && !(path = linker_find(at->machine, NULL, soname, &from))) {
        const struct candidate *copy = nvidia_of(soname, &vendor) && vendor.library
                                           ? facts_copy(at->facts, vendor.library->name)
                                           : NULL;
        char *folder = NULL;

        findings_add(at->findings, "LN115", "ld.so does not find %s for %s", soname,
                     at->machine->consumer->who);
        if (copy && strcmp(strings_base_name(copy->path), soname) == 0 &&
            (folder = lazynccl_folder_of(machine_shown(at->machine, copy->path)))) {
            rule_evidence(at, vendor.library, copy);
            findings_remedy(at->findings, "LD_LIBRARY_PATH=%s", folder);
        } else {
            findings_evidence(at->findings,
                              "in no folder of LD_LIBRARY_PATH, of ld.so's cache or by default");
            findings_remedy(at->findings, "%s", install);
        }
        free(folder);
    }
    free(path);
    free(soname);
}

/* A pasted message, and what it means. */
struct pasted {
    const char *message;
    const struct message_row *row;
    struct strings ids; /* of the findings that may be its cause */
};

static void show_diagnosis(const struct examination *at, const struct pasted *pasted,
                           const struct table *table)
{
    if (!table->json)
        puts(pasted->row->means);
    look_as_begin("explain", at, table);
    if (table->json) {
        json_string(table->json, "means", pasted->row->means);
        json_strings(table->json, "looked_for", &pasted->ids);
    }
    findings_end(table, at->findings, at->machine,
                 "not the case here; it may be where this was printed:");
    for (size_t i = 0; !table->json && !at->findings->count && i < pasted->ids.count; i++)
        if (table->style->more)
            findings_row_print(registry_row(pasted->ids.list[i]), table->style);
        else
            findings_row_briefly(registry_row(pasted->ids.list[i]));
}

static enum verb_exit diagnose(struct examination *at, const struct request *request, void *context)
{
    const struct pasted *pasted = context;
    struct style style = look_as_style(request, at->machine->consumer);
    struct json json = {.to = stdout};
    struct table table = {.style = &style, .json = request->json ? &json : NULL};

    for (size_t i = 0; i < pasted->ids.count; i++) {
        const struct finding_row *finding = registry_row(pasted->ids.list[i]);

        if (finding->look)
            finding->look(at);
    }
    if (strings_has(&pasted->ids, "LN115") && !at->findings->count)
        look_for_named(at, pasted->message);
    show_diagnosis(at, pasted, &table);
    return at->findings->count ? VERB_FINDINGS : VERB_OK;
}

static enum verb_exit explain_message(const char *message, const struct request *request)
{
    struct pasted pasted = {.message = message, .row = message_row(message)};
    struct request as = *request;
    char *file = NULL;

    if (!pasted.row)
        return verb_unreadable("explain", NULL,
                               "unrecognized message; lazynccl doctor looks for everything");
    if (!as.as.from && !as.as.pid && !as.as.no_python && (file = file_of(message, as.as.root)))
        as.as.from = file;
    pasted.ids = strings_split(pasted.row->ids, ' ');
    enum verb_exit status = look_as("explain", &as, diagnose, &pasted);
    strings_free(&pasted.ids);
    free(file);
    return status;
}

static char *read_input(void)
{
    char *text = memory_get(MOST_TEXT + 1, 1);

    text[fread(text, 1, MOST_TEXT, stdin)] = '\0';
    return text;
}

static int looks_like_id(const char *text)
{
    return strncasecmp(text, "LN", 2) == 0 && text[2] &&
           text[2 + strspn(text + 2, "0123456789")] == '\0';
}

static enum verb_exit run(const struct request *request)
{
    const char *only = request->count == 1 ? request->words[0] : "";

    if (registry_row(only))
        return explain_row(registry_row(only), request);
    if (looks_like_id(only))
        return verb_misuse("explain", "no such finding", only, NULL);
    if (request->count == 0 && isatty(STDIN_FILENO))
        return verb_misuse("explain", "no finding and no message", NULL, NULL);
    char *text = request->count /* a message that was not quoted */
                     ? strings_join(&(struct strings){request->words, (size_t)request->count}, " ")
                     : read_input();
    enum verb_exit status = explain_message(text, request);

    free(text);
    return status;
}

const struct verb verb_explain = {
    .name = "explain",
    .run = run,
    .summary = "explain a finding or an error message",
    // clang-format off
    .usage =
"usage: lazynccl explain ID [OPTION...]\n"
"       lazynccl explain 'MESSAGE' [OPTION...]\n"
"       ... 2>&1 | lazynccl explain\n"
"\n"
"Explains a finding of lazynccl doctor or audit in full, with where it was seen. Recognizes a\n"
"message of the dynamic linker, Python or NCCL, given as an argument or on standard input, and\n"
"looks for its causes here: as the file that it names, else as the first python3 in PATH, unless\n"
"told otherwise.\n",
    // clang-format on
    .takes = TAKES_STYLE | TAKES_CONSUMER,
    .more = "print each finding in full",
    .status = "0 explained, or the cause is not here; 1 the cause is here; 2 could not look, or\n"
              "the message is not recognized; 3 misuse.",
};
