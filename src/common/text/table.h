/* Where an answer goes: text for people, or JSON.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/text/json.h"
#include "common/text/style.h"

struct table {
    const struct style *style;
    struct json *json; /* NULL: for people */
};
