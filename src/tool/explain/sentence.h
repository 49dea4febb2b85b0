/* Complaints in sentences, which have no fixed form.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/clean.h"
#include "tool/explain/complaint.h"

/* Reads "could not find NAME" and "NAME not found". Returns 1, or 0: no library is named so. */
int sentence_read(struct complaint *, const struct clean_line *);

/* Reads a line of ld.so in another language. Returns 1, or 0: it is none. */
int sentence_read_foreign(struct complaint *, const char *line);
