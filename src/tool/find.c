/* lazynccl find: which file ld.so and lazynccl would give a consumer, and why not another.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "../ldso.h"
#include "../offer.h"
#include "../version.h"
#include "consumer.h"
#include "print.h"
#include "verb.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA 1

/* A file that was looked at, or what a place had to say instead. */
struct look {
    char *place;
    char *path; /* NULL: `outcome` says it all */
    char *outcome;
    int version;
    int usable;
};

struct finding {
    const struct lazynccl_description *is;
    const struct consumer *consumer;
    int minimum;
    struct look *looks; /* in the search's order */
    int count;
    struct look linker; /* what ld.so would give; no path: nothing */
};

static const char *own_machine(void)
{
#ifdef __x86_64__
    return "x86_64";
#else
    return "aarch64";
#endif
}

/* A symbol that the consumer demands of this library and the file does not have, or NULL. */
static const char *lacks(const struct finding *finding, const struct elf_file *file)
{
    const struct elf_file *asks = &finding->consumer->file;

    for (size_t i = 0; i < asks->symbol_count; i++) {
        const struct elf_symbol *wanted = &asks->symbols[i];
        size_t s = 0;

        if (wanted->defined || !wanted->from || !file->soname ||
            strcmp(wanted->from, file->soname) != 0)
            continue;
        while (s < file->symbol_count &&
               !(file->symbols[s].defined && strcmp(file->symbols[s].name, wanted->name) == 0))
            s++;
        if (s == file->symbol_count)
            return wanted->name;
    }
    return NULL;
}

static int exports_any(const struct lazynccl_description *is, const struct elf_file *file)
{
    for (size_t i = 0; i < file->symbol_count; i++) {
        const char *name = file->symbols[i].name + strspn(file->symbols[i].name, "_");
        size_t length = strlen(name);
        const char *known = is->symbols;

        /* as in src/resolve.c: a suffixed name stands for the plain one */
        while (is->suffixed && length > 2 && strspn(name + length - 1, "0123456789_"))
            length--;
        if (!file->symbols[i].defined)
            continue;
        for (int k = 0; k < is->count; k++, known += strlen(known) + 1)
            if (strlen(known) == length && strncmp(known, name, length) == 0)
                return 1;
    }
    return 0;
}

/* What would come of opening a file. Its text, to be freed; `look` gets the rest. */
static char *judge(const struct finding *finding, const char *path, struct look *look)
{
    const struct lazynccl_description *is = finding->is;
    struct elf_file file;
    const char *why = strstr(path, "/stubs/") ? "for linking only" : elf_file_open(&file, path);
    char *text = NULL, have[LAZYNCCL_VERSION_TEXT];
    int fits = 0;

    if (why)
        return strdup(why);
    look->version = lazynccl_version_in_file(is, path);
    for (int i = 0; is->sonames[i]; i++)
        fits |= file.soname && lazynccl_major_of(file.soname) == lazynccl_major_of(is->sonames[i]);
    const char *missing = lacks(finding, &file);
    if (file.lazynccl)
        text = strdup("a form of lazynccl, not the real library");
    else if (file.class != 64 || strcmp(file.machine_name, own_machine()) != 0)
        text = lazynccl_join("made for another machine: ", file.machine_name, "");
    else if (file.soname && !fits)
        text = lazynccl_join("is ", file.soname, "");
    else if (!exports_any(is, &file))
        text = strdup("exports none of its functions");
    else if (finding->minimum && look->version && look->version < finding->minimum)
        text = lazynccl_join("is ", lazynccl_version_text(is, look->version, have),
                             ": older than wanted");
    else {
        look->usable = 1;
        text = missing ? lazynccl_join("lacks ", missing, "") : strdup("");
    }
    elf_file_close(&file);
    return text;
}

static enum lazynccl_verdict note(void *context, const struct lazynccl_candidate *candidate)
{
    struct finding *finding = context;
    struct look look = {.place = strdup(candidate->place)};
    struct look *list =
        realloc(finding->looks, ((size_t)finding->count + 1) * sizeof *finding->looks);

    if (candidate->path) {
        look.path = strdup(candidate->path);
        look.outcome = judge(finding, candidate->path, &look);
    } else {
        look.outcome = strdup(candidate->note ? candidate->note : "");
    }
    if (list) {
        finding->looks = list;
        list[finding->count++] = look;
    }
    return LAZYNCCL_NEXT; /* on: every other place is to be shown */
}

/* ld.so takes the first file that is there and is for its machine. */
static int take_first(void *context, const char *path, const char *from)
{
    struct finding *finding = context;

    finding->linker = (struct look){.place = strdup(from), .path = strdup(path)};
    finding->linker.outcome = judge(finding, path, &finding->linker);
    return 1;
}

/* By which of its sonames the consumer asks; without a need: every one, newest first. */
static void ask_linker(struct finding *finding)
{
    const struct elf_file *file = &finding->consumer->file;
    const char *const *sonames = finding->is->sonames;
    int needs = 0;

    for (int round = 0; round < 2; round++)
        for (int i = 0; sonames[i] && !finding->linker.path; i++) {
            int asked = 0;

            for (size_t n = 0; n < file->needed_count; n++)
                asked |= strcmp(file->needed[n], sonames[i]) == 0;
            needs |= asked;
            if (asked || (round == 1 && !needs))
                lazynccl_ldso_each(&finding->consumer->view, sonames[i], take_first, finding);
        }
}

