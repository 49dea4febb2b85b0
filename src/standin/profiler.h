/* The profiler that NCCL would start in a program.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* How NCCL's stand-in is named as a profiler: as a file that is already loaded, so that ld.so finds
 * the stand-in, wherever it is. */
#define PROFILER_OF_STANDIN "libnccl.so.2"

/* Returns where the user has chosen another profiler, to be freed; NULL: nowhere. `program` is the
 * one that NCCL would look for libnccl-profiler.so as. */
char *profiler_of_user(const char *program);
