/* libarchive's functions, which are opened when the first wheel is read or written.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * libarchive needs a dozen libraries. Loading them would take most of any other verb's startup. */
#pragma once

#include <archive.h>
#include <archive_entry.h>

#define LIBARCHIVE_FUNCTIONS(X)                                                                    \
    X(archive_entry_filetype)                                                                      \
    X(archive_entry_free)                                                                          \
    X(archive_entry_new)                                                                           \
    X(archive_entry_pathname)                                                                      \
    X(archive_entry_perm)                                                                          \
    X(archive_entry_set_filetype)                                                                  \
    X(archive_entry_set_pathname_utf8)                                                             \
    X(archive_entry_set_perm)                                                                      \
    X(archive_entry_set_size)                                                                      \
    X(archive_entry_size)                                                                          \
    X(archive_errno)                                                                               \
    X(archive_error_string)                                                                        \
    X(archive_read_data)                                                                           \
    X(archive_read_free)                                                                           \
    X(archive_read_new)                                                                            \
    X(archive_read_next_header)                                                                    \
    X(archive_read_open_fd)                                                                        \
    X(archive_read_support_format_zip_seekable)                                                    \
    X(archive_write_close)                                                                         \
    X(archive_write_data)                                                                          \
    X(archive_write_free)                                                                          \
    X(archive_write_header)                                                                        \
    X(archive_write_new)                                                                           \
    X(archive_write_open_fd)                                                                       \
    X(archive_write_set_format_zip)

struct libarchive {
#define LIBARCHIVE_MEMBER(function) __typeof__(function) *function;
    LIBARCHIVE_FUNCTIONS(LIBARCHIVE_MEMBER)
};
extern struct libarchive libarchive;

const char *libarchive_open(void); /* opens libarchive; returns NULL, or why it cannot be used */

/* The locale in which libarchive returns names as UTF-8. The command itself runs in the locale C,
 * in which libarchive refuses names that are not ASCII. (locale_t)0 if the system has no such
 * locale; uselocale() then changes nothing. */
#include <locale.h>
locale_t libarchive_locale(void);
