/* What NCCL's log of many processes says: who took part, who differs, who is missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * NVIDIA changes the text of these lines from release to release: those that are not known are
 * ignored, never guessed. The rows in ranks.c name the releases in which each was seen. */
#pragma once

#include "tool/log/line.h"
#include "tool/text/strings.h"

struct ranks;

struct ranks *ranks_new(void);
void ranks_free(struct ranks *);

/* Reads the next line of the logs, whoever printed it. */
void ranks_read(struct ranks *, const char *text);

/* A thing that the log shows. */
struct ranks_note {
    const char *topic; /* "ranks", "first warning", "differs", "never joined" ... */
    char *text;
    int is_fault; /* 0: only to know */
};

/* In the order in which people should read them. None if one process spoke, and waits for no
 * other. */
struct ranks_notes {
    struct ranks_note *list;
    size_t count, faults;
};
struct ranks_notes ranks_notes(struct ranks *);
void ranks_notes_free(struct ranks_notes *);

/* 1 if there is a fault of that topic. */
int ranks_notes_have(const struct ranks_notes *, const char *topic);
