/* Shows the variables that decide what is loaded.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/all_variables.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include "netplugin/nccl/conf.h"
#include "netplugin/nccl/variables.h"
#include <string.h>

struct showing {
    struct examination *at;
    struct table *table;
};

/* A remark on a value, in addition to its effect; NULL if none applies. */
static const char *remark(struct examination *at, const struct variable_row *row, const char *value,
                          char text[100])
{
    const struct lazynccl_description *nccl = facts_search_result(at->facts, "nccl")->library;
    char version[LAZYNCCL_VERSION_TEXT];

    *text = '\0';
    if (row->first && conf_nccl_between(at->facts, 1, row->first - 1))
        snprintf(text, 100, "NCCL reads it from %s on: not the one here",
                 lazynccl_version_text(nccl, row->first, version));
    else if (value && !*value && strcmp(row->name, "NCCL_NET") == 0)
        snprintf(text, 100, "empty is not unset");
    else if (value && !*value && strcmp(row->reader, "lazynccl") == 0)
        snprintf(text, 100, "empty means unset");
    return *text ? text : NULL;
}

static void show(void *context, const struct variable_row *row)
{
    struct showing *showing = context;
    struct examination *at = showing->at;
    char where[WHERE_SIZE] = "environment", text[100];
    const char *value = conf_value(at->facts, row, where);
    const char *said = remark(at, row, value, text);

    json_row(showing->table->json, NULL, JSON_TEXT("name", row->name),
             JSON_TEXT("reader", row->reader), JSON_TEXT("value", value),
             JSON_TEXT("from", value ? where : NULL), JSON_TEXT("effect", row->effect),
             JSON_TEXT("remark", said));
    if (showing->table->json)
        return;
    safe_line("%-9s %-26s %s", row->reader, row->name, row->effect);
    if (value)
        safe_line("          = %s   (%s)", value, where);
    if (said)
        safe_line("          %s", said);
}

/* Lists variables that are set but that neither NCCL nor lazynccl reads. */
static void show_others(struct showing *showing)
{
    for (int i = 0; i < variables_count; i++) {
        struct variable_row row = variables[i];

        if (!*row.reader && machine_variable(showing->at->machine, row.name)) {
            row.reader = "others";
            show(showing, &row);
        }
    }
}

/* Lists NCCL variables that are set but do not affect what is loaded. */
static void show_nccls(struct showing *showing)
{
    OWNED(strings) struct strings names = {0};

    conf_set_others(showing->at->facts, &names);
    for (size_t i = 0; i < names.count; i++)
        if (strncmp(names.list[i], "NCCL_", 5) == 0 && !variables_known(names.list[i]))
            show(showing, &(struct variable_row){"NCCL", names.list[i], 0, "another of NCCL's"});
}

void all_variables_show(struct examination *at, struct table *table)
{
    struct showing showing = {at, table};

    json_begin(table->json, "variables", '[');
    variables_each(show, &showing);
    show_nccls(&showing);
    show_others(&showing);
    json_end(table->json, ']');
}
