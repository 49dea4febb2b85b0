/* Reads files piece by piece and looks for text.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/scan.h"
#include "common/text/memory.h"
#include "common/files/file_version.h"
#include <fcntl.h>
#include <unistd.h>

#define PIECE (1 << 20)

/* Passes one occurrence to the visitor, with the text after it. */
static int visit(const char *hit, const char *last, char before, scan_visit *each, void *context)
{
    size_t left = (size_t)(last - hit);
    char after[SCAN_AFTER + 1];

    left = left < SCAN_AFTER ? left : SCAN_AFTER;
    memcpy(after, hit, left);
    after[left] = '\0';
    return each(context, before, after);
}

int scan_each(const char *path, size_t offset, const char *text, scan_visit *each, void *context)
{
    size_t length = strlen(text), overlap = length + SCAN_AFTER;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK), stop = 0;
    char *bytes = fd < 0 ? NULL : memory_get(PIECE + overlap, 1);
    off_t at = offset ? (off_t)offset - 1 : 0, data;
    ssize_t got;

    while (bytes && !stop && (data = file_version_after_hole(fd, at)) >= 0) {
        at = data > at ? data - 1 : at;
        if ((got = pread(fd, bytes, PIECE + overlap, at)) <= 0)
            break;
        const char *hit = bytes + (at > 0), *last = bytes + got; /* at > 0: a byte before */

        while (!stop && (hit = memmem(hit, (size_t)(last - hit), text, length)) &&
               (hit < bytes + PIECE || got < PIECE + (ssize_t)overlap)) {
            char before = hit > bytes ? hit[-1] : '\0';
            hit += length;
            stop = visit(hit, last, before, each, context);
        }
        if (got < PIECE + (ssize_t)overlap)
            break;
        at += PIECE - 1;
    }
    free(bytes);
    if (fd >= 0)
        close(fd);
    return stop;
}

static int stands_alone(void *context, char before, const char *after)
{
    return before == '\0' && *after == '\0';
}

int scan_has(const char *path, const char *text)
{
    return scan_each(path, 0, text, stands_alone, NULL);
}
