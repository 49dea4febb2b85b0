/* The options of the command: one table, and the request that a command line makes with them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A verb says which rows it takes. The reader of the command line, --help, the manual page and the
 * completions all use these rows. */
#pragma once

#include "common/findings/registry.h"
#include "common/machine/target.h"

#include "common/text/json.h"
#include "common/text/strings.h"

/* Options of every verb with an answer, and of those that examine a target. */
#define TAKES_STYLE " -p -v -q --color --json"
#define TAKES_TARGET " --from --python --pid --no-python --root"

/* A request. Strings belong to the command line; when a verb runs, as.root is a real path, or ""
 * for the machine itself. */
struct request {
    struct target_choice as;
    int minimum; /* a version as major * 10000 + minor * 100 + patch; 0: any */
    int load, list, opens, path, exports;
    const char *demanded_by; /* NULL: not given, as the next ones */
    const char *trace;       /* NULL: not given */
    int records;             /* 0: not given */
    int completions;
    int follow, chrome, node;
    const char *job; /* NULL: not given */
    int print, clean;
    const char *lazy, *record, *sites, *prepared, *out, *into, *except, *only, *check, *allow;
    enum severity fail_on;
    int call, interface, device, seconds, fake_gpu; /* interface 0: not given */
    const char *interface_kind;                     /* "tuner"; NULL: not given */
    struct strings passed; /* options of the generator, each with its value */
    int full_paths, more, quiet, json, help, color;
    int color_given; /* 1: --color was given, either way; 0: the terminal decided */
    int command;     /* 1: the words were given after "--" */
    char **words;    /* the arguments that are not options */
    int count;
    int is_beside;       /* 1: as.python was not given: it is the Python beside this command */
    char **arguments;    /* the whole command line, from the verb on */
    struct table *table; /* how the answer is shown; target_examine() sets the style */
};

struct verb;
/* Reads a command line, argv[0] being the verb. Returns 0, or what verb_misuse() returned. */
int options_read(struct request *, const struct verb *, int argc, char **argv);

/* Returns 1 if standard output is colored: a terminal, unless the environment says otherwise. */
int options_color(void);

/* Prints the lines of --help about a verb's options. */
void options_help(const struct verb *);

/* Returns the output style that a request asks for. Abbreviates folders of the target; without a
 * target (NULL), the home folder of the command's own environment. */
struct style options_style(const struct request *, const struct target *);
