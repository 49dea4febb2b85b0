/* Related libraries in a small copy: the majors of CUDA, and suffix families.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/related.h"
#include "runtime/core/search.h"

static int lazynccl_is_other(const struct lazynccl_search *s, const char *path)
{
    return !lazynccl_is_built_for(s->description, path);
}

static void lazynccl_set_major(struct lazynccl_search *s, const char *path)
{
    s->outcome->major = lazynccl_major_of(path);
}

/* Takes the file that another suffix family has open, if any: a program uses only one file. */
static void lazynccl_consider_sibling(struct lazynccl_search *s)
{
    const char *sibling = NULL;

    lazynccl_find_sibling(s->library, &sibling);
    if (!sibling)
        return;
    s->location = "loaded";
    lazynccl_consider(s, sibling);
    s->stop = 1;
}
