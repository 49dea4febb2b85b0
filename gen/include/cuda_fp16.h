/* Stands in for CUDA's header of this name: nccl.h includes it and takes nothing from it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
