/* Prints findings in the order of their severity, then of their ids.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/findings/show.h"
#include "tool/text/safe.h"
#include <stdio.h>
#include <string.h>

static void print_severity(const struct style *manner, enum severity severity)
{
    static const char *const colors[] = {"1;31", "1;33", "1;36"};

    style_print_colored(manner, colors[severity], registry_severity(severity));
}

static void print_one(const struct finding *finding, const struct style *manner)
{
    const struct finding_row *row = finding->row;

    print_severity(manner, row->severity);
    printf("[%s] ", row->id);
    safe_print(stdout, finding->what);
    putchar('\n');
    for (size_t i = 0; i < finding->evidence.count; i++) {
        fputs("      ", stdout);
        style_print_path(manner, finding->evidence.list[i]);
        putchar('\n');
    }
    for (size_t i = 0; i < finding->remedy.count; i++) {
        fputs("      help: ", stdout);
        safe_print(stdout, finding->remedy.list[i]); /* to copy: whole */
        putchar('\n');
    }
    if (finding->remedy.count == 0)
        safe_print_wrapped(6, "help: ", row->remedy);
    if (manner->more) {
        safe_print_wrapped(6, "", row->why);
        safe_print_wrapped(6, "source: ", row->source);
    }
}

void findings_print(const struct findings *findings, const struct style *manner)
{
    for (int severity = ERROR; severity <= NOTE; severity++)
        for (size_t i = 0; i < findings->count; i++)
            if (findings->list[i].row->severity == (enum severity)severity)
                print_one(&findings->list[i], manner);
}

void findings_row_print(const struct finding_row *row, const struct style *manner)
{
    printf("%s ", row->id);
    print_severity(manner, row->severity);
    printf(": %s\n", row->what);
    safe_print_wrapped(2, "", row->why);
    safe_print_wrapped(2, "help: ", row->remedy);
    safe_print_wrapped(2, "source: ", row->source);
}

void findings_row_briefly(const struct finding_row *row)
{
    printf("  %s %s\n", row->id, row->what);
    safe_print_wrapped(8, "help: ", row->remedy);
}

void findings_counted(const struct findings *findings, char text[FINDINGS_COUNTED])
{
    const char *worst = NULL;

    *text = '\0';
    for (int severity = ERROR; severity <= NOTE; severity++) {
        int count = 0;

        for (size_t i = 0; i < findings->count; i++)
            if (findings->list[i].row->severity == (enum severity)severity) {
                count++;
                worst = worst ? worst : findings->list[i].row->id;
            }
        if (count)
            snprintf(text + strlen(text), FINDINGS_COUNTED - strlen(text), "%s%d %s%s",
                     *text ? ", " : "", count, registry_severity((enum severity)severity),
                     count > 1 ? "s" : "");
    }
    if (worst)
        snprintf(text + strlen(text), FINDINGS_COUNTED - strlen(text),
                 " · more: lazynccl explain %s", worst);
}

void findings_json(const struct findings *findings, const struct machine *machine,
                   struct json *json)
{
    json_begin(json, "findings", '[');
    for (size_t i = 0; findings && i < findings->count; i++) {
        const struct finding *finding = &findings->list[i];

        json_begin(json, NULL, '{');
        json_string(json, "id", finding->row->id);
        json_string(json, "severity", registry_severity(finding->row->severity));
        json_string(json, "what", finding->what);
        json_strings(json, "evidence", &finding->evidence);
        if (finding->remedy.count) {
            json_strings(json, "remedy", &finding->remedy);
        } else {
            json_begin(json, "remedy", '[');
            json_string(json, NULL, finding->row->remedy);
            json_end(json, ']');
        }
        json_end(json, '}');
    }
    json_end(json, ']');
    json_strings(json, "not_looked_at", machine ? &machine->unreadable : &(struct strings){0});
    json_end(json, '}');
}

void findings_row_json(const struct finding_row *row, struct json *json)
{
    json_begin(json, NULL, '{');
    json_string(json, "id", row->id);
    json_string(json, "rule", row->word);
    json_string(json, "severity", registry_severity(row->severity));
    json_string(json, "what", row->what);
    json_string(json, "why", row->why);
    json_string(json, "remedy", row->remedy);
    json_string(json, "source", row->source);
    json_end(json, '}');
}

size_t findings_unreadable(const struct machine *machine, const char *verb)
{
    fflush(stdout); /* or the reasons come before what was said until then */
    for (size_t i = 0; i < machine->unreadable.count; i++) {
        fprintf(stderr, "lazynccl%s%s: cannot look at ", *verb ? " " : "", verb);
        safe_print(stderr, machine->unreadable.list[i]);
        fputc('\n', stderr);
    }
    return machine->unreadable.count;
}
