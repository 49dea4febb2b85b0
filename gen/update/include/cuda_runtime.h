/* Stands in for CUDA's header of this name where only NCCL's wheel is installed: what nccl.h takes
 * from it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef CUDA_RUNTIME_H
#define CUDA_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

typedef struct CUevent_st *cudaEvent_t;
typedef struct CUstream_st *cudaStream_t;

#endif
