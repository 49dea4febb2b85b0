/* Shows what a message means: what happened, why, and what to do.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/show.h"
#include "common/command/target_option.h"
#include "common/text/fold.h"
#include <errno.h>
#include <unistd.h>

enum { MOST_QUOTED = 300 };

static void show_notes(const struct log *log, const struct table *table)
{
    json_begin(table->json, "ranks", '[');
    for (size_t i = 0; i < log->notes.count; i++) {
        const char *topic = log->notes.list[i].topic, *note = log->notes.list[i].text;

        if (!table->json)
            safe_line("  %-14s %s", topic, note);
        json_row(table->json, NULL, JSON_TEXT("topic", topic), JSON_TEXT("text", note),
                 JSON_FLAG("fault", log->notes.list[i].is_fault));
    }
    json_end(table->json, ']');
}

static void show_json(const struct diagnosis *diagnosis, struct json *json)
{
    json_string(json, "means", diagnosis->what);
    json_string(json, "why", diagnosis->why);
    json_string(json, "answer", diagnosis->message.answer.word);
    json_string(json, "help", diagnosis->help);
    json_string(json, "here", diagnosis->here);
    json_string(json, "line", diagnosis->line);
    json_strings(json, "looked_for", &diagnosis->ids);
}

/* Prints the recognized line, shortened if it is long. */
static void show_line(const struct diagnosis *diagnosis)
{
    const char *start = diagnosis->line + strspn(diagnosis->line, " \t");
    OWNED(memory)
    char *text =
        memory_print("%.*s%s", MOST_QUOTED, start, strlen(start) > MOST_QUOTED ? " ..." : "");
    OWNED(memory)
    char *title = diagnosis->log->dropped ? memory_copy("line: ")
                                          : memory_print("line %zu: ", diagnosis->message.number);

    fold_print(2, title, text);
}

/* Prints what the examination of this machine means for the reader. */
static void show_end(const struct examination *at, const struct diagnosis *diagnosis,
                     const struct style *style)
{
    static const char elsewhere[] = "Run this where the message was printed.";
    OWNED(memory) char *who = style_text(style, at->machine->target->who), *text = NULL;

    if (diagnosis->here)
        text = memory_print("%s %s", diagnosis->here, elsewhere);
    else if (at->findings->count)
        text = memory_print("The cause is on this machine (%s).", who);
    else if (diagnosis->log->notes.faults)
        text = memory_copy("The output of the ranks shows the fault.");
    else if (diagnosis->looked)
        text = memory_print("This machine does not have the fault (%s). %s", who, elsewhere);
    if (text)
        fold_print(diagnosis->here ? 2 : 0, "", text);
}

void show_diagnosis(const struct examination *at, const struct diagnosis *diagnosis,
                    const struct table *table)
{
    int is_found = at->findings->count > 0; /* the findings say why, and what to do */

    if (table->json) {
        target_begin_output("explain", at, table);
        show_json(diagnosis, table->json);
        show_notes(diagnosis->log, table);
        findings_json(at->findings, at->machine, table->json);
        return;
    }
    OWNED(memory)
    char *heading = diagnosis->ids.count && !is_found && !diagnosis->message.answer.word
                        ? memory_print("%s [%s]", diagnosis->what, diagnosis->ids.list[0])
                        : memory_copy(diagnosis->what);

    fputs(style_begin(table->style, STYLE_CHOSEN), stdout);
    fold_print(0, "", heading);
    fputs(style_end(table->style), stdout);
    if (diagnosis->message.number > 1 || (diagnosis->log->dropped && *diagnosis->line))
        show_line(diagnosis);
    if (!is_found)
        fold_print(2, "", diagnosis->why);
    if (!is_found && diagnosis->help)
        fold_print(2, "Do: ", diagnosis->help);
    for (size_t i = 0; !is_found && table->style->more && i < diagnosis->ids.count; i++)
        findings_row_print(registry_row(diagnosis->ids.list[i]), table->style);
    findings_end(table, at->findings, at->machine, NULL);
    show_notes(diagnosis->log, table);
    show_end(at, diagnosis, table->style);
}

#define KINDS                                                                                      \
    "explain reads errors of loaders and linkers, error codes of NVIDIA's libraries, NCCL's "      \
    "lines "                                                                                       \
    "about networks and plugins, and IDs of findings; lazynccl doctor examines the machine"

/* Says in one line which messages explain reads. A single word was meant as a file. */
static void refuse(const char *text)
{
    int is_file =
        *text && !strpbrk(text, " \n") && access(text, F_OK) != 0 && errno != ENAMETOOLONG;
    OWNED(memory)
    char *why = is_file ? memory_print("%s, and no known message: %s", strerror(errno), KINDS)
                        : memory_copy("no known message: " KINDS);

    verb_unreadable("explain", is_file ? text : NULL, why);
}

enum verb_exit show_unknown(const struct log *log, const struct request *request)
{
    static char *const unknown[] = {"no known message: " KINDS};
    const struct strings not_looked_at = {(char **)unknown, 1};
    int is_log = log->notes.count > 0;
    struct json *json = request->table->json;

    if (json) {
        json_answer(json, "explain");
        json_string(json, "target", NULL);
        show_json(&(struct diagnosis){0}, json);
        show_notes(log, request->table);
        findings_json(NULL, is_log ? NULL : &(struct machine){.unreadable = not_looked_at}, json);
    }
    if (!is_log) {
        refuse(log->text);
        return VERB_UNREADABLE;
    }
    if (!json) {
        puts(log->notes.faults ? "no known message, but the output of the ranks shows more"
                               : "no known problem of NCCL or of loading in this log");
        show_notes(log, request->table);
    }
    return log->notes.faults ? VERB_FINDINGS : VERB_OK;
}
