/* Python packages that open a library when they are imported.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/findings/list.h"
#include "tool/machine/machine.h"

/* The text of a file below a site-packages, to be freed; NULL: missing. */
typedef char *imports_text(void *context, const char *file);

/* Adds a finding for each such package; `prefix` goes before file names. */
void imports_find(struct findings *to, imports_text *text, void *context, const char *prefix);

/* The same for a folder, site-packages or not; a path below the root of `of`. */
void imports_in_folder(struct findings *to, struct machine *of, const char *folder);
