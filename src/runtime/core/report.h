/* The texts of a copy that has a report with a line for each candidate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#define OUTCOME_TEXTS 1920
#define COLUMN 10 /* where the text of a line begins, after the location's word */
#define lazynccl_note(s, ...) lazynccl_add_note(s, 0, __VA_ARGS__)
