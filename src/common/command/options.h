/* The options of the command: one table, and the request that a command line fills in.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A verb says which rows it takes. The reader of the command line, --help, the manual page and the
 * completions all use these rows. */
#pragma once

#include "common/findings/registry.h"
#include "common/machine/target.h"

#include "common/text/json.h"
#include "common/text/strings.h"

#define TAKES_STYLE " -p -v -q --color --json" /* each verb that prints an answer */
#define TAKES_TARGET " --from --python --pid --no-python --root" /* ...that examines a target */

/* A request. A member with the name of an option is 0 or NULL if that is not given, but `color`,
 * `seconds` and `fail_on` have defaults. Strings belong to the command line, except `passed`, a
 * found as.python, and as.root, which is a real path when a verb runs, or "" for the machine. */
struct request {
    struct target_choice as;
    int minimum; /* a version as major * 10000 + minor * 100 + patch; 0: any */
    int load, list, opens, path, exports;
    const char *demanded_by, *trace, *job;
    int records, completions, follow, chrome, node, print, clean;
    const char *lazy, *record, *sites, *prepared, *out, *into, *except, *only, *check, *allow;
    enum severity fail_on;
    int call, device, seconds, fake_gpu;
    int interface;              /* --interface N */
    const char *interface_kind; /* --interface WORD, such as "tuner" */
    struct strings passed;      /* options of the generator, each with its value */
    int full_paths, more, quiet, json, help, color;
    int color_given;     /* 1: --color says always or never; 0: the environment decided */
    int command;         /* 1: the words were given after "--" */
    char **words;        /* the arguments that are not options */
    int count;           /* of `words` */
    int is_beside;       /* 1: as.python is the Python beside this command, and was not given */
    char **arguments;    /* the whole command line, from the verb on */
    struct table *table; /* how the answer is shown; target_examine() sets the style */
};

struct verb;
/* Reads a command line, argv[0] being the verb. Returns 0, or what verb_misuse() returned. */
int options_read(struct request *, const struct verb *, int argc, char **argv);

/* Returns 1 if standard output is to be colored: environment variables or a terminal decide. */
int options_color(void);

void options_help(const struct verb *); /* prints the lines of --help about a verb's options */

/* Returns the output style that a request asks for. It abbreviates folders of the target or, if the
 * target is NULL, the home folder in the command's own environment. */
struct style options_style(const struct request *, const struct target *);
