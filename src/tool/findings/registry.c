/* The registry's rows, as a table.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/findings/registry.h"
#include <strings.h>

#define FINDING(id, rule, severity, looker, what, why, remedy, source)                             \
    void looker(struct patient *);
#include "tool/rules/rows/all.def"
#undef FINDING

const struct finding_row findings[FINDING_COUNT] = {
#define FINDING(id, rule, severity, looker, what, why, remedy, source)                             \
    {#id, rule, severity, looker, what, why, remedy, source},
#include "tool/rules/rows/all.def"
#undef FINDING
};

/* The lookers of rows that other verbs than doctor look for. */
void rule_of_audit(struct patient *patient)
{
    (void)patient;
}

void rule_of_find(struct patient *patient)
{
    (void)patient;
}

void rule_of_plugin(struct patient *patient)
{
    (void)patient;
}

const char *finding_verb(const struct finding_row *row)
{
    return row->look == rule_of_audit    ? "lazynccl audit"
           : row->look == rule_of_find   ? "lazynccl find"
           : row->look == rule_of_plugin ? "lazynccl plugin"
                                         : NULL;
}

const char *severity_name(enum severity severity)
{
    static const char *const names[] = {"error", "warning", "note"};

    return names[severity];
}

const struct finding_row *finding_row(const char *id)
{
    for (int i = 0; i < FINDING_COUNT; i++)
        if (strcasecmp(findings[i].id, id) == 0)
            return &findings[i];
    return NULL;
}
