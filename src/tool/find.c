/* lazynccl find: which file ld.so and lazynccl would give a consumer, and why not another.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "../version.h"
#include "judge.h"
#include "print.h"
#include "prove.h"
#include "seen.h"
#include "verb.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA 1

/* What there is to say of one library. With --load the proofs of what both would give. */
struct result {
    struct answer answer;
    int proved;
    struct proof linker, taken;
};

static void print_proof(const struct answer *answer, const struct proof *proof)
{
    char version[LAZYNCCL_VERSION_TEXT];

    fputs(proof->failed ? "   does not load: " : "   loads as ", stdout);
    print_text(stdout, proof->failed ? proof->failed
                                     : lazynccl_version_text(answer->is, proof->version, version));
}

static void print_look(const char *title, const char *who, const struct answer *answer,
                       const struct look *look, const struct proof *proof)
{
    char version[LAZYNCCL_VERSION_TEXT];

    printf("%-10s %-9s", title, who);
    if (!look || !look->path) {
        puts(" nothing");
        return;
    }
    printf(" %-8s ",
           look->version ? lazynccl_version_text(answer->is, look->version, version) : "?");
    print_text(stdout, look->path);
    printf("   %s", look->place);
    if (look->outcome && *look->outcome) {
        fputs("   ", stdout);
        print_text(stdout, look->outcome);
    }
    if (proof)
        print_proof(answer, proof);
    putchar('\n');
}

static void print_people(const struct result *result)
{
    const struct answer *answer = &result->answer;
    const struct look *mine = answer_taken(answer);

    print_look(answer->is->name, "ld.so", answer, &answer->linker,
               result->proved ? &result->linker : NULL);
    print_look("", "lazynccl", answer, mine, result->proved ? &result->taken : NULL);
    for (int i = 0; i < answer->count; i++) {
        const struct look *look = &answer->looks[i];

        if (look == mine)
            continue;
        printf("%-10s   %-8s ", "", look->place);
        if (look->path) {
            print_text(stdout, look->path);
            fputs(look->usable ? ": comes later" : ": ", stdout);
        }
        if (!look->usable)
            print_text(stdout, look->outcome ? look->outcome : "out of memory");
        putchar('\n');
    }
}

static void json_look(struct json *json, const char *key, const struct answer *answer,
                      const struct look *look, const struct proof *proof)
{
    char version[LAZYNCCL_VERSION_TEXT], loaded[LAZYNCCL_VERSION_TEXT];

    json_begin(json, key, '{');
    json_string(json, "place", look ? look->place : NULL);
    json_string(json, "path", look ? look->path : NULL);
    json_string(json, "version",
                look && look->version ? lazynccl_version_text(answer->is, look->version, version)
                                      : NULL);
    json_string(json, "outcome", look && look->outcome && *look->outcome ? look->outcome : NULL);
    if (look && proof) {
        json_string(json, "loaded_version",
                    proof->version ? lazynccl_version_text(answer->is, proof->version, loaded)
                                   : NULL);
        json_string(json, "load_failed", proof->failed);
    }
    json_end(json, '}');
}

static void print_json(struct json *json, const struct result *result)
{
    const struct answer *answer = &result->answer;

    json_begin(json, NULL, '{');
    json_string(json, "library", answer->is->name);
    json_look(json, "ld.so", answer, answer->linker.path ? &answer->linker : NULL,
              result->proved ? &result->linker : NULL);
    json_look(json, "lazynccl", answer, answer_taken(answer),
              result->proved ? &result->taken : NULL);
    json_begin(json, "places", '[');
    for (int i = 0; i < answer->count; i++)
        json_look(json, NULL, answer, &answer->looks[i], NULL);
    json_end(json, ']');
    json_end(json, '}');
}

/* Opens what ld.so and what lazynccl would give. Returns 1 if lazynccl's can be had. */
static int prove_both(struct result *result, lazynccl_library *library)
{
    const struct look *mine = answer_taken(&result->answer);

    result->proved = 1;
    if (result->answer.linker.path)
        result->linker = prove(library, result->answer.linker.path);
    if (mine)
        result->taken = prove(library, mine->path);
    return mine && !result->taken.failed &&
           (!result->taken.version || result->taken.version >= result->answer.minimum);
}

