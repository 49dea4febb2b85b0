/* The table of options, and its two readers: the command line and --help.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/command/options.h"
#include "tool/command/verb.h"
#include "tool/text/nearest.h"
#include <getopt.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LETTERS 256 /* from here on a number means a row; below, a letter */

/* Readers of values. They return 0 if the text is not such a value. */
struct row;
typedef int reader(const struct row *, void *at, const char *value);
static reader read_flag, read_text, read_number, read_version, read_color;

static const struct row {
    const char *name;  /* NULL: only a letter */
    char letter;       /* 0: only a name */
    const char *value; /* "[WHEN]": optional; NULL: takes none */
    size_t at;         /* in the request */
    reader *read;
    const char *wants; /* what the value must be */
    int least, most;   /* of a number */
    const char *text;  /* NULL: the verb's `more` */
} rows[OPTION_COUNT] = {
#define AT(member) offsetof(struct request, member)
#define FLAG(member) NULL, AT(member), read_flag, NULL, 0, 0
#define TEXT(value, member) value, AT(member), read_text, NULL, 0, 0
    [OPTION_FROM] = {"from", 0, TEXT("FILE", as.from), "look as this program or extension module"},
    [OPTION_PID] = {"pid", 0, "N", AT(as.pid), read_number, "a process's number", 1, INT_MAX,
                    "look as this process: its environment, and what it has loaded"},
    [OPTION_NO_PYTHON] = {"no-python", 0, FLAG(as.no_python),
                          "look as a plain program, without Python"},
    [OPTION_ROOT] = {"root", 0, TEXT("DIR", as.root),
                     "take DIR as /: all paths, also those in variables, are inside it"},
    [OPTION_MIN] = {"min", 0, "VERSION", AT(minimum), read_version, "a version such as 2.27.3", 0,
                    0, "require at least this version"},
    [OPTION_LOAD] = {"load", 0, FLAG(load),
                     "open both in a child process, and print the version that each returns"},
    [OPTION_LIST] = {"list", 0, FLAG(list),
                     "list all findings; more about one: lazynccl explain ID"},
    [OPTION_DEMANDED_BY] =
        {"demanded-by", 0, TEXT("FILE", demanded_by),
         "what FILE needs of the library, since which version, and what is missing"},
    [OPTION_LIBS] = {"libs", 0, TEXT("LIST", libs), "only these libraries, separated by commas"},
    [OPTION_OUT] = {NULL, 'o', TEXT("DIR", out),
                    "the folder to write into, which may be a new one"},
    [OPTION_EXCEPT] = {"except", 0, TEXT("LIST", except),
                       "leave these real: libraries or packages, separated by commas"},
    [OPTION_ONLY] = {"only", 0, TEXT("LIST", only), "stand in for these alone"},
    [OPTION_CALL] = {"call", 0, FLAG(call), "start the plugin, and ask for its name and devices"},
    [OPTION_INTERFACE] = {"interface", 0, "N", AT(interface), read_number, "a number from 1 to 31",
                          1, 31,
                          "only vN of ncclNetPlugin, not the newest (inspect) or all (check)"},
    [OPTION_DEVICE] = {"device", 0, "N", AT(device), read_number, "a number", 0, INT_MAX,
                       "the device that check uses (default: 0)"},
    [OPTION_SECONDS] = {"seconds", 0, "N", AT(seconds), read_number, "a number from 1 to 3600", 1,
                        3600, "time limit of a step (default: 10)"},
    [OPTION_PATHS] = {NULL, 'p', FLAG(full_paths),
                      "print full paths, not ~ and … for home folder and site-packages"},
    [OPTION_MORE] = {NULL, 'v', FLAG(more), NULL},
    [OPTION_QUIET] = {NULL, 'q', FLAG(quiet), "print nothing; only the exit status answers"},
    [OPTION_COLOR] = {"color", 0, "[WHEN]", AT(color), read_color, "always, auto or never", 0, 0,
                      "always, never, or auto: on a terminal unless NO_COLOR is set"},
    [OPTION_JSON] = {"json", 0, FLAG(json), "print JSON, described by lazynccl.schema.json"},
    [OPTION_HELP] = {"help", 'h', FLAG(help), "print this help"},
};

