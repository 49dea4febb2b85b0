/* Compares names.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/nearest.h"
#include <string.h>

/* Returns how many letters must be changed, added or left out; `most` + 1 if more than `most`. */
static int distance(const char *a, const char *b, int most)
{
    for (; *a && *a == *b; b++)
        a++;
    if (!*a || !*b || most <= 0) {
        int left = (int)(strlen(a) + strlen(b));

        return left < most + 1 ? left : most + 1;
    }
    int changed = distance(a + 1, b + 1, most - 1);
    int less = distance(a + 1, b, most - 1), more = distance(a, b + 1, most - 1);

    less = less < more ? less : more;
    return 1 + (changed < less ? changed : less);
}

void nearest_try(struct nearest *nearest, const char *asked, const char *name)
{
    int far = distance(asked, name, nearest->far - 1);

    /* never suggest a name of which every letter differs */
    if (far < nearest->far && far < (int)strlen(asked) && far < (int)strlen(name)) {
        nearest->far = far;
        nearest->name = name;
    }
}
