/* Provides the stand-ins that `lazynccl run` makes a program load.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/cache.h"

/* Makes the stand-ins of the libraries in `lazy`: names, "@FILE", "all" that are found, or NULL:
 * those of liblazynccl. Each is made from the file that the program would load, found in the wheels
 * of its Python (else of the first python3 in PATH), LAZYNCCL_LIBPATH, conda's environment,
 * LD_LIBRARY_PATH, a CUDA toolkit or ld.so's other folders; without a file, from the stub.
 * `traced`: they record each call. They are in the user's cache, or, if nothing can be written
 * there, in a folder of this process below TMPDIR. Returns 0, or -1 with the reason in the cache,
 * which is to be freed in either case. */
int provide_standins(struct cache *, const char *lazy, int traced, const char *program);
