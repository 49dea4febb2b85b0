/* Opens paths inside a folder that is taken as /.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A link in an image leads to a file of that image: an absolute link starts at the root, and no
 * link climbs above the root. Code that opens only paths from these functions never leaves the
 * root. It does no harm if a file is replaced by a link meanwhile, because nothing that is read
 * here is run. */
#pragma once

/* Returns the absolute form of a path, to be freed; NULL and errno. A relative path starts at the
 * root's / or, with root "", at the current folder. Resolves "/./" and "/../" inside the path. */
char *root_absolute(const char *root, const char *path);

/* Returns the path by which to open a path of the root, to be freed: it starts with the root. Keeps
 * the path as written if that leads to the same file, because names show the release of a file.
 * Frees its argument; with root "" returns it. NULL and errno: too many links. */
char *root_inside(const char *root, char *path);

/* Returns a file's text up to its first NUL, to be freed, at most 8 MiB; NULL and errno, which is
 * EINVAL if it is not a regular file. */
char *root_text(const char *root, const char *path);

/* Returns the path inside the root without links, to be freed; NULL and errno if missing. */
char *root_real(const char *root, const char *path);
