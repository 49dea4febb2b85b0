/* What an error of a loader or linker means, and what to do: by its kind and its library's owner.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/kind.h"
#include "tool/explain/owner.h"

struct answer {
    enum message_kind kind;
    const char *ids;    /* of the findings that may be its cause, likeliest first; "": none */
    const char *word;   /* of the answer, where there is no finding: "header" */
    char *means, *help; /* one line each, to be freed; help NULL: the first finding's */
    struct owner owner;
};

/* The kind and the ids alone: what decides between lines. */
struct answer answer_judge(const struct complaint *, const char *line);

/* The whole answer. */
struct answer answer_compose(const struct complaint *, const char *line);
