/* Converts events between each version and the canonical struct.
 * Generated from nccl_profiler.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "profiler_operations.h"
#include <string.h>

/* Names that a version passes as numbers. */
static const char *const function_names[] = {"Broadcast", "Reduce"};

#define COUNT(names) (sizeof names / sizeof *(names))
#define NAME(names, number) ((number) < COUNT(names) ? (names)[number] : "Unknown")
#define NUMBER(names, name) number_of(names, COUNT(names), name)

/* Returns the number of a name, or 255 if it has none. */
static uint8_t number_of(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; name && i < count; i++)
        if (strcmp(names[i], name) == 0)
            return (uint8_t)i;
    return 255;
}

static void coll_from_v1(const struct lazynccl_profiler_coll_v1 *from,
                         struct lazynccl_profiler_coll *to)
{
    to->hash = from->hash;
    to->function = NAME(function_names, from->function);
    to->count = from->count;
}

static void coll_to_v1(const struct lazynccl_profiler_coll *from,
                       struct lazynccl_profiler_coll_v1 *to)
{
    to->hash = from->hash;
    to->function = NUMBER(function_names, from->function);
    to->count = from->count;
}

static void coll_from_v2(const struct lazynccl_profiler_coll_v2 *from,
                         struct lazynccl_profiler_coll *to)
{
    to->function = from->function;
    to->count = from->count;
    to->group = from->group;
    to->tag = from->tag;
}

static void coll_to_v2(const struct lazynccl_profiler_coll *from,
                       struct lazynccl_profiler_coll_v2 *to)
{
    to->function = from->function;
    to->count = from->count;
    to->group = from->group;
    to->tag = from->tag;
}

static void read_v1(const struct lazynccl_profiler_event_v1 *from,
                    struct lazynccl_profiler_event *to)
{
    memset(to, 0, sizeof *to);
    to->type = from->type;
    to->parent = from->parent;
    to->rank = from->rank;
    switch (from->type) {
    case LAZYNCCL_PROFILER_COLL:
        coll_from_v1(&from->of.coll, &to->of.coll);
        to->of.coll.group = from->parent;
        to->parent = NULL;
        return;
    default:
        memcpy(to->of.bytes, from->of.bytes, 16);
    }
}

static void write_v1(const struct lazynccl_profiler_event *from,
                     struct lazynccl_profiler_event_v1 *to)
{
    to->type = (uint8_t)from->type;
    to->parent = from->parent;
    to->rank = from->rank;
    switch (from->type) {
    case LAZYNCCL_PROFILER_COLL:
        coll_to_v1(&from->of.coll, &to->of.coll);
        to->parent = from->of.coll.group;
        return;
    default:
        memcpy(to->of.bytes, from->of.bytes, 16);
    }
}

static void read_v2(const struct lazynccl_profiler_event_v2 *from,
                    struct lazynccl_profiler_event *to)
{
    memset(to, 0, sizeof *to);
    to->type = from->type;
    to->parent = from->parent;
    to->rank = from->rank;
    switch (from->type) {
    case LAZYNCCL_PROFILER_COLL:
        coll_from_v2(&from->of.coll, &to->of.coll);
        return;
    default:
        memcpy(to->of.bytes, from->of.bytes, 24);
    }
}

static void write_v2(const struct lazynccl_profiler_event *from,
                     struct lazynccl_profiler_event_v2 *to)
{
    to->type = from->type;
    to->parent = from->parent;
    to->rank = from->rank;
    switch (from->type) {
    case LAZYNCCL_PROFILER_COLL:
        coll_to_v2(&from->of.coll, &to->of.coll);
        return;
    default:
        memcpy(to->of.bytes, from->of.bytes, 24);
    }
}

void lazynccl_profiler_read(int version, const void *from, struct lazynccl_profiler_event *to)
{
    switch (version) {
    case 1:
        read_v1(from, to);
        return;
    case 2:
        read_v2(from, to);
        return;
    }
}

void lazynccl_profiler_write(int version, const struct lazynccl_profiler_event *from,
                             union lazynccl_profiler_any *to)
{
    memset(to, 0, sizeof *to);
    switch (version) {
    case 1:
        write_v1(from, &to->v1);
        return;
    case 2:
        write_v2(from, &to->v2);
        return;
    }
}

uint64_t lazynccl_profiler_types(int version)
{
    static const uint64_t masks[] = {0, 0x3, 0xf};

    return masks[version];
}

int lazynccl_profiler_last_state(int version)
{
    static const int last[] = {0, 0x5, 0x9};

    return last[version];
}
