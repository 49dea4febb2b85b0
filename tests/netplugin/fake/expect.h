/* Shared by the programs that test a pair of versions: VERSION is NCCL's, `real` is the plugin's.
 */
#pragma once
#include "caller.h"

static int real, failed;

/* Reports a false condition, and the log. */
#define EXPECT(what)                                                                               \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            printf("v%d on v%d, line %d: false: %s\n%s", VERSION, real, __LINE__, #what, said);    \
            failed = 1;                                                                            \
        }                                                                                          \
    } while (0)

/* Whether both have it, so that its value is passed on; otherwise lazynccl supplies one. */
static int both(int since)
{
    return VERSION >= since && real >= since;
}
