/* What installs NVIDIA's libraries: commands for people to copy.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/distributions.h"
#include "common/machine/nvidia.h"
#include "runtime/library/library.h"

/* Writes the command that installs a library for a CUDA's major ("pip install
 * 'nvidia-nccl-cu12>=2.27.3'"; `wanted`: ">=2.27.3", or "" for any). If the major does not
 * determine the package, as for NCCL, takes the installed one, else the newest. */
void packages_install(struct machine *, const struct lazynccl_description *, int cuda,
                      const char *wanted, char text[NVIDIA_INSTALL]);

/* The same of any of NVIDIA's libraries by a SONAME that a file needs (NULL: not known which): what
 * the file's distribution requires, or another one; else what apt has; else what conda has, if no
 * file is named and the Python is conda's; else what pip has, for either CUDA where nothing tells
 * it. Returns 1, or 0: not NVIDIA's, or the driver's. */
int packages_install_soname(struct machine *, const char *file, const char *soname,
                            const char *wanted, char text[NVIDIA_INSTALL]);

/* Returns 1 if pip installs where the target searches: it is a Python, or belongs to one. */
int packages_have_pip(struct machine *);

/* The command that installs a library for a program without such a Python, on a machine where apt
 * has NVIDIA's repository. Returns 0 elsewhere, and if no package is known. */
int packages_install_apt(struct machine *, const char *soname, char text[NVIDIA_INSTALL]);

/* The command that installs a library into the conda environment that a file belongs to. Returns 1,
 * or 0: conda did not install the file, or has no package of the library that we know. */
int packages_install_conda(struct machine *, const char *file, const char *soname,
                           const char *wanted, char text[NVIDIA_INSTALL]);

/* 1 if a package of Python, conda or Debian installed the file, a path. */
int packages_own(struct machine *, const char *file);

/* Calls with each library that one of NVIDIA's packages lists and that is gone: its path. */
typedef void packages_lost_file(void *context, const struct dist_info *owner, const char *path);
void packages_lost(struct machine *, packages_lost_file *, void *context);

/* Writes the command that installs a package again as it was. */
void packages_again(const struct dist_info *, char text[NVIDIA_INSTALL]);

/* Adds a command to a list. One that installs a package becomes part of an earlier one that
 * installs others in the same way. */
void packages_add_command(struct strings *, const char *command);
