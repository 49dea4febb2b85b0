/* A folder that is taken as /: where its paths lie for us.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A link in an image leads to a file of that image: an absolute one starts at the root, and none
 * climbs above it. Who opens what these give, and no other path, never leaves the root; a file that
 * is replaced by a link meanwhile is no concern: nothing that is read here is run. */
#ifndef LAZYNCCL_TOOL_FILES_ROOT_H
#define LAZYNCCL_TOOL_FILES_ROOT_H

/* A path as it is from / on: what is relative lies in the root's /, with root "" in the folder that
 * we are in. To be freed; NULL and errno. */
char *root_absolute(const char *root, const char *path);

/* Where a path of the root is to be opened, which starts with the root, to be freed. It is the path
 * as it stands wherever that leads to the same: names say which release a file is for. Frees what
 * it is given; root "": returns that. NULL and errno: too many links, or out of memory. */
char *root_inside(const char *root, char *path);

/* The path without links, as those in the root see it; to be freed. NULL and errno: it is not
 * there.
 */
char *root_real(const char *root, const char *path);

#endif
