/* Libraries that belong together: the majors of CUDA, families, partners and companions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/related.h"
#include "runtime/core/search.h"

static int lazynccl_is_of_other_cuda(const struct lazynccl_description *desc, const char *path)
{
    return !lazynccl_is_built_for(desc, path);
}

static void lazynccl_set_major(struct lazynccl_outcome *outcome, const char *path)
{
    outcome->major = lazynccl_major_of(path);
}

/* Takes the file of the family that is open, and no other. */
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

static void lazynccl_accept_related(struct lazynccl_search *s)
{
    static unsigned opened;
    int other = lazynccl_other_major(s->library, s->outcome);

    if (other)
        lazynccl_note(s, LAZYNCCL_OF_OTHER_MAJOR, other, lazynccl_program_major(s->library));
    lazynccl_open_companion(s, s->outcome->path, s->outcome->version);
    s->outcome->order = __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
}
