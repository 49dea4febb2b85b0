/* What the harnesses share. Each defines libFuzzer's entry; nothing may crash, hang or leak.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_FUZZ_H
#define LAZYNCCL_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An open file with these bytes. */
static inline int fuzz_file(const uint8_t *data, size_t size)
{
    int fd = memfd_create("input", MFD_CLOEXEC);

    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    return fd;
}

/* A crash, which libFuzzer reports with the input, if a promise is broken. */
static inline void fuzz_check(int holds, const char *promise)
{
    if (holds)
        return;
    fprintf(stderr, "broken: %s\n", promise);
    abort();
}

#endif
