/* Packages that load NVIDIA's libraries before their own modules.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/machine.h"

/* The package that is known to load that library by its path before the file, so that what ld.so
 * would find does not count: the one that installed the file, or torch; its name, to be freed.
 * NULL: there is none. What it finds that way comes first from site-packages. */
char *preload_package(struct machine *, const char *file, const char *soname);
