/* The input of a rule, and the list that it reports to.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/findings/list.h"
#include "common/linking/facts.h"
#include "common/machine/machine.h"

struct examination {
    struct machine *machine;
    struct facts *facts; /* of that machine */
    struct findings *findings;
};
