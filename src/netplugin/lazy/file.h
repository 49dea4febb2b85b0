/* The file of the real network plugin, which may also contain a tuner and a profiler.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

/* Returns the dlopen() handle and the path of the file, or NULL if it has not been opened. */
void *lazynccl_net_file(const char **path);
