/* The table of options, and its two readers: the command line and --help.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "options.h"
#include "nearest.h"
#include "verb.h"
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LETTERS 256 /* from here on a row's number means the row: below, letters are themselves */

static const struct row {
    const char *name; /* NULL: it has a letter alone */
    char letter;
    const char *value; /* "[WHEN]" may be left out; NULL: it takes none */
    const char *text;  /* NULL: the verb says it */
} rows[OPTION_COUNT] = {
    [OPTION_FROM] = {"from", 0, "FILE", "looks as this program or extension module"},
    [OPTION_PID] = {"pid", 0, "N", "as this process: its environment and what it has loaded"},
    [OPTION_NO_PYTHON] = {"no-python", 0, NULL, "as a plain program"},
    [OPTION_ROOT] = {"root", 0, "DIR",
                     "takes DIR as /: all paths, also in the environment, are inside it"},
    [OPTION_MIN] = {"min", 0, "VERSION", "what is older will not do"},
    [OPTION_LOAD] = {"load", 0, NULL,
                     "opens both in a child process, and says which version answers there"},
    [OPTION_LIST] = {"list", 0, NULL, "what it looks for; more of each: lazynccl explain ID"},
    [OPTION_DEMANDED_BY] = {"demanded-by", 0, "FILE",
                            "what FILE demands of the library, since when, and what is lacking"},
    [OPTION_LIBS] = {"libs", 0, "LIST", "only these: nccl, nvrtc, nvjitlink, with commas between"},
    [OPTION_CALL] = {"call", 0, NULL, "starts the plugin, and asks for its name and devices"},
    [OPTION_INTERFACE] = {"interface", 0, "N",
                          "only vN of ncclNetPlugin: not the newest, with check not all"},
    [OPTION_DEVICE] = {"device", 0, "N", "the device that check uses; 0 if it is not said"},
    [OPTION_SECONDS] = {"seconds", 0, "N", "how long a step may take; 10 if it is not said"},
    [OPTION_PATHS] = {NULL, 'p', NULL,
                      "whole paths, not ~ and … for the home folder and the "
                      "site-packages"},
    [OPTION_MORE] = {NULL, 'v', NULL, NULL},
    [OPTION_QUIET] = {NULL, 'q', NULL, "prints no answer: the exit status says it"},
    [OPTION_COLOR] = {"color", 0, "[WHEN]",
                      "always, never, or auto: on a terminal, if NO_COLOR is not set"},
    [OPTION_JSON] = {"json", 0, NULL, "the same for programs, as lazynccl.schema.json says"},
    [OPTION_HELP] = {"help", 0, NULL, "prints this"},
};

