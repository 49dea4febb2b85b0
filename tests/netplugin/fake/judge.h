/* What the programs for a pair of versions judge by: VERSION calls, `real` is what the plugin has.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef JUDGE_H
#define JUDGE_H
#include "caller.h"

static int real, failed;

/* Says what is not so, and all that was logged. */
#define EXPECT(what)                                                                               \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            printf("v%d on v%d, line %d: not so: %s\n%s", VERSION, real, __LINE__, #what, said);   \
            failed = 1;                                                                            \
        }                                                                                          \
    } while (0)

/* What both sides have arrives; where one lacks it, the other is told a value of ours. */
static int both(int since)
{
    return VERSION >= since && real >= since;
}

#endif
