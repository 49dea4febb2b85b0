/* What a child that played NCCL's part has told, and how it ended.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_TRANSCRIPT_H
#define LAZYNCCL_TOOL_PLUGIN_TRANSCRIPT_H

#include "tool/plugin/request.h"
#include "tool/plugin/session.h"

/* A line of it: "LN320\tclose: closeSend returns 3". */
struct transcript_line {
    char *word; /* "step", "info", "warn", "skip", a finding's id, or what the work tells else */
    char *text; /* in the same memory */
};

struct transcript {
    struct transcript_line *list;
    size_t count;
    int failed; /* 1: there are findings */
    char *end;  /* the text of how it ended, if not well; NULL */
    char *memory;
};

/* Runs the work in a child, with the play as its context. A crash and a hang become findings in the
 * account. Returns NULL, or why there is no child; then there is no account. */
const char *transcript_make(struct session *, int (*work)(void *play, FILE *to),
                            struct transcript *);
void transcript_free(struct transcript *);

/* The text of the first line with this word; NULL: there is none. */
const char *transcript_text(const struct transcript *, const char *word);

/* Adds findings to the at's: one for each id, with a line of evidence for each different text,
 * and the versions that it was seen with. What fails for want of a driver is LN312 in place of
 * LN313. */
struct transcript_of {
    int version;
    const char *trial; /* NULL: none */
    const struct transcript *account;
};
void transcript_report(struct examination *, const struct plugin_request *,
                       const struct transcript_of *, size_t count);

#endif