static const struct look *taken(const struct finding *finding)
{
    for (int i = 0; i < finding->count; i++)
        if (finding->looks[i].usable)
            return &finding->looks[i];
    return NULL;
}

static void print_look(const char *title, const char *who, const struct finding *finding,
                       const struct look *look)
{
    char version[LAZYNCCL_VERSION_TEXT];

    printf("%-10s %-9s", title, who);
    if (!look || !look->path) {
        puts(" nothing");
        return;
    }
    printf(" %-8s ",
           look->version ? lazynccl_version_text(finding->is, look->version, version) : "?");
    print_text(stdout, look->path);
    printf("   %s", look->place);
    if (look->outcome && *look->outcome) {
        fputs("   ", stdout);
        print_text(stdout, look->outcome);
    }
    putchar('\n');
}

static void print_people(const struct finding *finding)
{
    const struct look *mine = taken(finding);

    print_look(finding->is->name, "ld.so", finding, &finding->linker);
    print_look("", "lazynccl", finding, mine);
    for (int i = 0; i < finding->count; i++) {
        const struct look *look = &finding->looks[i];

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

static void json_look(struct json *json, const char *key, const struct finding *finding,
                      const struct look *look)
{
    char version[LAZYNCCL_VERSION_TEXT];

    json_begin(json, key, '{');
    json_string(json, "place", look ? look->place : NULL);
    json_string(json, "path", look ? look->path : NULL);
    json_string(json, "version",
                look && look->version ? lazynccl_version_text(finding->is, look->version, version)
                                      : NULL);
    json_string(json, "outcome", look && look->outcome && *look->outcome ? look->outcome : NULL);
    json_end(json, '}');
}

static void print_json(struct json *json, const struct finding *finding)
{
    json_begin(json, NULL, '{');
    json_string(json, "library", finding->is->name);
    json_look(json, "ld.so", finding, finding->linker.path ? &finding->linker : NULL);
    json_look(json, "lazynccl", finding, taken(finding));
    json_begin(json, "places", '[');
    for (int i = 0; i < finding->count; i++)
        json_look(json, NULL, finding, &finding->looks[i]);
    json_end(json, ']');
    json_end(json, '}');
}

static void free_look(struct look *look)
{
    free(look->place);
    free(look->path);
    free(look->outcome);
}

/* Finds one library for the consumer and prints it. Returns 1 if lazynccl would have it. */
static int find(const struct lazynccl_description *is, const struct consumer *consumer, int minimum,
                struct json *json)
{
    struct finding finding = {.is = is, .consumer = consumer, .minimum = minimum};
    struct lazynccl_wanted wanted = {.is = is};
    int found;

    lazynccl_search(&consumer->view, &wanted, note, &finding);
    ask_linker(&finding);
    found = taken(&finding) != NULL;
    if (json)
        print_json(json, &finding);
    else
        print_people(&finding);
    for (int i = 0; i < finding.count; i++)
        free_look(&finding.looks[i]);
    free_look(&finding.linker);
    free(finding.looks);
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
    static const struct option options[] = {{"from", required_argument, NULL, 'f'},
                                            {"pid", required_argument, NULL, 'p'},
                                            {"root", required_argument, NULL, 'r'},
                                            {"no-python", no_argument, NULL, 'n'},
                                            {"min", required_argument, NULL, 'm'},
                                            {"json", no_argument, NULL, 'j'},
                                            {0}};
    struct consumer_choice choice = {0};
    struct consumer consumer;
    struct json json = {.to = stdout};
    int option, as_json = 0, minimum = 0, missing = 0;

    opterr = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        const char *number = optarg;

        if (option == 'f')
            choice.from = optarg;
        else if (option == 'p' && (choice.pid = lazynccl_number(&number)) > 0 && !*number)
            ;
        else if (option == 'r')
            choice.root = optarg;
        else if (option == 'n')
            choice.no_python = 1;
        else if (option == 'm' && (minimum = read_version(optarg)) > 0)
            ;
        else if (option == 'j')
            as_json = 1;
        else
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
    if (why) {
        fputs("lazynccl find: ", stderr);
        print_text(stderr, why);
        fputc('\n', stderr);
        return VERB_BLIND;
    }
    if (as_json) {
        json_begin(&json, NULL, '{');
        json_number(&json, "schema", SCHEMA);
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
            missing += !find(library->is, &consumer, minimum, as_json ? &json : NULL);
    }
    if (as_json) {
        json_end(&json, ']');
        json_end(&json, '}');
    }
    consumer_close(&consumer);
    return missing ? VERB_FINDINGS : VERB_OK;
}

const struct verb verb_find = {
    "find",
    run,
    "show which file of each library a program would get, and why",
    "usage: lazynccl find [LIBRARY...] [--min VERSION] [--from FILE | --pid N | --no-python]\n"
    "                     [--root DIR] [--json]\n"
    "\n"
    "For each of nccl, nvrtc and nvjitlink: what the dynamic linker would give, what lazynccl\n"
    "would take, and beneath every other place in order with what came of it. Loads nothing.\n"
    "Looks as the first python3 in PATH, or\n"
    "\n"
    "  --from FILE      as this program or extension module\n"
    "  --pid N          as this process: its environment and what it has loaded\n"
    "  --no-python      as a plain program\n"
    "  --root DIR       takes DIR as /: PATH, FILE and the paths in the environment are inside it\n"
    "  --min VERSION    what is older will not do\n"
    "  --json           the same for programs\n"
    "\n"
    "Exit status: 0 lazynccl would find all, 1 not all, 2 could not look, 3 misuse.\n",
};
