/* Keeps texts and other data, each once.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/keep.h"
#include "runtime/loader/variant.h"
#include <stdlib.h>
#include <string.h>

/* The kept data, a tree sorted by hash. It needs no lock, because it only grows, at its leaves. */
static struct kept {
    struct kept *below[2];
    size_t hash, size;
    char data[];
} * all_kept;

const void *lazynccl_keep(const void *data, size_t size)
{
    struct kept **at = &all_kept, *there, *new = NULL;
    const unsigned char *bytes = data;
    size_t hash = 5381;

    for (size_t i = 0; i < size; i++)
        hash = hash * 33 + bytes[i];
    hash *= 0x9e3779b97f4a7c15; /* else texts that differ only at the end would make a list */
    for (;;) {
        there = __atomic_load_n(at, __ATOMIC_ACQUIRE);
        if (there && there->hash == hash && there->size == size &&
            memcmp(there->data, data, size) == 0)
            break;
        if (there) {
            at = &there->below[hash > there->hash];
            continue;
        }
        if (!new && !(new = malloc(sizeof *new + size)))
            return NULL;
        *new = (struct kept){{NULL, NULL}, hash, size};
        memcpy(new->data, data, size);
        if (__atomic_compare_exchange_n(at, &there, new, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
            lazynccl_keep_until_closed();
            return new->data;
        }
    }
    free(new);
    return there->data;
}

const char *lazynccl_keep_text(const char *text)
{
    return lazynccl_keep(text, strlen(text) + 1);
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
