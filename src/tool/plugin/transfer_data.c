/* Writes the bytes of messages and checks them on arrival.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/plugin/transfer.h"
#include <string.h>

static unsigned char byte_of(int message, size_t at)
{
    return (unsigned char)((unsigned)message * 37 + at * 11 + (at >> 8) + 1);
}

size_t transfer_data_size(const struct transfer *transfer, int message)
{
    return transfer->sizes ? transfer->sizes[message] : transfer->room;
}

int transfer_data_tag(const struct transfer *transfer, int message)
{
    return message % transfer->n * 5;
}

void transfer_data_fill(struct transfer *transfer)
{
    size_t room = transfer->room + GUARD;

    memset(transfer->in.bytes, GUARD_FILL, (size_t)transfer->count * room);
    for (int i = 0; i < transfer->count; i++)
        for (size_t at = 0; at < transfer_data_size(transfer, i); at++)
            transfer->out.bytes[(size_t)i * room + at] = byte_of(i, at);
}

/* The first byte in a message's room that is not that of `message`; its size if there is none. */
static size_t first_wrong(const struct transfer *transfer, int room, int message)
{
    const unsigned char *in = transfer->in.bytes + (size_t)room * (transfer->room + GUARD);
    size_t at = 0;

    while (at < transfer_data_size(transfer, message) && in[at] == byte_of(message, at))
        at++;
    return at;
}

int transfer_data_arrived(const struct transfer *transfer, int message)
{
    return first_wrong(transfer, message, message) == transfer_data_size(transfer, message);
}

int transfer_data_check(struct session *session, const struct transfer *transfer, int message,
                        int told)
{
    const unsigned char *in = transfer->in.bytes + (size_t)message * (transfer->room + GUARD);
    int first = message / transfer->n * transfer->n;
    size_t size = transfer_data_size(transfer, message), room = transfer->room, at;

    for (int other = first; other < first + transfer->n; other++)
        if (other != message && transfer_data_size(transfer, other) &&
            first_wrong(transfer, message, other) == transfer_data_size(transfer, other)) {
            session_report(session, "LN323",
                           "the message of tag %d is in the place for tag %d of %d",
                           transfer_data_tag(transfer, other), transfer_data_tag(transfer, message),
                           transfer->n);
            return -1;
        }
    if ((at = first_wrong(transfer, message, message)) < size) {
        session_report(session, "LN322", "byte %zu of %zu is wrong", at, size);
        return -1;
    }
    for (at = room; at < room + GUARD; at++)
        if (in[at] != GUARD_FILL) {
            session_report(session, "LN328", "byte %zu behind room for %zu is written", at - room,
                           room);
            return -1;
        }
    if (!(transfer->flags & TRANSFER_SIZES) || told == (int)size)
        return 0;
    if (told == -1)
        session_report(session, "LN324", "of %zu bytes in room for %zu it says nothing", size,
                       room);
    else
        session_report(session, "LN324", "of %zu bytes in room for %zu it says %d", size, room,
                       told);
    return -1;
}
