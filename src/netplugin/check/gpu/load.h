/* --fake-gpu: a CUDA library that uses host memory instead of a GPU.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* Loads the library into this process under every name of the CUDA runtime and driver, for a plugin
 * that was built with this major version. Returns NULL, or the reason for a failure. */
const char *gpu_load(int major);
