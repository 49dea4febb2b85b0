/* Finds commands that install NVIDIA's libraries, for people to copy.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/distributions.h"
#include "common/machine/nvidia.h"
#include "runtime/library/library.h"

/* The commands are to be freed. `least`: the oldest release that will do; 0: any. */

/* Returns the command that installs a library for a CUDA's major. If its SONAME has no such major,
 * as NCCL's, takes the installed package, else the newest that the driver serves. */
char *packages_install(struct machine *, const struct lazynccl_description *, int cuda, int least);

/* Returns the command for an NVIDIA library by a SONAME that a file (NULL: unknown) needs: a
 * package that its distribution or another one requires; else the installed one; else apt's, if
 * `least` is 0; else conda's, if no file is known and the Python is conda's; else pip's, for each
 * possible CUDA. NULL: not an NVIDIA library, or the driver's. */
char *packages_install_soname(struct machine *, const char *file, const char *soname, int least);

/* Returns the CUDA major in the package names of a file's environment, or else the target's. If
 * they have none or differ, the file's own package decides. 0: unknown. */
int packages_cuda(struct machine *, const char *file);

/* Returns 1 if pip installs where the target searches: not in the system's Python alone. */
int packages_have_pip(struct machine *);

/* Returns the command that installs a library, if packages_have_pip() is 0, on a machine where apt
 * has NVIDIA's repository. NULL elsewhere, and if no package is known. */
char *packages_install_apt(struct machine *, const char *soname);

/* Returns the command that installs a library into the conda environment of a file. NULL: conda did
 * not install the file, or no package of conda is known for the library. */
char *packages_install_conda(struct machine *, const char *file, const char *soname, int least);

/* Returns the distribution whose RECORD lists a file, or NULL. */
struct distribution *packages_of(struct machine *, const char *path);

/* Returns that distribution, or else the package of conda that installed the file, or NULL. */
struct distribution *packages_owner(struct machine *, const char *path);

/* Visits NVIDIA's packages of the target's Python and its conda environment; without a Python, of
 * the active virtual environment. `folder`: the folder below which the package's paths are. */
typedef void packages_visit(void *context, const char *folder, struct distribution *);
void packages_each(struct machine *, packages_visit *, void *context);

/* Returns 1 if a package of Python, conda or Debian installed the file at this path. */
int packages_own(struct machine *, const char *file);

/* A library that an NVIDIA package lists, and that is missing, damaged or changed. */
struct lost_file {
    const struct dist_info *owner; /* the package that lists the file */
    char *path;
    char *why; /* what is wrong with the file; NULL: it is gone */
    /* ld.so loads only a file that is FILE_CHANGED */
    enum file_fault { FILE_GONE, FILE_DAMAGED, FILE_NOEXEC, FILE_CHANGED } kind;
};

/* Returns the number of lost files, read at the first call; a package's files are adjacent. */
size_t packages_lost(struct machine *);

/* Returns the site-packages that has the path, if this user cannot write there; to be freed. NULL:
 * the user can, or no site-packages has the path. */
char *packages_locked(struct machine *, const char *path);

/* Returns the command that installs the lost file again, to be freed. */
char *packages_again(struct machine *, const struct lost_file *);

/* Return the command that reinstalls the package of a file, or of a missing library; or NULL. */
char *packages_again_of(struct machine *, const char *path);
char *packages_again_lost(struct machine *, const char *soname);

/* Returns the path of a package's library that is on a mount with noexec, or NULL. */
const char *packages_noexec(struct machine *, const char *soname);

/* Adds a command to a list. A command that installs a package becomes part of an earlier command
 * that differs only in the package. */
void packages_add_command(struct strings *, const char *command);
