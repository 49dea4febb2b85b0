/* Keeps the list of findings.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/findings/list.h"
#include "common/text/memory.h"

void findings_add(struct findings *findings, const char *id, const char *format, ...)
{
    const struct finding_row *row = registry_row(id);
    va_list values;

    va_start(values, format);
    *MEMORY_ADD(findings->list, findings->count) = (struct finding){
        .row = row, .severity = row->severity, .what = memory_print_list(format, values)};
    va_end(values);
}

void findings_free(struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        free(findings->list[i].what);
        strings_free(&findings->list[i].evidence);
        strings_free(&findings->list[i].files);
        strings_free(&findings->list[i].remedy);
    }
    free(findings->list);
    *findings = (struct findings){0};
}

int findings_has_problem(const struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++)
        if (findings->list[i].severity != NOTE)
            return 1;
    return 0;
}
