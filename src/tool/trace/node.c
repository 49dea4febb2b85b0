/* Reads and writes the file of a node.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Numbers are written in groups of seven bits. Lists contain the differences between neighbors, so
 * that a collective takes 10 bytes instead of 64. Each move_...() both reads and writes. */
#include "tool/trace/node.h"
#include "common/text/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define MAGIC "lazynode"
#define VERSION 1
#define WORDS 4 /* of a collective's arguments */

struct stream {
    unsigned char *bytes;
    size_t size; /* bytes */
    size_t at;   /* the reader's position */
    int is_writer, is_damaged;
};

static void put_byte(struct stream *s, uint64_t byte)
{
    *MEMORY_ADD(s->bytes, s->size) = (unsigned char)byte;
}

/* Moves a number in bytes of seven bits, the low ones first; the high bit says that more follow. */
static void move_number(struct stream *s, uint64_t *value)
{
    uint64_t rest = *value, byte = 0x80;

    if (s->is_writer) {
        for (; rest >= 0x80; rest >>= 7)
            put_byte(s, rest | 0x80);
        put_byte(s, rest);
        return;
    }
    *value = 0;
    for (int shift = 0; shift < 64 && byte & 0x80; shift += 7) {
        byte = s->at < s->size ? s->bytes[s->at] : 0;
        s->is_damaged |= s->at >= s->size;
        s->at++;
        *value |= (byte & 0x7f) << shift;
    }
    s->is_damaged |= (byte & 0x80) != 0;
}

/* Moves a signed number. Small negative numbers also take few bytes. */
static void move_signed(struct stream *s, int64_t *value)
{
    uint64_t folded = (uint64_t)*value << 1 ^ (uint64_t)(*value >> 63);

    move_number(s, &folded);
    *value = (int64_t)(folded >> 1 ^ -(folded & 1));
}

/* Moves a number that is not less than -1. */
static void move_int(struct stream *s, int32_t *value)
{
    uint64_t number = (uint64_t)((int64_t)*value + 1);

    move_number(s, &number);
    s->is_damaged |= number > INT32_MAX;
    *value = (int32_t)((int64_t)(number & INT32_MAX) - 1);
}

static void move_text(struct stream *s, char *text, size_t room)
{
    uint64_t length = s->is_writer ? strnlen(text, room - 1) : 0;

    move_number(s, &length);
    if (!s->is_writer && (s->is_damaged || length >= room || length > s->size - s->at)) {
        s->is_damaged = 1;
        *text = '\0';
        return;
    }
    for (uint64_t i = 0; i < length; i++)
        if (s->is_writer)
            put_byte(s, (unsigned char)text[i]);
        else
            text[i] = (char)s->bytes[s->at++];
    text[length] = '\0';
}

/* Moves the number of elements that follow. Each takes a byte or more, which limits the number. */
static uint64_t move_count(struct stream *s, uint64_t count)
{
    move_number(s, &count);
    if (!s->is_writer && (s->is_damaged || count > s->size - s->at)) {
        s->is_damaged = 1;
        return 0;
    }
    return count;
}

/* Moves the path of the opened library. Older releases neither write nor read the path. */
static void move_opened(struct stream *s, struct trace_ring *ring)
{
    char text[LAZYNCCL_RING_PATH];

    if (s->is_writer ? !ring->opened : s->at >= s->size)
        return;
    snprintf(text, sizeof text, "%s", s->is_writer ? ring->opened : "");
    move_text(s, text, sizeof text);
    if (!s->is_writer && !s->is_damaged)
        ring->opened = memory_copy(text);
}

/* Moves whether completions were recorded, after the path; without a path, both are left out. */
static void move_completions(struct stream *s, struct trace_ring *ring)
{
    uint64_t profiler = ring->profiler;

    if (s->is_writer ? !ring->opened : s->at >= s->size)
        return;
    move_int(s, &ring->who.completions);
    move_number(s, &profiler);
    ring->profiler = (uint32_t)profiler;
}

