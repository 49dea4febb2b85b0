/* Shows on a terminal what long work is at.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/compiler.h"

/* From here on progress is shown where stderr is a terminal. */
void progress_allow(void);

/* What the work is at: a line on stderr once it has lasted a second, in place of the one before. */
void progress_show(const char *format, ...) LAZYNCCL_PRINTF(1, 2);

/* Takes the line away: before anything else is printed. */
void progress_end(void);