/* Finds one library for the consumer and prints it. Returns 1 if lazynccl would have it. */
static int find(lazynccl_library *library, const struct consumer *consumer, int minimum, int load,
                struct json *json)
{
    struct result result = {
        .answer = {.is = library->is, .consumer = consumer, .minimum = minimum}};
    int found;

    answer_search(&result.answer);
    answer_linker(&result.answer);
    found = load ? prove_both(&result, library) : answer_taken(&result.answer) != NULL;
    if (json)
        print_json(json, &result);
    else
        print_people(&result);
    free(result.linker.failed);
    free(result.taken.failed);
    answer_free(&result.answer);
    return found;
}

/* "2.27.3" as 22703, "12.9" as 120900; 0 if it is none. */
static int read_version(const char *text)
{
    int part[3] = {0, 0, 0};

    for (int i = 0; i < 3 && *text; i++) {
        const char *start = text;

        part[i] = lazynccl_number(&text);
        if (text == start || (*text && (*text != '.' || !text[1])))
            return 0;
        text += *text == '.';
    }
    return *text || part[1] > 99 || part[2] > 99 ? 0 : part[0] * 10000 + part[1] * 100 + part[2];
}

static int is_asked(const char *name, int argc, char **argv)
{
    for (int i = optind; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return 1;
    return optind == argc;
}

static enum verb_exit run(int argc, char **argv)
{
    static const struct option options[] = {CONSUMER_OPTIONS,
                                            {"min", required_argument, NULL, 'm'},
                                            {"load", no_argument, NULL, 'l'},
                                            {"json", no_argument, NULL, 'j'},
                                            {0}};
    struct consumer_choice choice = {0};
    struct consumer consumer;
    struct json json = {.to = stdout};
    int option, as_json = 0, minimum = 0, load = 0, missing = 0;

    opterr = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'm' && (minimum = read_version(optarg)) > 0)
            ;
        else if (option == 'l')
            load = 1;
        else if (option == 'j')
            as_json = 1;
        else if (!consumer_option(&choice, option, optarg))
            return verb_misuse(argv[0], "not an option of it, or not a value for it",
                               argv[optind - 1]);
    }
    for (int i = optind; i < argc; i++) {
        int known = 0;

        for (int l = 0; l < lazynccl_libraries_count; l++)
            known |= strcmp(argv[i], lazynccl_libraries[l]->is->name) == 0;
        if (!known)
            return verb_misuse(argv[0], "no such library", argv[i]);
    }
    const char *why = consumer_open(&consumer, &choice);
    if (why)
        return verb_blind(argv[0], why);
    if (as_json) {
        json_begin(&json, NULL, '{');
        json_number(&json, "schema_version", SCHEMA);
        json_string(&json, "as", consumer.who);
        json_begin(&json, "libraries", '[');
    } else {
        fputs("as ", stdout);
        print_text(stdout, consumer.who);
        putchar('\n');
    }
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        lazynccl_library *library = lazynccl_libraries[l];

        if (library->root == library && is_asked(library->is->name, argc, argv))
            missing += !find(library, &consumer, minimum, load, as_json ? &json : NULL);
    }
    if (as_json) {
        json_end(&json, ']');
        json_end(&json, '}');
    }
    consumer_close(&consumer);
    seen_forget();
    return missing ? VERB_FINDINGS : VERB_OK;
}

const struct verb verb_find = {
    "find",
    run,
    "show which file of each library a program would get, and why",
    "usage: lazynccl find [LIBRARY...] [--min VERSION] [--load] [--json]\n"
    "                     " CONSUMER_USAGE "\n"
    "\n"
    "For each of nccl, nvrtc and nvjitlink: what the dynamic linker would give, what lazynccl\n"
    "would take, and beneath every other place in order with what came of it. Loads nothing\n"
    "unless it is asked to.\n"
    "Looks as the first python3 in PATH, or\n"
    "\n" CONSUMER_HELP "  --min VERSION    what is older will not do\n"
    "  --load           opens both in a child process, and says which version answers there\n"
    "  --json           the same for programs\n"
    "\n"
    "Exit status: 0 lazynccl would find all, 1 not all, 2 could not look, 3 misuse.\n",
};
