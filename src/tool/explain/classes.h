/* What to do about each class of error codes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/errors.h"
#include "tool/explain/kind.h"

struct class_row {
    const char *word; /* of the class, in JSON: permanent */
    enum message_kind kind;
    const char *means, *help, *otherwise; /* one line each; otherwise NULL: no second help */
    const char *ids;                      /* of the findings that look for it here; "": none */
};
extern const struct class_row classes_rows[];
