/* What NCCL's logs of several ranks say: how the ranks differ, and which never joined.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

/* Something that the logs show. */
struct ranks_note {
    const char *topic; /* "processes", "differs", "never joined", "not ready", "not shown" */
    char *text;
    int is_fault;
};

struct ranks_notes {
    struct ranks_note *list;
    size_t count, faults;
    const char *finding; /* the ID that the faults have, LN703 or LN713; NULL if there is none */
};

struct ranks *ranks_new(void);
void ranks_free(struct ranks *);

/* Reads the next line of the logs, of any rank. ranks_begin_file() comes before the lines of each
 * file. */
void ranks_read(struct ranks *, const char *line);
void ranks_begin_file(struct ranks *);

/* Compares the ranks, after all lines were read. There are no notes on a single process that does
 * not wait for others. */
struct ranks_notes ranks_notes(struct ranks *);
void ranks_notes_free(struct ranks_notes *);
