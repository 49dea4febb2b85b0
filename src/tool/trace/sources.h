/* Finds the traces of processes: files, folders, and the rings in memory of this node.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/trace/ring.h"

/* Start with {0}. */
struct sources {
    struct trace_ring *rings; /* by host and process */
    size_t count;
    struct strings unread; /* "FILE: why" */
    int is_quiet;          /* 1: they were reported before */
};

/* Adds what is in these files and folders, and the rings of this node whose processes name one of
 * these folders. Of a process that is found twice, what says most is kept. */
void sources_open(struct sources *, char **paths, int count);
void sources_free(struct sources *);

/* Notes, and unless it is quiet reports, that a file cannot be read. */
void sources_refuse(struct sources *, const char *path, const char *why);
