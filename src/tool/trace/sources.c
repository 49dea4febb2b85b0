/* Finds the traces of processes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/trace/sources.h"
#include "common/command/verb.h"
#include "common/files/walk.h"
#include "common/text/memory.h"
#include "standin/rings.h"
#include "tool/trace/node.h"
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

void sources_refuse(struct sources *sources, const char *path, const char *why)
{
    OWNED(memory) char *line = memory_print("%s: %s", path, why);

    if (!sources->is_quiet)
        verb_unreadable("trace", NULL, line);
    strings_add(&sources->unread, line, strlen(line));
}

static int has_end(const char *name, const char *end)
{
    const char *dot = strrchr(name, '.');

    return dot && strcmp(dot, end) == 0;
}

static void add_file(struct sources *sources, const char *path)
{
    struct trace_ring ring;
    const char *why;

    if (!has_end(path, ".rank") && !has_end(path, ".ring") && node_is_file(path)) {
        why = node_open(path, &sources->rings, &sources->count);
    } else if (!(why = trace_ring_open(&ring, path))) {
        *MEMORY_ADD(sources->rings, sources->count) = ring;
    }
    if (why)
        sources_refuse(sources, path, why);
}

/* Returns 1 for an empty page, which its process is about to write. */
static int is_being_written(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 && facts.st_size == 0;
}

/* Returns 0, or -1 if the folder cannot be read. */
static int add_folder(struct sources *sources, const char *path)
{
    OWNED(strings) struct strings names = {0};
    int status = walk_names(path, &names);

    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.list[i];
        OWNED(memory) char *file = memory_print("%s/%s", path, name);

        if (has_end(name, ".ring") || has_end(name, ".node") ||
            (has_end(name, ".rank") && !is_being_written(file)))
            add_file(sources, file);
    }
    return status;
}

/* Returns 1 if one of the first `count` processes is this one. */
static int has_process(const struct sources *sources, size_t count,
                       const struct lazynccl_identity *who)
{
    for (size_t i = 0; i < count; i++)
        if (trace_ring_compare(&sources->rings[i].who, who) == 0)
            return 1;
    return 0;
}

/* Adds those rings of a user whose process named this folder, or has a page in it. */
static void add_local_rings(struct sources *sources, unsigned user, const char *folder)
{
    OWNED(strings) struct strings names = {0};
    OWNED(memory) char *rings = rings_folder(user);
    size_t before = sources->count;

    if (walk_names(rings, &names) != 0 && errno == EACCES)
        for (size_t i = 0; i < before; i++) /* the rings exist, but this user cannot read them */
            if (sources->rings[i].who.user == user && sources->rings[i].kind == TRACE_PAGE)
                sources->rings[i].state = TRACE_ELSEWHERE;
    for (size_t i = 0; i < names.count; i++) {
        OWNED(memory) char *path = memory_print("%s/%s", rings, names.list[i]);
        struct trace_ring ring;

        if (trace_ring_open(&ring, path))
            continue;
        if (strcmp(ring.who.folder, folder) == 0 || has_process(sources, before, &ring.who))
            *MEMORY_ADD(sources->rings, sources->count) = ring;
        else
            trace_ring_free(&ring);
    }
}

/* Adds the rings of this user, and of those whose processes on this machine have a page here. */
static void add_node(struct sources *sources, const char *path)
{
    char folder[PATH_MAX];
    size_t before = sources->count;
    unsigned user = geteuid(), last = user;

    if (!realpath(path, folder))
        return;
    add_local_rings(sources, user, folder);
    for (size_t i = 0; i < before; i++) {
        const struct trace_ring *ring = &sources->rings[i];

        if (ring->kind != TRACE_PAGE || !trace_ring_is_here(&ring->who) || ring->who.user == user ||
            ring->who.user == last)
            continue;
        last = ring->who.user;
        add_local_rings(sources, last, folder);
    }
}

static int by_process(const void *a, const void *b)
{
    const struct trace_ring *r = a, *s = b;
    int order = trace_ring_compare(&r->who, &s->who);

    if (order)
        return order;
    if (r->kind != s->kind)
        return TRACE_ORDER(r->kind, s->kind);
    if (r->who.is_unrecorded != s->who.is_unrecorded)
        return TRACE_ORDER(s->who.is_unrecorded, r->who.is_unrecorded);
    if (r->kind == TRACE_COLLECTED && r->now != s->now)
        return TRACE_ORDER(s->now, r->now); /* the newest first */
    return strcmp(r->path, s->path);
}

/* Returns 1 if one of the first `count` rings of the sorted list makes this one superfluous. */
static int is_known_better(const struct trace_ring *list, size_t count,
                           const struct trace_ring *ring)
{
    for (size_t i = count; i-- > 0 && trace_ring_compare(&list[i].who, &ring->who) == 0;)
        if (!*ring->soname || /* a page has no SONAME */
            (ring->kind == TRACE_COLLECTED && strcmp(list[i].soname, ring->soname) == 0))
            return 1;
    return 0;
}

/* Drops superfluous rings. The path of a dropped page goes to the ring of its process. */
static void drop_known(struct sources *sources)
{
    size_t count = 0;

    for (size_t i = 0; i < sources->count; i++) {
        struct trace_ring *ring = &sources->rings[i];

        if (is_known_better(sources->rings, count, ring)) {
            struct trace_ring *better = &sources->rings[count - 1];

            better->who.is_unrecorded |= ring->who.is_unrecorded;
            if (ring->kind == TRACE_PAGE && !better->page) {
                better->page = ring->path;
                ring->path = NULL;
            }
            trace_ring_free(ring);
        } else {
            sources->rings[count++] = *ring;
        }
    }
    sources->count = count;
}

void sources_open(struct sources *sources, char **paths, int count)
{
    for (int i = 0; i < count; i++) {
        struct stat facts;

        if (stat(paths[i], &facts) != 0)
            sources_refuse(sources, paths[i], strerror(errno));
        else if (!S_ISDIR(facts.st_mode))
            add_file(sources, paths[i]);
        else if (add_folder(sources, paths[i]) != 0)
            sources_refuse(sources, paths[i], strerror(errno));
        else
            add_node(sources, paths[i]);
    }
    if (sources->count)
        qsort(sources->rings, sources->count, sizeof *sources->rings, by_process);
    drop_known(sources);
}

void sources_free(struct sources *sources)
{
    for (size_t i = 0; i < sources->count; i++)
        trace_ring_free(&sources->rings[i]);
    free(sources->rings);
    strings_free(&sources->unread);
}
