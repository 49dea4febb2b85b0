/* Finds the traces of processes: files, folders, and the rings in memory of this node.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/trace/ring.h"

/* Start with {0}. */
struct sources {
    struct trace_ring *rings; /* sorted by host and process */
    size_t count;
    struct strings unread; /* "FILE: why" */
    int is_quiet; /* 1: unreadable files are not printed, because they were printed before */
};

/* Adds the traces in these files and folders, and the rings of this node whose processes name one
 * of the folders. If a process is found twice, its ring precedes a page or a collected copy. */
void sources_open(struct sources *, char **paths, int count);
void sources_free(struct sources *);

/* Adds a file to `unread`, and prints it unless `is_quiet`. */
void sources_refuse(struct sources *, const char *path, const char *why);
