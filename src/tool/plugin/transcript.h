/* What a child that played NCCL's part reported, and how it ended.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_TRANSCRIPT_H
#define LAZYNCCL_TOOL_PLUGIN_TRANSCRIPT_H

#include "tool/plugin/plugin.h"
#include "tool/plugin/session/session.h"

/* A line: "LN320\tclose: closeSend returns 3". */
struct transcript_line {
    char *word; /* "step", "info", "warn", "skip", a finding's id, or the work's own */
    char *text;
};

struct transcript {
    struct transcript_line *list;
    size_t count;
    int failed;        /* 1: there are findings */
    char *said, *last; /* the lines' memory; `last`: of a crash or hang, or NULL */
};

/* Runs the work in a child. A crash or a hang becomes a finding in the transcript. Returns NULL, or
 * why there is no child; then there is no transcript. */
const char *transcript_make(struct session *, void (*work)(struct session *), struct transcript *);
void transcript_free(struct transcript *);

/* The text of the first line with this word, or NULL. */
const char *transcript_text(const struct transcript *, const char *word);

/* Reports the findings: one for each id, with a line of evidence for each different text, and the
 * versions that it was seen with. Where there is no driver, LN312 takes the place of LN313. */
struct transcript_source {
    int version;
    const char *trial; /* NULL: none */
    const struct transcript *transcript;
};
void transcript_report(struct examination *, const struct plugin_request *,
                       const struct transcript_source *, size_t count);

#endif
