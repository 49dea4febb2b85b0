/* Implements the memory of the fake GPU and its other functions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cuda.h"
#include <dlfcn.h>

int fake_cuda_major = 12;

#define BLOCKS 1024
static struct block blocks[BLOCKS];

struct block *fake_block_of(const void *pointer)
{
    for (struct block *b = blocks; b < blocks + BLOCKS; b++)
        if (b->start && (const char *)pointer >= b->start &&
            (const char *)pointer < b->start + b->size)
            return b;
    return NULL;
}

void *fake_get(size_t size)
{
    void *made = NULL;

    if (posix_memalign(&made, 65536, size ? size : 1) != 0)
        return NULL;
    for (struct block *b = blocks; b < blocks + BLOCKS; b++) {
        char *free_one = NULL;

        if (__atomic_compare_exchange_n(&b->start, &free_one, made, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED)) {
            b->size = size;
            break;
        }
    }
    return made;
}

int fake_release(void *pointer)
{
    struct block *block = pointer ? fake_block_of(pointer) : NULL;

    if (block)
        __atomic_store_n(&block->start, NULL, __ATOMIC_RELEASE);
    free(pointer);
    return SUCCESS;
}

int fake_give(void **to, void *what)
{
    *to = what;
    return what ? SUCCESS : 2; /* out of memory */
}

int fake_set(int *to, int value)
{
    *to = value;
    return SUCCESS;
}

int fake_copy(void *to, const void *from, size_t size)
{
    memmove(to, from, size);
    return SUCCESS;
}

int fake_fill(void *to, int byte, size_t size)
{
    memset(to, byte, size);
    return SUCCESS;
}

int fake_attribute(int *value, int which)
{
    if (which == MAJOR)
        return fake_set(value, 9);
    return fake_set(value, which == WARP_SIZE ? 32 : 0);
}

int fake_bus_id(char *to, int size)
{
    return snprintf(to, (size_t)size, BUS_ID) < size ? SUCCESS : INVALID_VALUE;
}

static int unsupported(void)
{
    return NOT_SUPPORTED;
}

int fake_look_up(const char *name, void **found)
{
    char newer[80];

    snprintf(newer, sizeof newer, "%s_v2", name);
    *found = dlsym(RTLD_DEFAULT, newer);
    if (!*found)
        *found = dlsym(RTLD_DEFAULT, name);
    if (!*found)
        *found = (void *)(uintptr_t)unsupported;
    return SUCCESS;
}
