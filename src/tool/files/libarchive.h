/* libarchive, opened when the first wheel is read: it brings a dozen libraries with it, which would
 * be most of what any other verb takes to start.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_FILES_LIBARCHIVE_H
#define LAZYNCCL_TOOL_FILES_LIBARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#define LIBARCHIVE_FUNCTIONS(X)                                                                    \
    X(archive_entry_filetype)                                                                      \
    X(archive_entry_pathname)                                                                      \
    X(archive_entry_size)                                                                          \
    X(archive_error_string)                                                                        \
    X(archive_read_data)                                                                           \
    X(archive_read_free)                                                                           \
    X(archive_read_new)                                                                            \
    X(archive_read_next_header)                                                                    \
    X(archive_read_open_fd)                                                                        \
    X(archive_read_support_format_zip_seekable)

struct libarchive {
#define MEMBER(function) __typeof__(function) *function;
    LIBARCHIVE_FUNCTIONS(MEMBER)
#undef MEMBER
};

/* NULL: it is not available, `why` says why. */
const struct libarchive *libarchive(const char **why);

#endif
