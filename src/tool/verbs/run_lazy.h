/* What `lazynccl run` does for --lazy and --record.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/command/verb.h"

/* Puts stand-ins of the libraries of a program's Python, or else of the first python3 in PATH, into
 * the cache: of those in `lazy`, "all", names or "@FILE". Sets the folders for LD_LIBRARY_PATH and
 * the one for PYTHONPATH, both to be freed. */
enum verb_exit run_lazy_prepare(const char *lazy, const char *program, char **folders,
                                char **python);

/* Says which of a Python's options go past the stand-ins of what packages load by path. */
void run_lazy_warn(const char *program, char **words);

/* Has stand-ins append to this file what they open. */
enum verb_exit run_lazy_record(const char *file);
