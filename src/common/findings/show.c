/* Prints findings in the order of their severity, then of their ids.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/findings/show.h"
#include "common/text/memory.h"
#include "common/text/safe.h"

static const char *const colors[] = {STYLE_ERROR, STYLE_WARNING, STYLE_NOTE};
static const char *const words[] = {"error", "warning", "note"};

/* Prints a colored title, and to the right of the title a folded text. */
static void print_titled(const struct style *style, int indent, const char *color,
                         const char *title, const char *text)
{
    OWNED(memory)
    char *colored = memory_print("%s%s%s ", style_begin(style, color), title, style_end(style));

    style_fold(indent, colored, text);
}

/* Evidence that begins with a path is one line, to be copied. Other evidence is folded. */
static void print_evidence(const struct style *style, const char *evidence)
{
    OWNED(memory) char *text = style_path(style, evidence);

    if (strcspn(text, "/") > strcspn(text, " ")) {
        style_fold_item(6, style, STYLE_EVIDENCE, text);
        return;
    }
    fputs("      ", stdout);
    style_print(style, STYLE_EVIDENCE, text);
    putchar('\n');
}

/* Prints a finding with its evidence and remedy; with -v, also the reason and the source. */
static void print_one(const struct finding *finding, const struct style *style)
{
    const struct finding_row *row = finding->row;
    OWNED(memory)
    char *title = memory_print("%s%s[%s]%s %s", style_begin(style, colors[finding->severity]),
                               words[finding->severity], row->id, style_end(style),
                               style_begin(style, STYLE_CHOSEN));

    style_fold(0, title, finding->what);
    fputs(style_end(style), stdout);
    if (finding->is_brief && !style->more)
        return;
    for (size_t i = 0; i < finding->evidence.count; i++)
        print_evidence(style, finding->evidence.list[i]);
    for (size_t i = 0; i < finding->remedy.count; i++)
        style_fold_remedy(style, finding->remedy.list[i]); /* paths stay whole, to be copied */
    if (finding->remedy.count == 0)
        print_titled(style, 6, STYLE_HELP, "help:", row->remedy);
    if (style->more) {
        style_fold(6, "", row->why);
        style_fold(6, "source: ", row->source);
    }
}

static void print_line(const struct finding *finding, const struct style *style)
{
    OWNED(memory) char *what = style_text(style, finding->what);

    print_titled(style, 11, colors[finding->severity], finding->row->id, what);
}

void findings_print(const struct findings *findings, const struct style *style, int briefly)
{
    for (int severity = ERROR; severity <= NOTE; severity++)
        for (size_t i = 0; i < findings->count; i++)
            if (findings->list[i].severity == (enum severity)severity &&
                (style->more || !findings->list[i].is_installed))
                (briefly ? print_line : print_one)(&findings->list[i], style);
}

void findings_row_print(const struct finding_row *row, const struct style *style)
{
    OWNED(memory)
    char *what = memory_print("%s %s: %s", row->word, words[row->severity], row->what);

    print_titled(style, 0, colors[row->severity], row->id, what);
    style_fold(2, "", row->why);
    print_titled(style, 2, STYLE_HELP, "help:", row->remedy);
    style_fold(2, "source: ", row->source);
}

char *findings_counted(const struct findings *findings, int all)
{
    OWNED(strings) struct strings parts = {0};
    const char *worst = NULL;

    for (int severity = ERROR; severity <= NOTE; severity++) {
        int count = 0;

        for (size_t i = 0; i < findings->count; i++)
            if (findings->list[i].severity == (enum severity)severity &&
                (all || !findings->list[i].is_installed)) {
                count++;
                worst = worst ? worst : findings->list[i].row->id;
            }
        if (count)
            strings_print(&parts, "%d %s%s", count, words[severity], count > 1 ? "s" : "");
    }
    OWNED(memory) char *counts = strings_join(&parts, ", ");
    OWNED(memory)
    char *files = findings->examined ? memory_print(" in %zu file%s", findings->examined,
                                                    findings->examined == 1 ? "" : "s")
                                     : memory_copy("");
    return worst ? memory_print("%s%s; more: lazynccl explain %s", counts, files, worst) : NULL;
}

static void json_one(const struct finding *finding, struct json *json)
{
    const struct finding_row *row = finding->row;
    char *row_remedy[] = {(char *)row->remedy};
    const struct strings *remedy =
        finding->remedy.count ? &finding->remedy : &(struct strings){row_remedy, 1};

    json_row(json, NULL, JSON_TEXT("id", row->id), JSON_TEXT("severity", words[finding->severity]),
             JSON_TEXT("what", finding->what), JSON_LIST("evidence", &finding->evidence),
             JSON_LIST("files", &finding->files), JSON_LIST("remedy", remedy));
}

void findings_json(const struct findings *findings, const struct machine *machine,
                   struct json *json)
{
    const struct strings *unreadable = machine ? &machine->unreadable : &(struct strings){0};

    json_begin(json, "findings", '[');
    for (size_t i = 0; findings && i < findings->count; i++)
        json_one(&findings->list[i], json);
    json_end(json, ']');
    json_strings(json, "not_examined", unreadable);
    json_end(json, '}');
}

void findings_end(const struct table *table, const struct findings *findings,
                  const struct machine *machine, const char *none)
{
    OWNED(memory) char *counted = NULL;
    size_t installed = 0;

    if (table->json) {
        findings_json(findings, machine, table->json);
        return;
    }
    if (findings) {
        findings_print(findings, table->style, 0);
        counted = findings_counted(findings, table->style->more);
    }
    for (size_t i = 0; findings && i < findings->count && !table->style->more; i++)
        installed += (size_t)findings->list[i].is_installed;
    if (counted || none)
        puts(counted ? counted : none);
    if (installed)
        printf("%zu note%s on files that packages installed: -v shows them\n", installed,
               installed == 1 ? "" : "s");
}

void findings_row(const struct table *table, const struct finding_row *row)
{
    const char *severity = words[row->severity];

    if (!table->json)
        printf("%s  %-29s %-8s %s\n", row->id, row->word, severity, row->what);
    json_row(table->json, NULL, JSON_TEXT("id", row->id), JSON_TEXT("rule", row->word),
             JSON_TEXT("severity", severity), JSON_TEXT("what", row->what),
             JSON_TEXT("why", row->why), JSON_TEXT("remedy", row->remedy),
             JSON_TEXT("source", row->source));
}
