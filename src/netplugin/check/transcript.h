/* What a child that played NCCL's part reported, and how it ended.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/plugin.h"
#include "netplugin/check/session/session.h"

/* A line: "LN320\tclose: closeSend returns 3". */
struct transcript_line {
    char *word; /* "step", "info", "warn", "skip", "place", a finding's id, or the work's own */
    char *text;
};

struct transcript {
    int version;                                    /* of the interface */
    const struct lazynccl_net_interface *interface; /* NULL: net */
    const char *trial;                              /* NULL: none */
    struct transcript_line *list;
    size_t count;
    enum {
        TRANSCRIPT_PASSED,
        TRANSCRIPT_WARNED, /* it found only warnings, and was tried to the end */
        TRANSCRIPT_FAILED,
    } result;
    long milliseconds;         /* how long the child ran */
    char *said, *last, *place; /* the lines' memory; the last two: of a crash or hang, or NULL */
};

/* Runs a session in a child. A crash or a hang becomes a finding in the transcript. Returns NULL,
 * or why there is no child; then there is no transcript. */
const char *transcript_make(struct session *, struct transcript *);
void transcript_free(struct transcript *);

/* The text of the first line with this word; or NULL. */
const char *transcript_text(const struct transcript *, const char *word);

/* Reports the findings: one for each id, with a line of evidence for each different text, and the
 * versions that it was seen with. Where there is no driver, LN312 takes the place of LN313. */
void transcript_report(struct examination *, const struct plugin_request *, struct transcript *,
                       size_t count);

/* Calls a plugin: init, every device, finalize. Reports its findings. Returns NULL, or why there is
 * no child. */
const char *call_make(struct examination *, const struct plugin_request *, int version,
                      struct transcript *);

/* Shows what the plugin said about itself; as JSON under "call". */
void call_show(const struct transcript *, struct json *);
