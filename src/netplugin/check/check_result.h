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

/* 1 if the trial is one for this version in this run. */
int check_wants(const struct check *, const struct check_version *, const struct trial *);
