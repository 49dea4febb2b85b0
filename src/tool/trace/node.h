/* The file of a node: what its rings say, for readers on other nodes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * It has each process's identity, state, communicators, and the last collectives in each of these.
 * A file is not trusted. */
#pragma once

#include "tool/trace/communicators.h"

enum { NODE_KEY = 4096 }; /* the longest key, of a communicator after many splits */

/* Returns 1 if the file begins as the file of a node. */
int node_is_file(const char *path);

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

/* Adds a process and its communicators, which contain no other process. */
void node_add(struct node_file *, struct trace_ring *, struct communicators *);

/* Writes the file whole, or not at all. Returns the reason, or NULL. */
const char *node_write(struct node_file *, const char *path);
