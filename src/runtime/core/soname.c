/* The search location `soname` of copies that open at the start: what ld.so finds.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/core/search.h"

void lazynccl_location_system(struct lazynccl_search *s)
{
    const char *const *soname = s->sonames;

    do
        lazynccl_consider(s, *soname);
    while (*++soname && !is_over(s));
}
