/* Keeps texts, each once.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/keep.h"
#include "runtime/loader/variant.h"
#include <stdlib.h>
#include <string.h>

/* Kept texts: a tree by hash, which only grows, at its leaves, without a lock. */
static struct kept {
    struct kept *below[2];
    size_t hash;
    char text[];
} * all_kept;

const char *lazynccl_keep_text(const char *bytes)
{
    struct kept **at = &all_kept, *there, *new = NULL;
    size_t hash = 5381, size = strlen(bytes) + 1;

    for (size_t i = 0; i < size; i++)
        hash = hash * 33 + (unsigned char)bytes[i];
    hash *= 0x9e3779b97f4a7c15; /* texts that differ only at the end must not degrade the tree to a
                                   list */
    for (;;) {
        there = __atomic_load_n(at, __ATOMIC_ACQUIRE);
        if (there && there->hash == hash && strcmp(there->text, bytes) == 0)
            break;
        if (there) {
            at = &there->below[hash > there->hash];
            continue;
        }
        if (!new && !(new = malloc(sizeof *new + size)))
            return NULL;
        *new = (struct kept){{NULL, NULL}, hash};
        memcpy(new->text, bytes, size);
        if (__atomic_compare_exchange_n(at, &there, new, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
            lazynccl_keep_until_closed();
            return new->text;
        }
    }
    free(new);
    return there->text;
}

static void free_tree(struct kept *kept)
{
    if (kept) {
        free_tree(kept->below[0]);
        free_tree(kept->below[1]);
        free(kept);
    }
}

void lazynccl_keep_free(void)
{
    free_tree(all_kept);
    all_kept = NULL;
}
