/* Sets of elements that are found by a text and a number, in logarithmic time.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/keyed.h"
#include "common/text/memory.h"
#include <search.h>

static int by_key(const void *a, const void *b)
{
    const struct key *x = a, *y = b;
    int text = strcmp(x->text, y->text);

    return text ? text : (x->number > y->number) - (x->number < y->number);
}

static int by_key_in_list(const void *a, const void *b)
{
    return by_key(*(void *const *)a, *(void *const *)b);
}

void *keyed_get(struct keyed *set, size_t size, const char *text, size_t length, long number)
{
    const struct key key = {memory_copy_part(text, length), number};
    void **found = tfind(&key, &set->tree, by_key);

    if (found) {
        free(key.text);
        return *found;
    }
    struct key *element = memory_get(1, size);
    *element = key;
    memory_check(tsearch(element, &set->tree, by_key));
    *MEMORY_ADD(set->list, set->count) = element;
    return element;
}

void keyed_sort(struct keyed *set)
{
    if (set->count)
        qsort(set->list, set->count, sizeof *set->list, by_key_in_list);
}

size_t keyed_same(void *const *list, size_t count)
{
    const struct key *first = count ? list[0] : NULL;
    size_t same = 0;

    while (same < count && strcmp(((const struct key *)list[same])->text, first->text) == 0)
        same++;
    return same;
}

void keyed_free(struct keyed *set)
{
    for (size_t i = 0; i < set->count; i++)
        free(((struct key *)set->list[i])->text);
    tdestroy(set->tree, free);
    free(set->list);
    *set = (struct keyed){0};
}
