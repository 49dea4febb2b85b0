/* The file of a node: the contents of its rings, for readers on other nodes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The file has each process's identity, state and communicators, and the last collectives in each
 * communicator. Files are not trusted. */
#pragma once

#include "tool/trace/communicators.h"

enum { NODE_KEY = 4096 }; /* the longest key, of a communicator after many splits */

int node_is_file(const char *path); /* returns 1 if the file begins as the file of a node */

/* Reads the processes of a file, but not their communicators, and adds them to a list. Returns the
 * reason if it cannot be read, otherwise NULL. */
const char *node_open(const char *path, struct trace_ring **list, size_t *count);

/* Adds the communicators of a process. Returns NULL, or the reason why they cannot be read. */
const char *node_read(struct communicators *, const struct trace_ring *);

/* A file that is being written. Start with {0}. */
struct node_file {
    unsigned char *bytes;
    size_t size;
    uint64_t count;
};

/* Adds a process and its communicators, in which this process is the only member. */
void node_add(struct node_file *, struct trace_ring *, struct communicators *);

/* Writes the whole file, or nothing and returns the reason; otherwise NULL. */
const char *node_write(struct node_file *, const char *path);
