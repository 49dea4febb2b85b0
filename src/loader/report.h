/* Text: what was tried, why it failed, what to do.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_REPORT_H
#define LAZYNCCL_LOADER_REPORT_H

#include "library/library.h"

/* A text that grows. Starts as {0}; `bytes` is NULL or ends with NUL, and is to be freed. */
struct lazynccl_text {
    char *bytes;
    size_t length;
    int failed; /* 1: memory was short, something is missing */
};

/* Adds formatted text as a part of a line: control characters and bytes that are not UTF-8 become
 * \xNN, and what is over a kilobyte is left out in the middle. */
void lazynccl_text_add(struct lazynccl_text *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
void lazynccl_text_add_plain(struct lazynccl_text *, const char *part); /* no format */
void lazynccl_text_end_line(struct lazynccl_text *);

/* Adds a path whole, cleaned in the same way. */
void lazynccl_text_add_path(struct lazynccl_text *, const char *path);

/* Keeps a text for as long as the module lives and frees `text->bytes`. Equal texts are kept once,
 * so that asking again costs no memory. Never NULL. */
const char *lazynccl_keep(struct lazynccl_text *text);

/* Keeps a copy of these bytes as they are. */
const char *lazynccl_keep_bytes(const char *bytes);

/* The texts behind lazynccl_error and lazynccl_report, kept. `index`: a slot, or -1 for the library
 * itself; NULL if it is there. */
const char *lazynccl_reason_for(lazynccl_library *, int index);
const char *lazynccl_report_of(lazynccl_library *);

/* Adds what to do about a library, or a version of it, that is not there: install or name one. Two
 * packages at most: those for the CUDA releases that people have. `version`: 0, any will do. */
void lazynccl_add_remedy(struct lazynccl_text *, const struct lazynccl_description *, int version);

/* Prints a line or more to stderr in one write, each step of LAZYNCCL_DEBUG as it happens. */
void lazynccl_print(const char *title, const char *text);

#endif