static int takes(const struct verb *verb, int id)
{
    return id == OPTION_HELP || (verb->takes & TAKES(id)) != 0;
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

/* See no-color.org. */
static int terminal_wants_color(void)
{
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");

    return !(no && *no) && terminal && strcmp(terminal, "dumb") != 0 && isatty(STDOUT_FILENO);
}

static int read_color(struct request *request, const char *when)
{
    if (strcmp(when, "auto") == 0)
        request->color = terminal_wants_color();
    else
        request->color = strcmp(when, "always") == 0;
    return request->color || strcmp(when, "auto") == 0 || strcmp(when, "never") == 0;
}

static int read_number(const char *text, int least, int most, int *number)
{
    const char *start = text;

    *number = lazynccl_number(&text);
    return text > start && !*text && *number >= least && *number <= most;
}

/* Takes up one option. Returns NULL, or what it wants for a value. */
static const char *take(struct request *request, enum option_id id, const char *value)
{
    switch (id) {
    case OPTION_FROM:
        request->as.from = value;
        break;
    case OPTION_PID:
        request->as.pid = lazynccl_number(&value);
        return request->as.pid > 0 && !*value ? NULL : "a process's number";
    case OPTION_NO_PYTHON:
        request->as.no_python = 1;
        break;
    case OPTION_ROOT:
        request->as.root = value;
        break;
    case OPTION_MIN:
        request->minimum = read_version(value);
        return request->minimum > 0 ? NULL : "a version such as 2.27.3";
    case OPTION_LOAD:
        request->load = 1;
        break;
    case OPTION_LIST:
        request->list = 1;
        break;
    case OPTION_DEMANDED_BY:
        request->demanded_by = value;
        break;
    case OPTION_LIBS:
        request->libs = value;
        break;
    case OPTION_CALL:
        request->call = 1;
        break;
    case OPTION_INTERFACE:
        return read_number(value, 1, 31, &request->interface) ? NULL : "a number from 1 to 31";
    case OPTION_DEVICE:
        return read_number(value, 0, INT_MAX, &request->device) ? NULL : "a number";
    case OPTION_SECONDS:
        return read_number(value, 1, 3600, &request->seconds) ? NULL : "a number from 1 to 3600";
    case OPTION_PATHS:
        request->full_paths = 1;
        break;
    case OPTION_MORE:
        request->more = 1;
        break;
    case OPTION_QUIET:
        request->quiet = 1;
        break;
    case OPTION_COLOR:
        return read_color(request, value ? value : "always") ? NULL : "always, auto or never";
    case OPTION_JSON:
        request->json = 1;
        break;
    case OPTION_HELP:
        request->help = 1;
        break;
    case OPTION_COUNT:
        break;
    }
    return NULL;
}

/* What getopt could not take, in its words: `argument` is the one that it stopped at. */
static enum verb_exit refuse(const struct verb *verb, int option, const char *argument)
{
    char letter[] = {'-', (char)optopt, '\0'}, name[40];
    const char *text = optopt && optopt < LETTERS ? letter : argument;
    struct nearest best = {NULL, 3};

    if (option == ':')
        return verb_misuse(verb->name, "no value for", text, NULL);
    if (optopt >= LETTERS)
        return verb_misuse(verb->name, "takes no value", text, NULL);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (takes(verb, i) && rows[i].name && strncmp(name, "--", 2) == 0)
            nearest_try(&best, name + 2, rows[i].name);
    if (best.name)
        snprintf(name, sizeof name, "--%s", best.name);
    return verb_misuse(verb->name, "unknown option", text, best.name ? name : NULL);
}

static enum verb_exit refuse_value(const struct verb *verb, const struct row *row,
                                   const char *wants, const char *value)
{
    char text[80];

    snprintf(text, sizeof text, "--%s wants %s, not", row->name, wants);
    return verb_misuse(verb->name, text, value, NULL);
}

int request_read(struct request *request, const struct verb *verb, int argc, char **argv)
{
    struct option longs[OPTION_COUNT + 1] = {{0}};
    char letters[OPTION_COUNT + 3] = "+:"; /* in a command the options are its own */
    const char *wrong;
    int option, n = 0;

    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct row *row = &rows[i];

        if (takes(verb, i) && row->name)
            longs[n++] = (struct option){row->name,
                                         !row->value          ? no_argument
                                         : *row->value == '[' ? optional_argument
                                                              : required_argument,
                                         NULL, LETTERS + i};
        else if (takes(verb, i))
            strncat(letters, &row->letter, 1);
    }
    *request = (struct request){.color = terminal_wants_color()};
    opterr = 0;
    while ((option = getopt_long(argc, argv, letters + !(verb->takes & TAKES(OPTION_LIBS)), longs,
                                 NULL)) != -1) {
        int id = option - LETTERS;

        if (option == '?' || option == ':')
            return refuse(verb, option, argv[optind - 1]);
        for (int i = 0; option < LETTERS && i < OPTION_COUNT; i++)
            if (!rows[i].name && rows[i].letter == option)
                id = i;
        if ((wrong = take(request, (enum option_id)id, optarg)))
            return refuse_value(verb, &rows[id], wrong, optarg);
    }
    request->words = argv + optind;
    request->count = argc - optind;
    return 0;
}

void options_help(const struct verb *verb)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct row *row = &rows[i];
        char text[40];

        if (!takes(verb, i))
            continue;
        if (!row->name)
            snprintf(text, sizeof text, "-%c", row->letter);
        else if (row->value && *row->value == '[')
            snprintf(text, sizeof text, "--%s[=%s", row->name, row->value + 1);
        else
            snprintf(text, sizeof text, "--%s%s%s", row->name, row->value ? " " : "",
                     row->value ? row->value : "");
        printf("  %-19s %s\n", text, row->text ? row->text : verb->more);
    }
}
