/* Shows findings, for people and as JSON.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/findings/examination.h"
#include "common/text/json.h"

/* Prints all findings, the worst first. With -v, prints reasons and sources too; with `briefly`,
 * only one line for each finding. */
void findings_print(const struct findings *, const struct style *, int briefly);

/* Prints a row of the registry in full, as explain does. */
void findings_row_print(const struct finding_row *, const struct style *);

/* Returns "1 error, 2 warnings in 7 files; more: lazynccl explain LN107", to be freed; NULL if
 * nothing was found. `all`: with notes on files that packages installed. */
char *findings_counted(const struct findings *, int all);

/* Ends a JSON answer: writes the arrays "findings" and "not_examined", and closes the object. The
 * findings and the machine may be NULL. */
void findings_json(const struct findings *, const struct machine *, struct json *);

/* Ends an answer for people: prints the findings and their count. If there are none, prints `none`,
 * unless that is NULL. For JSON, calls findings_json(). */
void findings_end(const struct table *, const struct findings *, const struct machine *,
                  const char *none);

/* Prints the registry's row of a finding, in a line or as an object. */
void findings_row(const struct table *, const struct finding_row *);
