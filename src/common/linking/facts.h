/* Facts that several rules need, each read when a rule first asks for it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/search_result.h"
#include "common/machine/machine.h"

struct facts {
    struct machine *machine;
    struct search_result *results;
    /* each NULL until the function of the same name reads it, as driver_read() does */
    struct builtins *builtins;
    struct conf *conf;
    struct driver *driver;
    struct environment *environment;
    struct verdicts *verdicts;
    int is_loaded; /* 1: load_files() has loaded the files with an uncertain verdict */
    struct groups *groups;
    struct library *libraries; /* all below the folders in `walked` */
    struct strings walked;     /* folders of sys.path */
    struct plugins *plugins;
    struct preloads *preloads;
    struct target *unset; /* the target without lazynccl's variables; NULL: not made yet */
};

/* Opens a target and its machine, without reading any fact yet. Facts are valid until the command
 * ends. Returns NULL on failure, with the reason in `why`, valid until the next call. */
struct facts *facts_open(const struct target_choice *, const char **why);

struct facts *facts_plain(const char *root); /* returns the facts of a machine without Python */

/* Return the search result for a library: for the release `minimum` or later, next to its partner's
 * open file as in struct search_result; or by name ("nvrtc") for any release, without a partner. */
const struct search_result *facts_ask(struct facts *, const struct lazynccl_description *library,
                                      int minimum, const char *partner);
const struct search_result *facts_search_result(struct facts *, const char *library);

/* Returns the search result without lazynccl's variables, which ld.so and other programs ignore. */
const struct search_result *facts_unset(struct facts *, const char *library);

/* Returns the file that a target gets: from lazynccl's search, or else from ld.so; NULL: none. */
const struct candidate *facts_copy(struct facts *, const char *library);
