/* lazynccl doctor: what is wrong with this machine and environment, and what to do.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "driver.h"
#include "findings_print.h"
#include "rules.h"
#include "seen.h"
#include "verb.h"
#include <getopt.h>
#include <stdio.h>

#define SCHEMA 1

static void list_people(void)
{
    for (int i = 0; i < FINDING_COUNT; i++)
        printf("%s  %-8s %s\n", findings[i].id, severity_name(findings[i].severity),
               findings[i].what);
}

static void list_json(void)
{
    struct json json = {.to = stdout};

    json_begin(&json, NULL, '{');
    json_number(&json, "schema_version", SCHEMA);
    json_begin(&json, "findings", '[');
    for (int i = 0; i < FINDING_COUNT; i++) {
        json_begin(&json, NULL, '{');
        findings_row_json(&findings[i], &json);
        json_end(&json, '}');
    }
    json_end(&json, ']');
    json_end(&json, '}');
}

/* As whom, and the driver. */
static void print_head(struct patient *patient)
{
    struct driver driver = driver_of(patient);
    char text[80];

    fputs("as ", stdout);
    print_text(stdout, patient->consumer->who);
    driver_text(&driver, text, sizeof text);
    driver_free(&driver);
    if (*text) {
        fputs(" · driver ", stdout);
        print_text(stdout, text);
    }
    putchar('\n');
}

static enum verb_exit examine(struct patient *patient, int count, char **ids, int as_json)
{
    struct json json = {.to = stdout};
    char counted[FINDINGS_COUNTED];

    for (int i = 0; i < FINDING_COUNT; i++) {
        int asked = count == 0;

        for (int a = 0; a < count; a++)
            asked |= finding_row(ids[a]) == &findings[i];
        if (asked)
            findings[i].look(patient);
    }
    if (as_json) {
        json_begin(&json, NULL, '{');
        json_number(&json, "schema_version", SCHEMA);
        json_string(&json, "as", patient->consumer->who);
        findings_json(patient, &json);
        json_end(&json, '}');
    } else {
        print_head(patient);
        findings_print(patient);
        findings_counted(patient, counted);
        puts(*counted ? counted : "nothing to complain of");
    }
    fflush(stdout);
    if (findings_blind(patient, "doctor"))
        return VERB_BLIND;
    return findings_count(patient) ? VERB_FINDINGS : VERB_OK;
}

static enum verb_exit run(int argc, char **argv)
{
    static const struct option options[] = {
        CONSUMER_OPTIONS, {"list", no_argument, NULL, 'l'}, {"json", no_argument, NULL, 'j'}, {0}};
    struct consumer_choice choice = {0};
    struct consumer consumer;
    struct patient patient = {.consumer = &consumer};
    int option, as_json = 0, list = 0;
    enum verb_exit status;

    opterr = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'l')
            list = 1;
        else if (option == 'j')
            as_json = 1;
        else if (!consumer_option(&choice, option, optarg))
            return verb_misuse(argv[0], "not an option of it, or not a value for it",
                               argv[optind - 1]);
    }
    for (int i = optind; i < argc; i++)
        if (!finding_row(argv[i]))
            return verb_misuse(argv[0], "no such finding", argv[i]);
        else if (finding_row(argv[i])->look == rule_plugin_tried)
            return verb_misuse(argv[0], "lazynccl plugin looks for that, in a file", argv[i]);
    if (list) {
        as_json ? list_json() : list_people();
        return VERB_OK;
    }
    const char *why = consumer_open(&consumer, &choice);
    if (why)
        return verb_blind(argv[0], why);
    status = examine(&patient, argc - optind, argv + optind, as_json);
    patient_free(&patient);
    consumer_close(&consumer);
    seen_forget();
    return status;
}

const struct verb verb_doctor = {
    "doctor",
    run,
    "say what is wrong here, and what to do",
    "usage: lazynccl doctor [ID...] [--list] [--json]\n"
    "                       " CONSUMER_USAGE "\n"
    "\n"
    "Looks for everything that is known to go wrong with NCCL, NVRTC and nvJitLink here: their\n"
    "files, the modules that need them, the environment, NCCL's configuration, the network, the\n"
    "driver; or only for the findings named. Loads and runs nothing. Looks as the first python3\n"
    "in PATH, or\n"
    "\n" CONSUMER_HELP "  --list           what it looks for; more of each: lazynccl explain ID\n"
    "  --json           the same for programs\n"
    "\n"
    "Exit status: 0 nothing, or notes alone; 1 findings; 2 could not look; 3 misuse.\n",
};
