/* The Python packages that are installed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "library/library.h"
#include "tool/files/dist_info.h"
#include "tool/machine/machine.h"
#include "tool/machine/nvidia.h"

/* Writes the command that installs a library for a CUDA's major ("pip install
 * 'nvidia-nccl-cu12>=2.27.3'"; `wanted`: ">=2.27.3", or "" for any). Where the major does not tell
 * the package, as NCCL's never does: the one that is installed; else the newest. */
void packages_install(struct machine *, const struct lazynccl_description *, int cuda,
                      const char *wanted, char text[NVIDIA_INSTALL]);

/* The same of any of NVIDIA's libraries by a SONAME that a file needs: where nothing tells the CUDA
 * it names the packages for either. Returns 1, or 0: not NVIDIA's, or the driver's. */
int packages_install_soname(struct machine *, const char *soname, const char *wanted,
                            char text[NVIDIA_INSTALL]);

/* The command that installs a library into the conda environment that a file belongs to. Returns 1,
 * or 0: conda did not install the file, or has no package of the library that we know. */
int packages_install_conda(struct machine *, const char *file, const char *soname,
                           const char *wanted, char text[NVIDIA_INSTALL]);

/* The package that is known to load that library by its path before the file, so that what ld.so
 * would find does not count: the one that installed the file, or torch; its name, to be freed.
 * NULL: there is none. What it finds that way comes first from site-packages. */
char *packages_first(struct machine *, const char *file, const char *soname);

/* The installed distributions whose name starts with "nvidia", of one site-packages. */
struct packages {
    struct dist_info *list;
    size_t count;
};
struct packages packages_in(struct machine *, const char *site);
void packages_free(struct packages *);

/* Calls with each library that such a package lists and that is gone: its path. */
typedef void packages_lost_file(void *context, const struct dist_info *owner, const char *path);
void packages_lost(struct machine *, packages_lost_file *, void *context);

/* Writes the command that installs a package again as it was. */
void packages_again(const struct dist_info *, char text[NVIDIA_INSTALL]);
