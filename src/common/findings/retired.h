/* Findings that existed once. Their IDs and words are never used again.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

struct retired_row {
    const char *id, *word; /* as in a struct finding_row */
    const char *release;   /* "0.2": the first one without it */
    const char *what;      /* what it was about */
    const char *instead;   /* what replaces it, or who documents the subject */
};

extern const struct retired_row retired_rows[]; /* in the order of the ids; id NULL: the end */

/* Returns the row of an id or a word, case-insensitive; NULL if no such finding was retired. */
const struct retired_row *retired_row(const char *id);

/* "LN601 (shm-too-small) was retired in 0.2: WHAT". The caller frees it. */
char *retired_text(const struct retired_row *);
