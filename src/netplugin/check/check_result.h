/* The trials of a plugin: what was tried with which version, and how it went.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/session/recording.h"
#include "netplugin/check/transcript.h"
#include "netplugin/check/trials/trials.h"

/* A version of an interface. */
struct check_version {
    const struct lazynccl_net_interface *interface;
    int number;
    struct transcript *trials; /* one for each of trials_list; `said` NULL: not tried */
};

struct check {
    const struct plugin_request *request;
    char *unloadable;               /* why the file is not for this machine; NULL: it is */
    struct recording recording;     /* that is replayed */
    struct check_version *versions; /* those of an interface together */
    size_t count;
    struct transcript *all; /* the versions' trials, in their order */
};

/* "passed" and "ok", ... */
struct check_result {
    const char *word, *sign, *color; /* no colour: NULL */
};
extern const struct check_result check_passed, check_warned, check_failed, check_skipped,
    check_not_tried;
const struct check_result *check_result_of(const struct transcript *);

/* 1 if --allow names the finding. */
int check_allows(const struct request *, const char *id);

/* 1 if the line, or some line, makes the exit status 1. What ended a trial does so unless --allow
 * names it, whatever --fail-on says: that is about trials that went on to their end. */
int check_line_fails(const struct request *, const struct transcript *,
                     const struct transcript_line *);
int check_trial_fails(const struct request *, const struct transcript *);

/* The exit status by the trials. Adds a line for each version that does not fail and was not tried
 * either, which makes the exit status 2. */
enum verb_exit check_status(const struct check *, struct strings *unreadable);

/* 1 if the trial is one for this version in this run. */
int check_wants(const struct check *, const struct check_version *, const struct trial *);

/* The index after the versions of the interface that begin at `first`. */
size_t check_end(const struct check *, size_t first);
