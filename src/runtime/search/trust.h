/* Who else can exchange a file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/candidates.h"

/* The `check` of a search if no setting names the file. Reports who else can exchange it: by its
 * mode, or by that of any folder or link on the way to it. If all users can, a superuser process
 * refuses it. No process takes it from a folder above a module if others can write there. */
int lazynccl_is_trusted(struct lazynccl_search *, const char *path);

/* The `check` if the setting that names the file may be somebody else's: refuses nothing, and in a
 * superuser process reports the same. */
int lazynccl_report_writers(struct lazynccl_search *, const char *path);
