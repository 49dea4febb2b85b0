/* The verbs of the command `lazynccl`, and their exit statuses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

enum verb_exit {
    VERB_OK = 0,         /* no problems found */
    VERB_FINDINGS = 1,   /* something to fix */
    VERB_UNREADABLE = 2, /* could not look: no such file, unreadable, malformed */
    VERB_MISUSE = 3,     /* not a valid command line */
    /* `run`, which otherwise returns the program's own status: */
    VERB_NO_START = 126,
    VERB_NO_COMMAND = 127,
};

struct request;

/* Each verb is a file, which defines verb_NAME; main.c lists them. */
struct verb {
    const char *name;
    enum verb_exit (*run)(const struct request *);
    const char *summary;  /* one line */
    const char *usage;    /* how it is called, and what it does */
    const char *examples; /* lines in pairs: "  lazynccl find\n", "      what it answers\n" */
    const char *takes;    /* its options: TAKES_STYLE " --min" */
    const char *more;     /* what -v shows; NULL: it takes none */
    const char *status;   /* the exit statuses */
    const char *out;      /* what -o names; NULL: it takes none */
};

/* Reports misuse in one line on stderr. `which`: the wrong word, or NULL; `meant`: a suggestion;
 * NULL: the line points to --help. */
enum verb_exit verb_misuse(const char *verb, const char *what, const char *which,
                           const char *meant);

/* Reports a word that names no library, and the nearest name. `what`: "no such library". */
enum verb_exit verb_no_library(const char *verb, const char *what, const char *name);

/* Reports in one line on stderr why a file, unless it is NULL, cannot be examined. */
enum verb_exit verb_unreadable(const char *verb, const char *what, const char *why);

/* Returns the exit status for findings. */
struct findings;
enum verb_exit verb_status(const struct findings *);
