/* lazynccl env: every variable that decides what is loaded, its value here, its effect.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "search/file_version.h"
#include "tool/command/look_as.h"
#include "tool/findings/show.h"
#include "tool/nccl/conf.h"
#include "tool/nccl/variables.h"
#include "tool/text/safe.h"
#include <stdio.h>
#include <string.h>

struct showing {
    struct examination *at;
    const struct style *manner;
    struct json *json; /* NULL: for people */
};

/* What there is to say of a value beside its effect; "": nothing. */
static const char *remark(struct examination *at, const struct variable_row *row, const char *value,
                          char text[100])
{
    const struct lazynccl_description *nccl = facts_answer(at->facts, "nccl")->is;
    char version[LAZYNCCL_VERSION_TEXT];

    *text = '\0';
    if (row->first && conf_nccl_between(at->facts, 1, row->first - 1))
        snprintf(text, 100, "NCCL reads it from %s on: not the one here",
                 lazynccl_version_text(nccl, row->first, version));
    else if (row->last && conf_nccl_between(at->facts, row->last + 1, 0))
        snprintf(text, 100, "NCCL reads it up to %s: not the one here",
                 lazynccl_version_text(nccl, row->last, version));
    else if (value && !*value && strcmp(row->name, "NCCL_NET") == 0)
        snprintf(text, 100, "empty is not unset");
    else if (value && !*value && strcmp(row->reader, "lazynccl") == 0)
        snprintf(text, 100, "empty is as good as unset");
    return text;
}

static void show_json(struct json *json, const struct variable_row *row, const char *value,
                      const char *where, const char *note)
{
    json_begin(json, NULL, '{');
    json_string(json, "name", row->name);
    json_string(json, "reader", row->reader);
    json_string(json, "value", value);
    json_string(json, "from", value ? where : NULL);
    json_string(json, "effect", row->effect);
    json_string(json, "remark", *note ? note : NULL);
    json_end(json, '}');
}

static void show(void *context, const struct variable_row *row)
{
    const struct showing *showing = context;
    struct examination *at = showing->at;
    int of_nccl = strcmp(row->reader, "NCCL") == 0;
    char where[WHERE_SIZE] = "environment", text[100];
    const char *value = of_nccl ? conf_variable(at->facts, row->name, where)
                                : machine_variable(at->machine, row->name);
    const char *note = remark(at, row, value, text);

    if (showing->json) {
        show_json(showing->json, row, value, where, note);
        return;
    }
    printf("%-9s %-26s %s\n", row->reader, row->name, row->effect);
    if (value) {
        fputs("          = ", stdout);
        safe_print(stdout, value);
        fputs("   (", stdout);
        style_print_path(showing->manner, where);
        puts(")");
    }
    if (*note)
        printf("          %s\n", note);
}

/* Of those that neither NCCL nor we read, what is set. */
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

static enum verb_exit show_all(struct examination *at, const struct request *request, void *none)
{
    struct style manner = look_as_style(request, at->machine->consumer);
    struct json json = {.to = stdout};
    struct showing showing = {at, &manner, request->json ? &json : NULL};

    (void)none;
    if (request->json) {
        json_answer(&json, "env");
        json_string(&json, "as", at->machine->consumer->who);
        json_begin(&json, "variables", '[');
    } else {
        look_as_print(&manner, at->machine->consumer);
    }
    variables_each(show, &showing);
    if (request->more)
        show_others(&showing);
    if (request->json) {
        json_end(&json, ']');
        findings_json(at->findings, at->machine, &json);
    }
    return VERB_OK;
}

static enum verb_exit run(const struct request *request)
{
    if (request->count)
        return verb_misuse("env", "it takes no argument", request->words[0], NULL);
    return look_as("env", request, show_all, NULL);
}

const struct verb verb_env = {
    .name = "env",
    .run = run,
    .summary = "show the variables that decide what is loaded",
    .usage = "usage: lazynccl env [OPTION...]\n"
             "\n"
             "Every variable that lazynccl, the dynamic linker and NCCL's loading read: its "
             "effect, its\n"
             "value here and where that comes from, the environment or one of NCCL's configuration "
             "files.\n"
             "Looks as the first python3 in PATH, unless told otherwise.\n",
    .takes = TAKES_MANNER | TAKES_CONSUMER,
    .more = "also variables of NCCL's name that others read, if they are set",
    .status = "0 shown, 2 could not look, 3 misuse.",
};
