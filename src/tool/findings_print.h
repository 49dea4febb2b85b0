/* Shows findings, for people and as JSON.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_FINDINGS_PRINT_H
#define LAZYNCCL_TOOL_FINDINGS_PRINT_H

#include "patient.h"
#include "print.h"

/* All that were found, the worst first. */
void findings_print(const struct patient *);

/* "1 error, 2 warnings · more: lazynccl explain LN107"; "" if nothing was found. */
#define FINDINGS_COUNTED 200
void findings_counted(const struct patient *, char text[FINDINGS_COUNTED]);

/* An array under the key "findings". */
void findings_json(const struct patient *, struct json *);

/* What the registry says of a finding, as members of the object that is open. */
void findings_row_json(const struct finding_row *, struct json *);

/* What could not be looked at, a line each on stderr. Returns how many. */
size_t findings_blind(const struct patient *, const char *verb);

/* 1 if some finding is more than a note. */
int findings_count(const struct patient *);

#endif
