/* lazynccl explain: a finding at length, or what a message means here and now.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "../object.h"
#include "../offer.h"
#include "findings_print.h"
#include "messages.h"
#include "root.h"
#include "rules.h"
#include "seen.h"
#include "vendor.h"
#include "verb.h"
#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCHEMA 1
#define WIDTH 94
#define MOST_TEXT (1 << 20) /* of a message on standard input */

/* A paragraph, two columns in. */
static void print_wrapped(const char *text)
{
    size_t column = 0;

    for (const char *word = text; *word;) {
        size_t length = strcspn(word, " ");

        if (column && column + 1 + length > WIDTH) {
            putchar('\n');
            column = 0;
        }
        printf("%s%.*s", column ? " " : "  ", (int)length, word);
        column += length + 1;
        word += length + (word[length] == ' ');
    }
    putchar('\n');
}

static void print_row(const struct finding_row *row)
{
    printf("%s %s: %s\n", row->id, severity_name(row->severity), row->what);
    print_wrapped(row->why);
    printf("  help: %s\n  source: %s\n", row->remedy, row->source);
}

static void print_briefly(const struct finding_row *row)
{
    printf("  %s %s\n        help: %s\n", row->id, row->what, row->remedy);
}

static enum verb_exit explain_row(const struct finding_row *row, int as_json)
{
    struct json json = {.to = stdout};

    if (!as_json) {
        print_row(row);
        return VERB_OK;
    }
    json_begin(&json, NULL, '{');
    json_number(&json, "schema_version", SCHEMA);
    findings_row_json(row, &json);
    json_end(&json, '}');
    return VERB_OK;
}

/* The path of a message as the root has it, by the folder that one stands in; to be freed. NULL: it
 * is none, or nothing is there. */
static char *path_there(char *path, const char *root)
{
    char *absolute = *path == '/'                  ? strdup(path)
                     : strchr(path, '/') && !*root ? realpath(path, NULL)
                                                   : NULL;
    char *whole = absolute ? root_inside(root, strdup(absolute)) : NULL;

    free(path);
    if (!whole || !lazynccl_exists(whole) || lazynccl_is_folder(whole)) {
        free(absolute);
        absolute = NULL;
    }
    free(whole);
    return absolute;
}

/* The file that a message complains of: "/x/liba.so: undefined symbol: y". To be freed, or NULL. */
static char *file_of(const char *message, const char *root)
{
    static const char *const signs[] = {": undefined symbol", ": symbol lookup error",
                                        ": version `", ": error while loading shared libraries"};

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const char *end = strstr(message, signs[i]), *start = end;

        while (start && start > message && !isspace((unsigned char)start[-1]) && start[-1] != '(')
            start--;
        char *path = start ? strndup(start, (size_t)(end - start)) : NULL;

        if (path && (path = path_there(path, root)))
            return path;
    }
    return NULL;
}

/* The first library of NVIDIA's that a message names without a folder; to be freed, or NULL. */
static char *named_library(const char *message, char install[VENDOR_INSTALL])
{
    for (const char *at = message; (at = strstr(at, "lib")); at++) {
        size_t length =
            strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_");
        char *soname = at == message || (at[-1] != '/' && !isalnum((unsigned char)at[-1]))
                           ? strndup(at, length)
                           : NULL;

        if (soname && strstr(soname, ".so.") && vendor_install(soname, "", install))
            return soname;
        free(soname);
    }
    return NULL;
}

/* LN115 without a module that needs it: somebody asked ld.so for a library by its name, and there
 * is none for whom we look as. */
static void look_for_named(struct patient *patient, const char *message)
{
    char install[VENDOR_INSTALL], *soname = named_library(message, install), *path = NULL;
    struct vendor vendor;
    const char *from;

    if (soname && !(path = linked(patient, NULL, soname, &from))) {
        const struct look *copy =
            vendor_of(soname, &vendor) && vendor.is ? copy_of(patient, vendor.is->name) : NULL;
        char *folder = NULL;

        found(patient, LN115, "ld.so does not find %s for %s", soname, patient->consumer->who);
        if (copy && strcmp(base_name(copy->path), soname) == 0 &&
            (folder = lazynccl_folder_of(shown(patient, copy->path)))) {
            evidence_of(patient, vendor.is, copy);
            remedy(patient, "LD_LIBRARY_PATH=%s", folder);
        } else {
            evidence(patient, "in no folder of LD_LIBRARY_PATH, of ld.so's cache or by default");
            remedy(patient, "%s", install);
        }
        free(folder);
    }
    free(path);
    free(soname);
}

