/* Reads what a .note.dlopen declares.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/text/strings.h"

/* The declaration in one object of a note. */
struct dlopen_entry {
    struct strings sonames; /* alternatives, in the order of preference */
    char *feature;          /* NULL: the note has none */
    char *priority;         /* NULL: the note has none */
};

/* Start with {0}. */
struct dlopen_entries {
    struct dlopen_entry *list;
    size_t count;
};

/* Adds those entries of a note's text that name a soname. Returns 0, or -1 if the text is not a
 * JSON array of objects, as the specification requires; then adds nothing. */
int dlopen_note_read(const char *text, struct dlopen_entries *);
void dlopen_entries_free(struct dlopen_entries *);

/* Returns "FEATURE, PRIORITY" as far as the entry has them, to be freed; "" if it has neither. */
char *dlopen_entry_label(const struct dlopen_entry *);
