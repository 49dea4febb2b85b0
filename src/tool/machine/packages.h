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

/* The command that installs a library into the conda environment in whose lib a file lies. Returns
 * 1, or 0: it lies in none, or conda has no package of the library that we know. */
int packages_install_conda(struct machine *, const char *file, const struct lazynccl_description *,
                           const char *wanted, char text[NVIDIA_INSTALL]);

/* The package that installed a file, if it is known to load NVIDIA's libraries by their paths
 * before its own modules, so that what ld.so would find does not count: its name, to be freed;
 * NULL: there is none. What it finds that way comes first from site-packages. */
char *packages_first(struct machine *, const char *file);

/* The installed distributions whose name starts with "nvidia", of one site-packages. */
struct packages {
    struct dist_info *list;
    size_t count;
};
struct packages packages_in(struct machine *, const char *site);
void packages_free(struct packages *);
