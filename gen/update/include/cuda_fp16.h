/* Stands in for CUDA's header of this name: what nccl_device.h takes from it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef CUDA_FP16_H
#define CUDA_FP16_H

#ifdef __cplusplus
struct half {
    unsigned short bits;
};
#endif

#endif
