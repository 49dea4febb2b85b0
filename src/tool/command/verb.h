/* The verbs of the command `lazynccl`, and what their exit status says.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_COMMAND_VERB_H
#define LAZYNCCL_TOOL_COMMAND_VERB_H

enum verb_exit {
    VERB_OK = 0,         /* looked; no problems found */
    VERB_FINDINGS = 1,   /* looked; there is something to mend */
    VERB_UNREADABLE = 2, /* could not look: no such file, not readable, malformed */
    VERB_MISUSE = 3,     /* not a command line of ours */
    /* of a verb that starts another program, whose own status is passed on otherwise */
    VERB_NO_START = 126,
    VERB_NO_COMMAND = 127,
};

struct request;

struct verb {
    const char *name;
    enum verb_exit (*run)(const struct request *);
    const char *summary; /* one line */
    const char *usage;   /* how it is called, each line whole; what it does */
    unsigned takes;      /* options: TAKES() of each */
    const char *more;    /* what -v shows; NULL: it takes none */
    const char *status;  /* what the exit status says */
};

/* Each verb is a file of its own; main.c lists them. */
extern const struct verb verb_doctor;
extern const struct verb verb_explain;
extern const struct verb verb_env;
extern const struct verb verb_summary;
extern const struct verb verb_find;
extern const struct verb verb_audit;
extern const struct verb verb_run;
extern const struct verb verb_symbols;
extern const struct verb verb_plugin;

/* Reports misuse in one line on stderr. `which`: the word that is wrong, or NULL; `meant`: what it
 * may have been meant to be; NULL: the line leads to --help. */
enum verb_exit verb_misuse(const char *verb, const char *what, const char *which,
                           const char *meant);

/* Says in one line on stderr what one cannot look at, if that is not NULL, and why. */
enum verb_exit verb_unreadable(const char *verb, const char *what, const char *why);

/* The exit status that findings make. */
struct findings;
enum verb_exit verb_status(const struct findings *);

#endif
