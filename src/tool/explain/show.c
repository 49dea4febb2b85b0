/* Shows what a message means: the answer first.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/findings/show.h"
#include "common/text/fold.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include "tool/explain/explain.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_QUOTED = 300 };

static void show_notes(const struct told_text *text, const struct table *table)
{
    json_begin(table->json, "ranks", '[');
    for (size_t i = 0; i < text->notes.count; i++) {
        const char *topic = text->notes.list[i].topic, *note = text->notes.list[i].text;

        if (!table->json)
            safe_line("  %-14s %s", topic, note);
        json_row(table->json, NULL, JSON_TEXT("topic", topic), JSON_TEXT("text", note),
                 JSON_FLAG("fault", text->notes.list[i].is_fault));
    }
    json_end(table->json, ']');
}

static void json_told(struct json *json, const struct told *told)
{
    json_string(json, "means", told->means);
    json_string(json, "answer", told->found.answer ? told->found.answer->word : NULL);
    json_string(json, "help", told->help);
    json_string(json, "line", told->line);
    json_string(json, "release", told->release);
    json_strings(json, "looked_for", &told->ids);
}

void explain_show_json(const struct examination *at, const struct told *told,
                       const struct table *table)
{
    target_begin_output("explain", at, table);
    json_told(table->json, told);
    show_notes(told->text, table);
    findings_json(at->findings, at->machine, table->json);
}

/* Prints what to do if no cause is found: the answer's own help, the command that installs the
 * missing library, or the remedy of the likeliest finding. */
static void show_help(const struct told *told, const struct style *style)
{
    const struct finding_row *first = told->ids.count ? registry_row(told->ids.list[0]) : NULL;
    const char *help = *told->install ? told->install
                       : told->help   ? told->help
                       : first        ? first->remedy
                                      : NULL;

    if (help)
        fold_print(2, "Do: ", help);
    if (told->otherwise || (*told->install && told->help))
        fold_print(2, "or: ", told->otherwise ? told->otherwise : told->help);
    for (size_t i = 0; style->more && i < told->ids.count; i++)
        findings_row_print(registry_row(told->ids.list[i]), style);
}

/* Prints the recognized line, shortened if it is long. */
static void show_line(const struct told *told)
{
    const char *start = told->line + strspn(told->line, " \t");
    OWNED(memory) char *quoted = memory_copy_part(start, strnlen(start, MOST_QUOTED));
    OWNED(memory)
    char *text = memory_print("%s%s", quoted, strlen(start) > MOST_QUOTED ? " ..." : "");
    OWNED(memory)
    char *title = told->text->dropped ? memory_copy("line: ")
                                      : memory_print("line %zu: ", told->found.number);

    fold_print(2, title, text);
}

/* Prints the meaning first, then what to do, then the evidence. */
void explain_show_text(const struct examination *at, const struct told *told,
                       const struct table *table)
{
    OWNED(memory)
    char *heading = told->ids.count && !at->findings->count
                        ? memory_print("%s [%s]", told->means, told->ids.list[0])
                        : memory_copy(told->means);

    fputs(style_begin(table->style, STYLE_CHOSEN), stdout);
    fold_print(0, "", heading);
    fputs(style_end(table->style), stdout);
    if (told->found.number > 1 || told->text->dropped)
        show_line(told);
    if (told->release)
        printf("  %s\n", told->release);
    if (!at->findings->count)
        show_help(told, table->style);
    findings_end(table, at->findings, at->machine, NULL);
    for (size_t i = 0; i < told->others.count; i++)
        fold_print(2, "also missing: ", told->others.list[i]);
    show_notes(told->text, table);
    if (told->system)
        style_line(table->style, "The text is of %s: this machine was not checked.", told->system);
    if (told->looked || at->findings->count) {
        style_line(table->style, "Checked on this machine (%s): %s", at->machine->target->who,
                   at->findings->count ? "found." : "not found.");
        if (!at->findings->count)
            puts(told->text->notes.faults ? "The output of the ranks shows the fault."
                                          : "Run it where the message was printed.");
    }
}

/* Returns the first NCCL warning in a text, or NULL. The caller frees it. */
static char *first_warning(const char *text)
{
    const char *at = strstr(text, "NCCL WARN ");

    return at ? memory_copy_part(at, strcspn(at, "\n")) : NULL;
}

#define NOTHING_KNOWN "no known message of a loader, CUDA or NCCL in this text"

/* Reports a text without a known message: a single word was meant as a file. */
static void refuse(const char *text)
{
    int is_file =
        *text && !strpbrk(text, " \n") && access(text, F_OK) != 0 && errno != ENAMETOOLONG;
    OWNED(memory)
    char *why = is_file ? memory_print("%s, and no known message", strerror(errno)) : NULL;

    verb_unreadable("explain", why ? text : NULL, why ? why : NOTHING_KNOWN);
}

/* Prints the answer if no message is recognized: what the ranks show, or what to do next. */
enum verb_exit explain_show_unknown(const struct told_text *text, const struct request *request)
{
    static char *const steps[] = {
        "lazynccl doctor checks for all known problems",
        "run again with NCCL_DEBUG=WARN, and give the whole output of all ranks to lazynccl "
        "explain",
    };
    static char *const unknown[] = {NOTHING_KNOWN};
    const struct strings next = {(char **)steps, strcasestr(text->text, "nccl") ? 2 : 1},
                         not_examined = {(char **)unknown, 1};
    int is_log = text->notes.count > 0;
    struct style style = options_style(request, NULL);
    struct json json = {.to = stdout};
    struct table table = {.style = &style, .json = request->json ? &json : NULL};
    OWNED(memory) char *warning = first_warning(text->text);

    if (request->json) {
        json_answer(&json, "explain");
        json_string(&json, "target", NULL);
        json_told(&json, &(struct told){.line = warning});
        json_strings(&json, "next", &next);
        show_notes(text, &table);
        findings_json(NULL, is_log ? NULL : &(struct machine){.unreadable = not_examined}, &json);
    }
    if (!is_log)
        refuse(text->text);
    if (!request->json && is_log) {
        puts(text->notes.faults ? "no known message, but the output of the ranks shows more"
                                : "no known problem of NCCL or of loading in this log");
        show_notes(text, &table);
    }
    if (!request->json && !is_log && warning)
        safe_line("  line %s", warning);
    for (size_t i = 0; !request->json && i < next.count && (!is_log || text->notes.faults); i++)
        findings_help_print(&style, 2, steps[i]);
    return !is_log ? VERB_UNREADABLE : text->notes.faults ? VERB_FINDINGS : VERB_OK;
}
