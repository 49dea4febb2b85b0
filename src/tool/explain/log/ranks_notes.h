/* What the log of many processes shows.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/compiler.h"
#include "tool/explain/log/ranks.h"

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

struct ranks_notes ranks_notes(const struct ranks *);
void ranks_notes_add(struct ranks_notes *, const char *topic, int is_fault, const char *format, ...)
    LAZYNCCL_PRINTF(4, 5);
void ranks_notes_free(struct ranks_notes *);

/* 1 if there is a fault of that topic. */
int ranks_notes_have(const struct ranks_notes *, const char *topic);
