/* Collects the lines that a child process reports while it plays the part of NCCL, and how it ends.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/plugin.h"
#include "netplugin/check/session/session.h"

/* A line such as "LN320\tclose: closeSend returns 3". */
struct transcript_line {
    char *word; /* "step", "info", "warn", "skip", "place", a finding ID, or a word of the trial */
    char *text;
};

struct transcript {
    int version; /* the version of the interface */
    const struct lazynccl_net_interface *interface;
    const struct trial *trial; /* NULL outside trials */
    struct transcript_line *list;
    size_t count;
    enum {
        TRANSCRIPT_PASSED,
        TRANSCRIPT_WARNED, /* all steps ran, with warnings only */
        TRANSCRIPT_FAILED,
    } result;
    long milliseconds; /* how long the child ran */
    char *said;        /* all lines */
    char *last;        /* the text of a crash or hang, or NULL */
    char *place;       /* where the plugin crashed or hung, or NULL */
};

/* Runs a session in a child process. A crash or a hang becomes a finding. The caller sets the first
 * three members. Returns NULL, or the reason why the child could not start; the transcript is then
 * unset. */
const char *transcript_make(struct session *, struct transcript *);
void transcript_free(struct transcript *);

/* Returns the text of the first line with this word, or NULL. */
const char *transcript_text(const struct transcript *, const char *word);

/* Returns, as bits, the versions whose trial of the same name reported the same line. Returns 0 if
 * an earlier version did, so that each line is shown once. */
unsigned transcript_versions(const struct transcript *all, size_t count, const struct transcript *,
                             const struct transcript_line *);

/* Reports each finding once, with a line of evidence for each different text and the versions that
 * it applies to. If the driver is missing, reports LN312 instead of LN313. */
void transcript_report(struct examination *, const struct plugin_request *, struct transcript *,
                       size_t count);

/* Calls init, queries every device and calls finalize, in a child. Reports the findings. Returns
 * NULL, or the reason why the child could not start. */
const char *call_make(struct examination *, const struct plugin_request *, int version,
                      struct transcript *);

/* Shows what the plugin reported about itself. The JSON key is "call". */
void call_show(const struct transcript *, struct json *);
