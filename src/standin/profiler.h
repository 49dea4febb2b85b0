/* Finds the profiler that NCCL would start in a program.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* The name by which NCCL opens its stand-in as a profiler. It is the SONAME of the stand-in, which
 * is already loaded, so ld.so finds it in any folder. */
#define PROFILER_OF_STANDIN "libnccl.so.2"

/* Returns what selects another profiler than the stand-in: a variable and its value, a file of
 * settings, or the libnccl-profiler.so that ld.so finds for `program`. To be freed; may be NULL. */
char *profiler_of_user(const char *program);
