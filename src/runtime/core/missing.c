/* Decides whether a library is not installed: ld.so finds none, and nothing else failed. Only then
 * may absent calls return fallback values that are answers.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/core/search.h"

static void lazynccl_note_failure(struct lazynccl_search *s, int failed)
{
    if (failed)
        s->failed = 1;
}

/* Called after each note on a path. If it is a SONAME and no mistake, ld.so found no such file. */
static void lazynccl_note_not_there(struct lazynccl_search *s, const char *path, int mistake)
{
    int error;

    if (mistake || strchr(path, '/'))
        return;
    s->missing = 1;
    error = lazynccl_cache_error();
    if (error)
        lazynccl_give_up(s, LAZYNCCL_LDSO_CACHE, error);
}

static void lazynccl_decide_if_missing(struct lazynccl_search *s)
{
    s->outcome->missing = s->missing && !s->failed && !is_over(s) &&
                          !(s->library->trampolines->secure_stop && getauxval(AT_SECURE));
}