/* Moves the facts about a process, without its communicators. */
static void move_process(struct stream *s, struct trace_ring *ring)
{
    struct lazynccl_identity *who = &ring->who;
    uint64_t process = who->process, user = who->user, state = ring->state,
             now = (uint64_t)(ring->now * 1e6);

    move_number(s, &process);
    move_number(s, &user);
    move_number(s, &who->started);
    move_number(s, &who->namespace);
    move_number(s, &who->loaded);
    move_int(s, &who->rank);
    move_int(s, &who->ranks);
    move_int(s, &who->local_rank);
    move_int(s, &who->is_unrecorded);
    move_int(s, &who->is_job_of_run);
    move_text(s, who->host, sizeof who->host);
    move_text(s, who->boot, sizeof who->boot);
    move_text(s, who->command, sizeof who->command);
    move_text(s, who->job, sizeof who->job);
    move_text(s, ring->soname, sizeof ring->soname);
    move_number(s, &ring->total);
    move_number(s, &ring->lost);
    move_number(s, &state);
    move_number(s, &now);
    move_opened(s, ring);
    move_completions(s, ring);
    who->process = (uint32_t)process;
    who->user = (uint32_t)user;
    ring->now = (double)now / 1e6;
    ring->state = state < TRACE_ELSEWHERE ? (enum trace_state)state : TRACE_ELSEWHERE;
}

/* The names of functions, each once: collectives are written with a name's number in this list. */
struct names {
    const char **list;
    size_t count;
};

/* Returns a name's number in the list, to which the name is added if it is new. */
static uint64_t number_of(struct names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->list[i], name) == 0)
            return i;
    *MEMORY_ADD(names->list, names->count) = name;
    return names->count - 1;
}

static void collect_names(struct names *names, const struct communicators *all)
{
    for (size_t c = 0; c < all->count; c++)
        for (size_t m = 0; m < all->list[c].count; m++)
            for (size_t i = 0; i < all->list[c].members[m].count; i++)
                number_of(names, all->list[c].members[m].list[i].name);
}

/* Names live as long as the command: there are few, and collectives point to them. */
static const char *keep_name(const char *name)
{
    static struct names kept;
    size_t before = kept.count;
    uint64_t number = number_of(&kept, name);

    if (kept.count > before)
        kept.list[number] = memory_copy(name);
    return kept.list[number];
}

static void move_names(struct stream *s, struct names *names)
{
    uint64_t count = move_count(s, names->count);
    char name[128];

    for (uint64_t i = 0; i < count && !s->is_damaged; i++) {
        if (s->is_writer)
            snprintf(name, sizeof name, "%s", names->list[i]);
        move_text(s, name, sizeof name);
        if (!s->is_writer)
            *MEMORY_ADD(names->list, names->count) = keep_name(name);
    }
}

/* Moves a collective as its difference from the one before. */
static void move_collective(struct stream *s, struct names *names,
                            struct communicator_collective *one,
                            const struct communicator_collective *before)
{
    uint64_t name = s->is_writer ? number_of(names, one->name) : 0;
    int64_t time = (int64_t)(one->time * 1e6) - (int64_t)(before->time * 1e6);

    move_number(s, &name);
    move_signed(s, &time);
    for (int i = 0; i < WORDS; i++) {
        int64_t step = (int64_t)(one->arguments[i] - before->arguments[i]);

        move_signed(s, &step);
        one->arguments[i] = before->arguments[i] + (uint64_t)step;
    }
    if (s->is_writer)
        return;
    one->time = ((double)(int64_t)(before->time * 1e6) + (double)time) / 1e6;
    if (name >= names->count)
        s->is_damaged = 1;
    else
        one->name = names->list[name];
}

static void move_collectives(struct stream *s, struct names *names,
                             struct communicator_member *member)
{
    static const struct communicator_collective none;
    size_t skipped = member->count > COMMUNICATOR_KEPT ? member->count - COMMUNICATOR_KEPT : 0;
    uint64_t count = move_count(s, member->count - skipped);
    struct communicator_collective *list = member->list + (s->is_writer ? skipped : 0);

    if (!s->is_writer) {
        list = member->list = memory_get(count + 1, sizeof *list);
        member->count = count;
    }
    for (uint64_t i = 0; i < count && !s->is_damaged; i++)
        move_collective(s, names, &list[i], i ? &list[i - 1] : &none);
}

