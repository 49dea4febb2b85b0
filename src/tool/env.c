/* lazynccl env: every variable that decides what is loaded, its value here, its effect.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../version.h"
#include "conf.h"
#include "print.h"
#include "seen.h"
#include "variables.h"
#include "verb.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#define SCHEMA 1

struct showing {
    struct patient *patient;
    struct json *json; /* NULL: for people */
};

/* What there is to say of a value beside its effect; "": nothing. */
static const char *remark(struct patient *patient, const struct variable_row *row,
                          const char *value, char text[100])
{
    const struct lazynccl_description *nccl = answer_of(patient, "nccl")->is;
    char version[LAZYNCCL_VERSION_TEXT];

    *text = '\0';
    if (row->first && nccl_between(patient, 1, row->first - 1))
        snprintf(text, 100, "NCCL reads it from %s on: not the one here",
                 lazynccl_version_text(nccl, row->first, version));
    else if (row->last && nccl_between(patient, row->last + 1, 0))
        snprintf(text, 100, "NCCL reads it up to %s: not the one here",
                 lazynccl_version_text(nccl, row->last, version));
    else if (value && !*value && strcmp(row->name, "NCCL_NET") == 0)
        snprintf(text, 100, "empty is not unset");
    else if (value && !*value && strcmp(row->reader, "lazynccl") == 0)
        snprintf(text, 100, "empty is as good as unset");
    return text;
}

static void show(void *context, const struct variable_row *row)
{
    const struct showing *showing = context;
    struct patient *patient = showing->patient;
    int of_nccl = strcmp(row->reader, "NCCL") == 0;
    char where[WHERE_SIZE] = "environment", text[100];
    const char *value =
        of_nccl ? nccl_variable(patient, row->name, where) : variable(patient, row->name);
    const char *note = remark(patient, row, value, text);

    if (showing->json) {
        json_begin(showing->json, NULL, '{');
        json_string(showing->json, "name", row->name);
        json_string(showing->json, "reader", row->reader);
        json_string(showing->json, "value", value);
        json_string(showing->json, "from", value ? where : NULL);
        json_string(showing->json, "effect", row->effect);
        json_string(showing->json, "remark", *note ? note : NULL);
        json_end(showing->json, '}');
        return;
    }
    printf("%-9s %-26s %s\n", row->reader, row->name, row->effect);
    if (value) {
        fputs("          = ", stdout);
        print_text(stdout, value);
        fputs("   (", stdout);
        print_text(stdout, where);
        puts(")");
    }
    if (*note)
        printf("          %s\n", note);
}

static enum verb_exit run(int argc, char **argv)
{
    static const struct option options[] = {
        CONSUMER_OPTIONS, {"json", no_argument, NULL, 'j'}, {0}};
    struct consumer_choice choice = {0};
    struct consumer consumer;
    struct patient patient = {.consumer = &consumer};
    struct json json = {.to = stdout};
    int option, as_json = 0;

    opterr = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'j')
            as_json = 1;
        else if (!consumer_option(&choice, option, optarg))
            return verb_misuse(argv[0], "not an option of it, or not a value for it",
                               argv[optind - 1]);
    }
    if (optind < argc)
        return verb_misuse(argv[0], "it takes no argument", argv[optind]);
    const char *why = consumer_open(&consumer, &choice);
    if (why)
        return verb_blind(argv[0], why);
    struct showing showing = {&patient, as_json ? &json : NULL};
    if (as_json) {
        json_begin(&json, NULL, '{');
        json_number(&json, "schema_version", SCHEMA);
        json_string(&json, "as", consumer.who);
        json_begin(&json, "variables", '[');
    } else {
        fputs("as ", stdout);
        print_text(stdout, consumer.who);
        putchar('\n');
    }
    variables_each(show, &showing);
    if (as_json) {
        json_end(&json, ']');
        json_end(&json, '}');
    }
    patient_free(&patient);
    consumer_close(&consumer);
    seen_forget();
    return VERB_OK;
}

const struct verb verb_env = {
    "env",
    run,
    "show the variables that decide what is loaded",
    "usage: lazynccl env [--json] " CONSUMER_USAGE "\n"
    "\n"
    "Every variable that lazynccl, the dynamic linker and NCCL's loading read: its effect, its\n"
    "value here and where that comes from, the environment or one of NCCL's configuration files.\n"
    "Looks as the first python3 in PATH, or\n"
    "\n" CONSUMER_HELP "  --json           the same for programs\n"
    "\n"
    "Exit status: 0 shown, 2 could not look, 3 misuse.\n",
};
