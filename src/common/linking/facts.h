/* Facts that several rules need, each read when the first of them asks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/search_result.h"
#include "common/machine/machine.h"

struct facts {
    struct machine *machine;
    struct search_result *results;
    /* NULL: not read yet; each by the function of its name, as conf_read() */
    struct builtins *builtins;
    struct conf *conf;
    struct driver *driver;
    struct environment *environment;
    struct interfaces *interfaces;
    struct plugins *plugins;
    struct target *unset; /* the target without lazynccl's variables; NULL: not made yet */
};

/* Opens a target and its machine, of which nothing is read yet. Everything read lives until the
 * command ends. Returns NULL if it cannot; `why` is then valid until the next call. */
struct facts *facts_open(const struct target_choice *, const char **why);

/* The same for a machine, without Python. */
struct facts *facts_plain(const char *root);

/* What the search and ld.so give of a library: of the release `minimum` or later, next to an open
 * file of its partner's, as struct search_result has them. By name ("nvrtc"): of any release,
 * alone. */
const struct search_result *facts_ask(struct facts *, const struct lazynccl_description *library,
                                      int minimum, const char *partner);
const struct search_result *facts_search_result(struct facts *, const char *library);

/* The same where no variable of lazynccl's is set: what ld.so and others do does not depend on
 * them.
 */
const struct search_result *facts_unset(struct facts *, const char *library);

/* What a target would get of it: lazynccl's, else ld.so's; NULL: nothing. */
const struct candidate *facts_copy(struct facts *, const char *library);
