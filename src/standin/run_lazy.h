/* What `lazynccl run` does for --lazy and --record.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/verb.h"

/* Puts stand-ins into the cache: of those in `lazy`, "all", names or "@FILE", that lie in the
 * wheels of a program's Python, or else of the first python3 in PATH, in conda's environment, a
 * folder of LD_LIBRARY_PATH or a CUDA toolkit. Sets the folders for LD_LIBRARY_PATH and the one for
 * PYTHONPATH, both to be freed. */
enum verb_exit run_lazy_prepare(const char *lazy, const char *program, char **folders,
                                char **python);

/* Says what goes past the stand-ins: options of a Python, a search path or a library's path in the
 * program. `path` is the command, `program` what runs it. */
void run_lazy_warn(const char *path, const char *program, char **words);

/* Has stand-ins append to this file what they open. */
enum verb_exit run_lazy_record(const char *file);
