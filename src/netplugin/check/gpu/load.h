/* --fake-gpu: CUDA's libraries with host memory in place of a GPU's.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/elf.h"

/* Loads them into this process under every name of CUDA's runtime and driver; a plugin that is
 * opened later, and was built with this major version, gets these. Returns NULL, or why it cannot.
 */
const char *gpu_load(int major);

/* 1 if CUDA's runtime is part of the file, where nothing can take its place. */
int gpu_is_static(const char *path, const struct elf_file *);
