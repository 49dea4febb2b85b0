/* The trials of a plugin and their results, by version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/transcript.h"
#include "netplugin/check/trials/trials.h"

/* One version of an interface, and its trials. */
struct check_version {
    const struct lazynccl_net_interface *interface;
    int number;
    struct transcript *trials; /* one for each trial; `said` is NULL if it was not run */
    size_t count;              /* how many trials; the same for each version of an interface */
};

struct check {
    const struct plugin_request *request;
    char *unloadable;               /* why the file cannot load on this machine, or NULL */
    struct check_version *versions; /* grouped by interface */
    size_t count;
    struct transcript *all; /* the trials of all versions, in the order of `versions` */
    size_t all_count;
};

/* How a result is shown: the word "passed", the sign "ok", and so on. */
struct check_result {
    const char *word, *sign, *color; /* `color` is NULL if the word has no color */
};
extern const struct check_result check_passed, check_warned, check_failed, check_skipped,
    check_not_tried;
const struct check_result *check_result_of(const struct transcript *);

/* Returns 1 if --allow lists the finding. */
int check_allows(const struct request *, const char *id);

/* Return 1 if this line, or any line of the trial, makes the exit status 1: if it ended the trial
 * or its severity reaches --fail-on, unless it is a note or --allow lists its finding. */
int check_line_fails(const struct request *, const struct transcript *,
                     const struct transcript_line *);
int check_trial_fails(const struct request *, const struct transcript *);

/* Returns the exit status for the trials. Adds a line to `unreadable` for each version that neither
 * failed nor was tried; such a version makes the exit status 2. */
enum verb_exit check_status(const struct check *, struct strings *unreadable);

/* Returns the index after the last version of the interface that begins at `first`. */
size_t check_end(const struct check *, size_t first);