static void move_peers(struct stream *s, struct communicator_member *member)
{
    uint64_t count = move_count(s, member->peer_count), number;

    if (!s->is_writer)
        member->peers = memory_get(count + 1, sizeof *member->peers);
    member->peer_count = count;
    for (uint64_t i = 0; i < count; i++) {
        struct communicator_peer *peer = &member->peers[i];

        move_int(s, &peer->rank);
        number = peer->sent;
        move_number(s, &number);
        peer->sent = number;
        number = peer->received;
        move_number(s, &number);
        peer->received = number;
        s->is_damaged |= i > 0 && peer->rank <= peer[-1].rank; /* a search needs their order */
    }
}

static void move_member(struct stream *s, struct names *names, char *key, int32_t *ranks,
                        struct communicator_member *member)
{
    uint64_t flags = (uint64_t)(member->destroyed | member->waiting << 1 | member->lost << 2);
    uint64_t number = member->number;

    move_text(s, key, NODE_KEY);
    move_int(s, ranks);
    move_int(s, &member->rank);
    move_number(s, &flags);
    move_number(s, &number);
    member->destroyed = flags & 1;
    member->waiting = flags >> 1 & 1;
    member->lost = flags >> 2 & 1;
    member->number = number;
    move_collectives(s, names, member);
    move_peers(s, member);
    s->is_damaged |= member->number < member->count || *ranks < 0;
}

/* Moves the progress of each written collective, with one number for a run of equal progress. Older
 * releases neither write nor read this part. */
static void move_progress(struct stream *s, struct communicator_collective *list, size_t count)
{
    for (size_t i = 0; i < count && !s->is_damaged;) {
        const struct trace_progress first = list[i].progress;
        uint64_t number = (uint64_t)first.stage | (uint64_t)first.is_captured << 2 |
                          (uint64_t)first.launches << 3;
        uint64_t run = 1;

        while (s->is_writer && i + run < count &&
               memcmp(&list[i + run].progress, &first, sizeof first) == 0)
            run++;
        move_number(s, &number);
        move_number(s, &run);
        s->is_damaged |= run == 0 || run > count - i;
        for (; run > 0 && !s->is_writer && !s->is_damaged; run--)
            list[i++].progress = (struct trace_progress){.stage = (enum trace_stage)(number & 3),
                                                         .is_captured = number >> 2 & 1,
                                                         .launches = (uint8_t)(number >> 3)};
        i += s->is_writer ? run : 0;
    }
}

/* The collectives of a member that was read. */
struct moved {
    struct communicator_collective *list;
    size_t count;
};

static void read_member(struct stream *s, struct names *names, struct communicators *all,
                        const struct trace_ring *ring, struct moved *moved)
{
    struct communicator_member member = {.ring = ring};
    char key[NODE_KEY];
    int32_t ranks = 0;

    move_member(s, names, key, &ranks, &member);
    if (!s->is_damaged) {
        *moved = (struct moved){member.list, member.count};
        communicators_add_member(all, key, ranks, &member);
        return;
    }
    free(member.list);
    free(member.peers);
}

const char *node_read(struct communicators *all, const struct trace_ring *ring)
{
    struct stream s = {.size = ring->size};
    struct names names = {0};
    const char *why = trace_ring_part(ring->path, ring->at, &s.bytes, &s.size);

    if (!why) {
        move_names(&s, &names);
        uint64_t count = move_count(&s, 0);
        struct moved *moved = memory_get(count + 1, sizeof *moved);
        for (uint64_t i = 0; i < count && !s.is_damaged; i++)
            read_member(&s, &names, all, ring, &moved[i]);
        for (uint64_t i = 0; i < count && !s.is_damaged && s.at < s.size; i++)
            move_progress(&s, moved[i].list, moved[i].count);
        free(moved);
        why = s.is_damaged ? "damaged" : NULL;
    }
    free(names.list);
    free(s.bytes);
    return why;
}

static void add_part(struct stream *to, struct stream *part)
{
    uint64_t size = part->size;

    move_number(to, &size);
    for (size_t i = 0; i < part->size; i++)
        put_byte(to, part->bytes[i]);
    free(part->bytes);
}