static enum verb_exit diagnose(struct patient *patient, const struct message_row *row,
                               const char *message, int as_json)
{
    struct json json = {.to = stdout};
    char counted[FINDINGS_COUNTED];
    int count = 0, absent = 0;

    for (; row->ids[count] != FINDING_COUNT; count++) {
        findings[row->ids[count]].look(patient);
        absent |= row->ids[count] == LN115;
    }
    if (absent && !patient->found_count)
        look_for_named(patient, message);
    if (as_json) {
        json_begin(&json, NULL, '{');
        json_number(&json, "schema_version", SCHEMA);
        json_string(&json, "means", row->means);
        json_string(&json, "as", patient->consumer->who);
        json_begin(&json, "looked_for", '[');
        for (int i = 0; i < count; i++)
            json_string(&json, NULL, findings[row->ids[i]].id);
        json_end(&json, ']');
        findings_json(patient, &json);
        json_end(&json, '}');
    } else {
        printf("%s\nas ", row->means);
        print_text(stdout, patient->consumer->who);
        putchar('\n');
        findings_print(patient);
        findings_counted(patient, counted);
        if (*counted)
            puts(counted);
        else
            puts("not the case here; it may be where this was printed:");
        for (int i = 0; !*counted && i < count; i++)
            print_briefly(&findings[row->ids[i]]);
    }
    fflush(stdout);
    if (findings_blind(patient, "explain"))
        return VERB_BLIND;
    return patient->found_count ? VERB_FINDINGS : VERB_OK;
}

static enum verb_exit explain_message(const char *message, const struct consumer_choice *choice,
                                      int as_json)
{
    const struct message_row *row = message_row(message);
    struct consumer_choice as = *choice;
    struct consumer consumer;
    struct patient patient = {.consumer = &consumer};
    char *file = NULL;

    if (!row)
        return verb_blind("explain", "no message that we know; lazynccl doctor looks for "
                                     "everything");
    if (!as.from && !as.pid && !as.no_python && (file = file_of(message, as.root ? as.root : "")))
        as.from = file;
    const char *why = consumer_open(&consumer, &as);
    enum verb_exit status =
        why ? verb_blind("explain", why) : diagnose(&patient, row, message, as_json);

    if (!why) {
        patient_free(&patient);
        consumer_close(&consumer);
    }
    seen_forget();
    free(file);
    return status;
}

static char *read_input(void)
{
    char *text = malloc(MOST_TEXT + 1);
    size_t size = text ? fread(text, 1, MOST_TEXT, stdin) : 0;

    if (text)
        text[size] = '\0';
    return text;
}

/* The words of a message that was not quoted, in one; to be freed. */
static char *join_words(int count, char **words)
{
    char *text = strdup("");

    for (int i = 0; i < count && text; i++) {
        char *longer = lazynccl_join(text, i ? " " : "", words[i]);

        free(text);
        text = longer;
    }
    return text;
}

static int looks_like_id(const char *text)
{
    return strncasecmp(text, "LN", 2) == 0 && text[2] &&
           text[2 + strspn(text + 2, "0123456789")] == '\0';
}

static enum verb_exit run(int argc, char **argv)
{
    static const struct option options[] = {
        CONSUMER_OPTIONS, {"json", no_argument, NULL, 'j'}, {0}};
    struct consumer_choice choice = {0};
    int option, as_json = 0;

    opterr = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'j')
            as_json = 1;
        else if (!consumer_option(&choice, option, optarg))
            return verb_misuse(argv[0], "not an option of it, or not a value for it",
                               argv[optind - 1]);
    }
    if (argc - optind == 1 && finding_row(argv[optind]))
        return explain_row(finding_row(argv[optind]), as_json);
    if (argc - optind == 1 && looks_like_id(argv[optind]))
        return verb_misuse(argv[0], "no such finding", argv[optind]);
    if (optind == argc && isatty(STDIN_FILENO))
        return verb_misuse(argv[0], "no finding and no message", NULL);
    char *text = optind == argc ? read_input() : join_words(argc - optind, argv + optind);
    enum verb_exit status =
        text ? explain_message(text, &choice, as_json) : verb_blind(argv[0], "out of memory");

    free(text);
    return status;
}

const struct verb verb_explain = {
    "explain",
    run,
    "say what a finding or a message means",
    "usage: lazynccl explain ID [--json]\n"
    "       lazynccl explain 'MESSAGE' [--json]\n"
    "                        " CONSUMER_USAGE "\n"
    "       ... 2>&1 | lazynccl explain\n"
    "\n"
    "Explains a finding of lazynccl doctor or audit at length, with where it was seen. A message "
    "of\n"
    "the dynamic linker, Python or NCCL, as an argument or on standard input, is recognised, and\n"
    "its causes are looked for here: as the file that it names, else as the first python3 in\n"
    "PATH, or\n"
    "\n" CONSUMER_HELP "  --json           the same for programs\n"
    "\n"
    "Exit status: 0 explained, or the cause is not here; 1 the cause is here; 2 could not look, "
    "or\n"
    "not recognised; 3 misuse.\n",
};
