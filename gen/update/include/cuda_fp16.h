/* Replaces CUDA's header of this name. Declares only what nccl_device.h uses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef CUDA_FP16_H
#define CUDA_FP16_H

#ifdef __cplusplus
struct half {
    unsigned short bits;
};
#endif

#endif
