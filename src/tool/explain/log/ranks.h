/* What NCCL's log of many processes says: who took part, who differs, who is missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * NVIDIA changes the text of these lines from release to release: those that are not known are
 * ignored, never guessed. The rows in ranks.c name the releases in which each was seen. */
#pragma once

struct ranks;

struct ranks *ranks_new(void);
void ranks_free(struct ranks *);

/* Reads the next line of the logs, of any rank. */
void ranks_read(struct ranks *, const char *text);
