/* Gives access to the registry's rows, which are defined next to their rules.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/findings/registry.h"
#include "common/text/memory.h"
#include <strings.h>

/* Set by the linker around the section's rows. */
extern const struct finding_row *__start_lazynccl_findings[], *__stop_lazynccl_findings[];

static int by_id(const void *a, const void *b)
{
    const struct finding_row *const *first = a, *const *second = b;

    return strcmp((*first)->id, (*second)->id);
}

const struct finding_row *registry_at(size_t i)
{
    static const struct finding_row **sorted;
    size_t count = (size_t)(__stop_lazynccl_findings - __start_lazynccl_findings);

    if (!sorted) {
        sorted = memory_get(count, sizeof *sorted);
        memcpy(sorted, __start_lazynccl_findings, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_id);
    }
    return i < count ? sorted[i] : NULL;
}

const struct finding_row *registry_row(const char *id)
{
    const struct finding_row *row;

    for (size_t i = 0; (row = registry_at(i)); i++)
        if (strcasecmp(row->id, id) == 0 || strcasecmp(row->word, id) == 0)
            return row;
    return NULL;
}
