/* Collects the rings of this node into one file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/trace/collect.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include "standin/template/identity.h"
#include "tool/trace/node.h"
#include "tool/trace/sources.h"
#include <errno.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The file of this node and container in a folder, to be freed. */
static char *file_of_node(const char *folder)
{
    char host[64] = "node";

    gethostname(host, sizeof host - 1);
    for (char *at = host; *at; at++)
        if (*at == '/')
            *at = '-';
    return memory_print("%s/%s-%llx.node", folder, host,
                        (unsigned long long)lazynccl_identity_namespace());
}

/* Returns 1 if a process is of this node, or was. */
static int belongs_here(const struct trace_ring *ring, const char *file, const char *boot)
{
    if (ring->kind == TRACE_COLLECTED)
        return strcmp(ring->path, file) == 0;
    return ring->kind == TRACE_RING ? strncmp(ring->path, "/dev/shm/", 9) == 0
                                    : strcmp(ring->who.boot, boot) == 0;
}

/* Adds a process to the file. Returns 0, or -1 if it cannot be read. */
static int add_process(struct sources *sources, struct node_file *file, struct trace_ring *ring)
{
    struct communicators one = {0};
    const char *why = NULL;

    if (ring->kind == TRACE_COLLECTED)
        why = node_read(&one, ring);
    else if (ring->kind == TRACE_RING && !(why = communicators_read(ring)))
        communicators_add(&one, ring);
    trace_ring_drop(ring);
    if (ring->kind != TRACE_COLLECTED)
        ring->now = (double)time(NULL);
    if (why)
        sources_refuse(sources, ring->path, why);
    else
        node_add(file, ring, &one);
    communicators_free(&one);
    return why ? -1 : 0;
}

/* Removes the ring and the page of a process that has ended: the file has both. */
static void remove_ended(const struct trace_ring *ring)
{
    if (ring->state != TRACE_ENDED)
        return;
    if (ring->kind != TRACE_COLLECTED)
        unlink(ring->path);
    if (ring->page)
        unlink(ring->page);
}

/* Returns 0, or -1 if something could not be read or written. */
static int collect(const char *folder)
{
    OWNED(memory) char *path = file_of_node(folder);
    char *folders[] = {(char *)(uintptr_t)folder}, boot[40];
    struct sources sources = {0};
    struct node_file file = {0};
    char *is_written;
    const char *why;
    struct stat facts = {0};

    lazynccl_identity_text("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    sources_open(&sources, folders, 1);
    is_written = memory_get(sources.count + 1, 1);
    for (size_t i = 0; i < sources.count; i++)
        is_written[i] = belongs_here(&sources.rings[i], path, boot) &&
                        add_process(&sources, &file, &sources.rings[i]) == 0;
    why = node_write(&file, path);
    if (why)
        sources_refuse(&sources, path, why);
    for (size_t i = 0; i < sources.count && !why; i++)
        if (is_written[i])
            remove_ended(&sources.rings[i]);
    if (!why && stat(path, &facts) == 0)
        safe_line("%s: %llu processes, %lld bytes", path, (unsigned long long)file.count,
                  (long long)facts.st_size);
    int status = sources.unread.count ? -1 : 0;
    free(is_written);
    sources_free(&sources);
    return status;
}

enum verb_exit collect_node(char **folders, int count)
{
    enum verb_exit status = VERB_OK;

    for (int i = 0; i < count; i++) {
        struct stat facts;

        if (stat(folders[i], &facts) != 0 || !S_ISDIR(facts.st_mode))
            status = verb_unreadable("trace", folders[i], "not a folder");
        else if (collect(folders[i]) != 0)
            status = VERB_UNREADABLE;
    }
    return status;
}
