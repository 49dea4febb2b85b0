/* Shows what a message means: the answer first.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/findings/show.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include "tool/explain/explain.h"
#include <stdio.h>
#include <string.h>

enum { SHOWN_CAUSES = 3 };

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
    if (!table->json && text->dropped)
        printf("searched: the last lines of %zu MiB, and NCCL's warnings before them\n",
               text->bytes >> 20);
}

void explain_show_json(const struct examination *at, const struct told *told,
                       const struct table *table)
{
    target_begin_output("explain", at, table);
    json_string(table->json, "means", told->means);
    json_string(table->json, "line", told->line);
    json_string(table->json, "release", told->release);
    json_strings(table->json, "looked_for", &told->ids);
    show_notes(told->text, table);
    findings_json(at->findings, at->machine, table->json);
}

/* People get the answer first: what it means, what to do, then what was looked at. */
void explain_show_text(const struct examination *at, const struct told *told,
                       const struct table *table)
{
    style_print(table->style, STYLE_CHOSEN, told->means);
    putchar('\n');
    if (told->found->number > 1 || told->text->dropped) {
        if (told->text->dropped)
            fputs("  line: ", stdout);
        else
            printf("  line %zu: ", told->found->number);
        safe_print(stdout, told->line);
        putchar('\n');
    }
    if (told->release)
        printf("  %s\n", told->release);
    for (size_t i = 0; !at->findings->count && i < told->ids.count && i < SHOWN_CAUSES; i++)
        if (table->style->more)
            findings_row_print(registry_row(told->ids.list[i]), table->style);
        else
            findings_row_briefly(registry_row(told->ids.list[i]), i ? "" : told->install,
                                 table->style);
    findings_end(table, at->findings, at->machine, NULL);
    show_notes(told->text, table);
    if (told->looked)
        target_begin_output("explain", at, table);
    if (told->looked && !at->findings->count)
        puts("not the case here; it may be where this was printed");
}

/* NCCL's first warning in a text, to be freed; NULL: there is none. */
static char *first_warning(const char *text)
{
    const char *at = strstr(text, "NCCL WARN ");

    return at ? memory_copy_part(at, strcspn(at, "\n")) : NULL;
}

/* An answer without a message that is known: what all ranks show, or what to do next. */
enum verb_exit explain_show_unknown(const struct told_text *text, const struct request *request)
{
    static char *const steps[] = {
        "run again with NCCL_DEBUG=WARN, and give the whole output of all ranks to lazynccl "
        "explain",
        "lazynccl doctor looks for everything that is known to go wrong",
    };
    static char *const unknown[] = {"unrecognized message"};
    const struct strings next = {(char **)steps, 2}, not_looked_at = {(char **)unknown, 1},
                         no = {0};
    int is_log = text->notes.count > 0;
    struct style style = target_style(request, NULL);
    struct json json = {.to = stdout};
    struct table table = {.style = &style, .json = request->json ? &json : NULL};
    OWNED(memory) char *warning = first_warning(text->text);

    if (request->json) {
        json_answer(&json, "explain");
        json_string(&json, "target", NULL);
        json_string(&json, "means", NULL);
        json_string(&json, "line", warning);
        json_string(&json, "release", NULL);
        json_strings(&json, "looked_for", &no);
        json_strings(&json, "next", &next);
        show_notes(text, &table);
        json_begin(&json, "findings", '[');
        json_end(&json, ']');
        json_strings(&json, "not_looked_at", is_log ? &no : &not_looked_at);
        json_end(&json, '}');
    }
    if (!is_log)
        verb_unreadable("explain", NULL,
                        *text->text && !strpbrk(text->text, " \n")
                            ? "no such file, and no message that is recognized"
                            : "unrecognized message");
    if (!request->json && is_log) {
        puts(text->notes.faults
                 ? "no message is known, but the ranks' output shows more"
                 : "nothing in this log is known to be NCCL's fault, or that of loading");
        show_notes(text, &table);
    }
    if (!request->json && !is_log && warning) {
        fputs("  line ", stdout);
        safe_print(stdout, warning);
        putchar('\n');
    }
    for (size_t i = 0; !request->json && i < next.count && (!is_log || text->notes.faults); i++)
        findings_help_print(&style, 2, steps[i]);
    return !is_log ? VERB_UNREADABLE : text->notes.faults ? VERB_FINDINGS : VERB_OK;
}
