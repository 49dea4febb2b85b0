/* Replaces CUDA's header of this name if only NCCL's wheel is installed. Declares only what nccl.h
 * uses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef CUDA_RUNTIME_H
#define CUDA_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

typedef struct CUevent_st *cudaEvent_t;
typedef struct CUstream_st *cudaStream_t;

#endif
