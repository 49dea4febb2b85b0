/* --fake-gpu: CUDA libraries that use host memory instead of a GPU.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/elf.h"

/* Loads the fake libraries into this process under every name of the CUDA runtime and driver. A
 * plugin that was built with this major version and is opened later gets them. Returns NULL, or the
 * reason for a failure. */
const char *gpu_load(int major);

/* Returns 1 if the file links the CUDA runtime statically, so that it cannot be replaced. */
int gpu_is_static(const char *path, const struct elf_file *);
