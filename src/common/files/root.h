/* A folder that is taken as /, and where its paths are to be opened.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A link in an image leads to a file of that image: an absolute one starts at the root, and none
 * climbs above it. Code that opens only the paths that these return never leaves the root. A file
 * that is replaced by a link meanwhile does no harm: nothing that is read here is run. */
#pragma once

/* An absolute path: a relative one starts at the root's /, or with root "" at the current folder;
 * with root "" also without "." and "..". To be freed; NULL and errno. */
char *root_absolute(const char *root, const char *path);

/* Where a path of the root is to be opened: a path that starts with the root, to be freed. It keeps
 * the path as written where that leads to the same file: names say which release a file is for.
 * Frees its argument; with root "" it returns it. NULL and errno: too many links. */
char *root_inside(const char *root, char *path);

/* A file's text up to its first NUL, to be freed; NULL and errno, EINVAL if it is not a regular
 * file. At most 8 MiB. */
char *root_text(const char *root, const char *path);

/* The path without links, as those in the root see it; to be freed. NULL and errno: it is not
 * there.
 */
char *root_real(const char *root, const char *path);
