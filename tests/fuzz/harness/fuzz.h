/* Shared by the harnesses. Each defines libFuzzer's entry point, which must not crash, hang or
 * leak. */
#ifndef LAZYNCCL_FUZZ_H
#define LAZYNCCL_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns an open file with these bytes. */
static inline int fuzz_file(const uint8_t *data, size_t size)
{
    int fd = memfd_create("input", MFD_CLOEXEC);

    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    return fd;
}

/* Crashes if a condition is false, so that libFuzzer reports the input. */
static inline void fuzz_check(int holds, const char *promise)
{
    if (holds)
        return;
    fprintf(stderr, "broken: %s\n", promise);
    abort();
}

#endif
