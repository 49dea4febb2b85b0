/* Distinguishes a library that is not installed from one that failed, as ld.so does.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/missing.h"
#include "runtime/search/view.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int lazynccl_cache_error(void)
{
#ifdef __GLIBC__
    int fd = open(LAZYNCCL_LDSO_CACHE, O_RDONLY | O_CLOEXEC), error = 0;
    off_t size;
    void *bytes;

    if (fd < 0)
        return errno == ENOENT ? 0 : errno;
    size = lseek(fd, 0, SEEK_END);
    bytes = size > 0 ? mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0) : NULL;
    if (bytes == MAP_FAILED)
        error = errno;
    else if (bytes)
        munmap(bytes, (size_t)size);
    close(fd);
    return error;
#else /* musl has none */
    return 0;
#endif
}
