/* The parts of lazynccl explain.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/target_option.h"
#include "common/machine/nvidia.h"
#include "tool/explain/log/input.h"
#include "tool/explain/log/ranks.h"
#include "tool/explain/log/ranks_notes.h"
#include "tool/explain/messages.h"

/* The input: the text that is searched, and what the whole log shows. */
struct told_text {
    const char *text;
    size_t dropped; /* lines before the text */
    struct ranks_notes notes;
};

/* Explains a text and looks for its cause. */
enum verb_exit explain_message(const struct told_text *, const struct request *);

/* What a message means, in one line. The caller frees it. */
char *explain_means(const struct message *);

/* Adds findings for each host in a log of several processes. */
void explain_hosts(struct ranks_notes *, const struct ranks *);

/* Runs a command, passes its output on and adds it to the input. Returns the exit status as a shell
 * would; `why` is NULL, or why the command did not start. */
int explain_run(char **command, struct input *, int keep_stdout, const char **why);

/* A message and its meaning. */
struct told {
    struct message found;
    char *means, *help, *otherwise; /* lines; NULL: the finding's; nothing else helps */
    char *line;                     /* as it was read */
    struct owner owner;             /* of the library or symbol that the line names */
    char *release; /* since when there is the function that it names, and what is here; or NULL */
    char install[NVIDIA_INSTALL]; /* the command that brings what is lacking; "": not known */
    struct strings ids;           /* of the findings that may be its cause */
    struct strings others;        /* that are also missing, with the commands */
    const char *system;           /* that printed the text; NULL: Linux */
    int looked;                   /* 1: there are rules for some of them */
    const struct told_text *text;
};

/* Prints the answer to a message, as JSON or text. */
void explain_show_json(const struct examination *, const struct told *, const struct table *);
void explain_show_text(const struct examination *, const struct told *, const struct table *);

/* Prints the answer if no message is recognized: what the ranks show, or what to do next. */
enum verb_exit explain_show_unknown(const struct told_text *, const struct request *);

