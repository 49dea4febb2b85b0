/* Reads a file or a pipe as what programs printed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/log/input.h"

/* Reads a file to its end, one that grows to the end that it had. Returns NULL, or why it cannot be
 * read; what was read before stays. `pass`: a descriptor to write all to as it comes; -1: none. */
const char *file_read(struct input *, int fd, int pass);
