/* Reads a file or a pipe as what programs printed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/log/input.h"

/* Writes all bytes. Returns 0, or -1 if the reader is gone. */
int file_write(int fd, const char *bytes, size_t size);

/* Reads a file up to its current size, or a pipe to its end. Returns NULL, or why it cannot be
 * read; the text read so far is kept. `pass` is a descriptor that receives a copy of the input, or
 * -1. */
const char *file_read(struct input *, int fd, int pass);
