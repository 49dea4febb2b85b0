/* Packages that load NVIDIA's libraries before their own modules.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/machine.h"

/* The package that is known to load that library by its path before the file is loaded, so that
 * ld.so does not search for it: the package that installed the file, or torch. Its name is to be
 * freed; NULL: none. Such packages search site-packages first. */
char *preload_package(struct machine *, const struct elf_file *, const char *file,
                      const char *soname);
