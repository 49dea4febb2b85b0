/* Writes the bytes of messages and checks them on arrival.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/session/transfer.h"

static unsigned char byte_of(const struct transfer *t, int message, size_t at)
{
    return (unsigned char)((unsigned)message * 37 + at * 11 + (at >> 8) + 1);
}

size_t transfer_data_size(const struct transfer *t, int message)
{
    return t->sizes ? t->sizes[message] : t->room;
}

int transfer_data_tag(const struct transfer *t, int message)
{
    return message % t->n * 5;
}

void transfer_data_fill(struct transfer *t)
{
    size_t room = t->room + GUARD;

    memset(t->in.bytes, GUARD_FILL, (size_t)t->count * room);
    for (int i = 0; i < t->count; i++)
        for (size_t at = 0; at < transfer_data_size(t, i); at++)
            t->out.bytes[(size_t)i * room + at] = byte_of(t, i, at);
}

/* Returns the index of the first byte in a buffer that differs from a message, or its size. */
static size_t first_wrong(const struct transfer *t, int buffer, int message)
{
    const unsigned char *in = t->in.bytes + (size_t)buffer * (t->room + GUARD);
    size_t at = 0;

    while (at < transfer_data_size(t, message) && in[at] == byte_of(t, message, at))
        at++;
    return at;
}

int transfer_data_arrived(const struct transfer *t, int message)
{
    return first_wrong(t, message, message) == transfer_data_size(t, message);
}

void transfer_data_check(struct session *s, const struct transfer *t, int message, int size_told)
{
    const unsigned char *in = t->in.bytes + (size_t)message * (t->room + GUARD);
    int first = message / t->n * t->n;
    size_t size = transfer_data_size(t, message), room = t->room, at;

    for (int other = first; other < first + t->n; other++)
        if (other != message && transfer_data_size(t, other) &&
            first_wrong(t, message, other) == transfer_data_size(t, other))
            SESSION_FAIL(s, "LN323", "the message of tag %d is in the buffer for tag %d of %d",
                         transfer_data_tag(t, other), transfer_data_tag(t, message), t->n);
    if ((at = first_wrong(t, message, message)) < size)
        SESSION_FAIL(s, "LN322", "byte %zu of %zu is wrong", at, size);
    for (at = room; at < room + GUARD; at++)
        if (in[at] != GUARD_FILL)
            SESSION_FAIL(s, "LN328", "byte %zu past the end of %zu is written", at - room, room);
    if (!(t->flags & TRANSFER_SIZES) || size_told == (int)size)
        return;
    if (size_told == -1)
        SESSION_FAIL(s, "LN324", "test reports no size for %zu bytes in a buffer of %zu", size,
                     room);
    SESSION_FAIL(s, "LN324", "test reports the size %d for %zu bytes in a buffer of %zu", size_told,
                 size, room);
}