static void add_progress(struct stream *s, const struct communicators *all)
{
    for (size_t c = 0; c < all->count; c++)
        for (size_t m = 0; m < all->list[c].count; m++) {
            const struct communicator_member *member = &all->list[c].members[m];
            size_t count = member->count < COMMUNICATOR_KEPT ? member->count : COMMUNICATOR_KEPT;

            move_progress(s, member->list + member->count - count, count);
        }
}

void node_add(struct node_file *file, struct trace_ring *ring, struct communicators *all)
{
    struct stream process = {.is_writer = 1}, parts = {.is_writer = 1},
                  to = {.bytes = file->bytes, .size = file->size, .is_writer = 1};
    struct names names = {0};
    uint64_t count = 0;

    collect_names(&names, all);
    move_process(&process, ring);
    move_names(&parts, &names);
    for (size_t c = 0; c < all->count; c++)
        count += all->list[c].count;
    move_number(&parts, &count);
    for (size_t c = 0; c < all->count; c++)
        for (size_t m = 0; m < all->list[c].count; m++)
            move_member(&parts, &names, all->list[c].key, &all->list[c].ranks,
                        &all->list[c].members[m]);
    if (ring->profiler)
        add_progress(&parts, all);
    add_part(&to, &process);
    add_part(&to, &parts);
    free(names.list);
    file->bytes = to.bytes;
    file->size = to.size;
    file->count++;
}

const char *node_write(struct node_file *file, const char *path)
{
    OWNED(memory) char *new = memory_print("%s.new", path);
    struct stream head = {.is_writer = 1};
    uint64_t version = VERSION;
    int fd = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
    FILE *to = fd < 0 ? NULL : fdopen(fd, "w");
    const char *why = to ? NULL : strerror(errno);

    move_number(&head, &version);
    move_number(&head, &file->count);
    if (to) {
        fputs(MAGIC, to);
        fwrite(head.bytes, 1, head.size, to);
        fwrite(file->bytes, 1, file->size, to);
        /* the rings are removed after this */
        if (fflush(to) != 0 || ferror(to) || fsync(fd) != 0)
            why = strerror(errno);
        fclose(to);
    }
    if (!why && rename(new, path) != 0)
        why = strerror(errno);
    if (why && fd >= 0)
        unlink(new);
    free(head.bytes);
    free(file->bytes);
    return why;
}

/* Reads the process at the reader's place, and skips its communicators. */
static void read_process(struct stream *s, const char *path, struct trace_ring **list,
                         size_t *count)
{
    uint64_t size = move_count(s, 0);
    struct stream part = {.bytes = s->bytes + s->at, .size = size};
    struct trace_ring ring = {.kind = TRACE_COLLECTED};

    move_process(&part, &ring);
    s->at += size;
    ring.size = move_count(s, 0);
    ring.at = s->at;
    s->at += ring.size;
    s->is_damaged |= part.is_damaged;
    if (s->is_damaged) {
        trace_ring_free(&ring);
        return;
    }
    ring.path = memory_copy(path);
    *MEMORY_ADD(*list, *count) = ring;
}

const char *node_open(const char *path, struct trace_ring **list, size_t *count)
{
    struct stream s = {.at = strlen(MAGIC)};
    const char *why = trace_ring_part(path, 0, &s.bytes, &s.size);
    uint64_t version = 0, processes = 0;
    size_t before = *count;

    if (!why)
        move_number(&s, &version);
    if (!why && version != VERSION)
        why = "written by another release of lazynccl: use that one's lazynccl trace";
    if (!why)
        processes = move_count(&s, 0);
    for (uint64_t i = 0; i < processes && !s.is_damaged; i++)
        read_process(&s, path, list, count);
    if (!why && (s.is_damaged || s.at != s.size))
        why = "damaged or truncated";
    while (why && *count > before)
        trace_ring_free(&(*list)[--*count]);
    free(s.bytes);
    return why;
}

int node_is_file(const char *path)
{
    size_t size = strlen(MAGIC);
    unsigned char *bytes;
    int is_one =
        !trace_ring_part(path, 0, &bytes, &size) && memcmp(bytes, MAGIC, strlen(MAGIC)) == 0;

    free(bytes);
    return is_one;
}
