/* The parts of lazynccl explain.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/target_option.h"
#include "common/machine/nvidia.h"
#include "tool/explain/log/input.h"
#include "tool/explain/log/ranks.h"
#include "tool/explain/log/ranks_notes.h"
#include "tool/explain/messages.h"

/* What was read: the text that is searched, and what the whole log shows. */
struct told_text {
    const char *text;
    size_t dropped; /* lines before the text */
    struct ranks_notes notes;
};

/* Says what a text means, and looks for its cause. */
enum verb_exit explain_message(const struct told_text *, const struct request *);

/* Adds what is wrong on each host of a log of several processes. */
void explain_hosts(struct ranks_notes *, const struct ranks *);

/* Runs a command, passes on what it prints, and adds that to the input. Returns its status as a
 * shell has it; `why`: NULL, or why it could not be started. */
int explain_run(char **command, struct input *, int keep_stdout, const char **why);

/* A message, and what it means. */
struct told {
    struct message found;
    char *means, *help, *otherwise; /* lines; NULL: the finding's; nothing else helps */
    char *line;                     /* as it was read */
    struct owner owner;             /* of the library or symbol that the line names */
    char *release; /* since when there is the function that it names, and what is here; or NULL */
    char install[NVIDIA_INSTALL]; /* the command that brings what is lacking; "": not known */
    struct strings ids;           /* of the findings that may be its cause */
    int looked;                   /* 1: there are rules for some of them */
    const struct told_text *text;
};

/* The answer to a message, for programs and for people. */
void explain_show_json(const struct examination *, const struct told *, const struct table *);
void explain_show_text(const struct examination *, const struct told *, const struct table *);

/* The answer to what is not recognized: what all ranks show, or what to do next. */
enum verb_exit explain_show_unknown(const struct told_text *, const struct request *);

/* What took the place of a finding that was removed. */
void explain_show_removed(const char *id, const struct answer *, const struct request *);
