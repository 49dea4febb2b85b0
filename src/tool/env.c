/* lazynccl env: every variable that decides what is loaded, its value here, its effect.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/target_option.h"
#include "netplugin/nccl/conf.h"
#include "netplugin/nccl/variables.h"

struct showing {
    struct examination *at;
    struct table *table;
};

/* A remark on a value, besides its effect; NULL: none. */
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

    table_row(showing->table, NULL,
              "{reader:9} {name:26} {effect}\n"
              "[          = {value!}   ({from~})\n]"
              "[          {remark}\n]",
              CELL("name", row->name), CELL("reader", row->reader), CELL("value", value),
              CELL("from", value ? where : NULL), CELL("effect", row->effect),
              CELL("remark", remark(at, row, value, text)));
}

/* The variables that neither NCCL nor lazynccl reads, if they are set. */
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

/* NCCL's variables that decide nothing of what is loaded, if they are set. */
static void show_nccls(struct showing *showing)
{
    OWNED(strings) struct strings names = {0};

    conf_set_others(showing->at->facts, &names);
    for (size_t i = 0; i < names.count; i++)
        if (strncmp(names.list[i], "NCCL_", 5) == 0 && !variables_known(names.list[i]))
            show(showing, &(struct variable_row){"NCCL", names.list[i], 0, "another of NCCL's"});
}

static enum verb_exit show_all(struct examination *at, const struct request *request, void *none)
{
    struct showing showing = {at, request->table};

    target_begin_output("env", at, request->table);
    table_begin(request->table, "variables");
    variables_each(show, &showing);
    show_nccls(&showing);
    if (request->more)
        show_others(&showing);
    table_end(request->table);
    findings_end(request->table, at->findings, at->machine, NULL);
    return VERB_OK;
}

static enum verb_exit run(const struct request *request)
{
    if (request->count)
        return verb_misuse("env", "it takes no argument", request->words[0], NULL);
    return target_examine("env", request, show_all, NULL);
}

const struct verb verb_env = {
    .name = "env",
    .run = run,
    .summary = "show the variables that decide what is loaded",
    // clang-format off
    .usage =
"usage: lazynccl env [OPTION...]\n"
"\n"
"Shows every variable that lazynccl, the dynamic linker and NCCL's loading read: its effect, its\n"
"value here, and where the value comes from: the environment or one of NCCL's configuration\n"
"files; and NCCL's others that are set. Looks as the first python3 in PATH, unless told otherwise.\n",
    .examples =
"  lazynccl env | grep -A 1 NCCL_NET\n"
"      which network settings count, and what are they?\n"
"  lazynccl env --pid 4711\n"
"      what has this process been given?\n",
    // clang-format on
    .takes = TAKES_STYLE TAKES_CONSUMER,
    .more = "also show variables named NCCL_* that other programs read, if they are set",
    .status = "0 shown, 2 could not look, 3 misuse.",
};