static int takes(const struct verb *verb, int id)
{
    return id == OPTION_HELP || (verb->takes & TAKES(id)) != 0;
}

static int read_flag(const struct row *row, void *at, const char *value)
{
    return *(int *)at = 1;
}

static int read_text(const struct row *row, void *at, const char *value)
{
    *(const char **)at = value;
    return 1;
}

static int read_number(const struct row *row, void *at, const char *value)
{
    const char *start = value;
    int number = lazynccl_number(&value);

    *(int *)at = number;
    return value > start && !*value && number >= row->least && number <= row->most;
}

/* "2.27.3" as 22703, "12.9" as 120900. */
static int read_version(const struct row *row, void *at, const char *value)
{
    int part[3] = {0, 0, 0};

    for (int i = 0; i < 3 && *value; i++) {
        const char *start = value;

        part[i] = lazynccl_number(&value);
        if (value == start || (*value && (*value != '.' || !value[1])))
            return 0;
        value += *value == '.';
    }
    *(int *)at = part[0] * 10000 + part[1] * 100 + part[2];
    return !*value && part[1] <= 99 && part[2] <= 99 && *(int *)at > 0;
}

/* See no-color.org. */
static int terminal_wants_color(void)
{
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");

    return !(no && *no) && terminal && strcmp(terminal, "dumb") != 0 && isatty(STDOUT_FILENO);
}

static int read_color(const struct row *row, void *at, const char *value)
{
    int is_auto = value && strcmp(value, "auto") == 0;
    int always = !value || strcmp(value, "always") == 0;

    *(int *)at = is_auto ? terminal_wants_color() : always;
    return is_auto || always || strcmp(value, "never") == 0;
}

/* Reports what getopt did not accept; it stopped at `argument`. */
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
                                   const char *value)
{
    char text[80];

    snprintf(text, sizeof text, "--%s wants %s, not", row->name, row->wants);
    return verb_misuse(verb->name, text, value, NULL);
}

int options_read(struct request *request, const struct verb *verb, int argc, char **argv)
{
    struct option longs[OPTION_COUNT + 1] = {{0}};
    char letters[2 * OPTION_COUNT + 3] = "+:"; /* +: a command's own options are not ours */
    int option, n = 0, used = 2;

    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct row *row = &rows[i];

        if (takes(verb, i) && row->name)
            longs[n++] = (struct option){row->name,
                                         !row->value          ? no_argument
                                         : *row->value == '[' ? optional_argument
                                                              : required_argument,
                                         NULL, LETTERS + i};
        if (takes(verb, i) && row->letter)
            used += snprintf(letters + used, 3, "%c%s", row->letter, row->value ? ":" : "");
    }
    *request = (struct request){.color = terminal_wants_color(), .seconds = 10};
    opterr = 0;
    while ((option = getopt_long(argc, argv, letters + !(verb->takes & TAKES(OPTION_LIBS)), longs,
                                 NULL)) != -1) {
        int id = option - LETTERS;

        if (option == '?' || option == ':')
            return refuse(verb, option, argv[optind - 1]);
        for (int i = 0; option < LETTERS && i < OPTION_COUNT; i++)
            if (rows[i].letter == option)
                id = i;
        if (!rows[id].read(&rows[id], (char *)request + rows[id].at, optarg))
            return refuse_value(verb, &rows[id], optarg);
    }
    request->command = optind > 1 && strcmp(argv[optind - 1], "--") == 0 && optind < argc;
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
            snprintf(text, sizeof text, "-%c%s%s", row->letter, row->value ? " " : "",
                     row->value ? row->value : "");
        else if (row->value && *row->value == '[')
            snprintf(text, sizeof text, "--%s[=%s", row->name, row->value + 1);
        else
            snprintf(text, sizeof text, "--%s%s%s", row->name, row->value ? " " : "",
                     row->value ? row->value : "");
        printf("  %-19s %s\n", text, row->text ? row->text : verb->more);
    }
}
