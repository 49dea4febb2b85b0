/* The verbs of the command `lazynccl`, and their exit statuses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

enum verb_exit {
    VERB_OK = 0,         /* no problems found */
    VERB_FINDINGS = 1,   /* something to fix */
    VERB_UNREADABLE = 2, /* an input is missing, unreadable or malformed */
    VERB_MISUSE = 3,     /* not a valid command line */
    /* only from `run`, which otherwise returns the program's own status: */
    VERB_NO_START = 126,   /* the command cannot be started */
    VERB_NO_COMMAND = 127, /* there is no such command */
};

struct request;

/* Each verb has a file, which defines its struct verb, verb_NAME; main.c lists the verbs. */
struct verb {
    const char *name;
    enum verb_exit (*run)(const struct request *);
    const char *summary;  /* one line */
    const char *usage;    /* how it is called, and what it does */
    const char *examples; /* lines in pairs: "  lazynccl find\n", "      what it answers\n" */
    const char *takes;    /* its options: TAKES_STYLE " --min" */
    const char *more;     /* what -v shows; NULL: the verb has no -v */
    const char *status;   /* the exit statuses */
    const char *out;      /* what -o names; NULL: the verb has no -o */
};

/* Reports misuse in one line on stderr. `which`: the wrong word, or NULL; `meant`: a suggestion;
 * NULL: the line points to --help. */
enum verb_exit verb_misuse(const char *verb, const char *what, const char *which,
                           const char *meant);

/* Reports a word that names no library, and the nearest name. `what`: "no such library". */
enum verb_exit verb_no_library(const char *verb, const char *what, const char *name);

/* Reports in one line on stderr why the file `what` cannot be examined (NULL: `why` says all). */
enum verb_exit verb_unreadable(const char *verb, const char *what, const char *why);

struct findings;
enum verb_exit verb_status(const struct findings *); /* returns the exit status for findings */
