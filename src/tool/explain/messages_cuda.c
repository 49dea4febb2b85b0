/* What no grammar covers of what programs print about CUDA: their own sentences, in place of the
 * driver's error codes, or where there is none.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/messages.h"

#define NO_DRIVER "the driver is not installed, or its library is not found"
#define NO_GPU "the driver's library is missing, or sees no GPU"
#define OTHER_CUDNN "another cuDNN is loaded than the program was built with"
#define OLD_COMPILER "the compiler does not know this GPU"
#define NO_CUDA "the program's build has no CUDA"
#define NO_PASSING "the container runtime cannot pass on GPUs"
#define NO_HEADERS "CUDA's headers are not found, incomplete, or of two releases"

const struct message_row messages_of_cuda[] = {
    /* PyTorch asks the driver for its version, and prints neither code nor text */
    {CAUSE, "NVIDIA driver on your system is too old", "the driver is older than the libraries",
     "LN106"},
    {CAUSE, "Found no NVIDIA driver", NO_DRIVER, "LN119 LN126 LN105"},
    {CAUSE, "No CUDA *available", NO_GPU, "LN119 LN105 LN106"},
    {CAUSE, "CUDA driver initialization failed", NO_GPU, "LN119 LN105 LN106"},
    {CAUSE, "couldn't communicate with the NVIDIA driver",
     "the driver's kernel module is not loaded", "LN708 LN126"},
    {CAUSE, "does not match DSO version", "the driver's library is not the kernel module's",
     "LN708"},
    {CAUSE, "Driver/library version mismatch", "the driver was updated and not reloaded", "LN708"},
    /* compilers: in their logs, not in their codes */
    {CAUSE, "invalid value for --gpu-architecture", "NVRTC does not know this GPU",
     "LN702 LN118 LN102"},
    {CAUSE, "error: cannot open source file \"", NO_HEADERS, "LN709"},
    {CAUSE, "cuda_%.h(*error: ", NO_HEADERS, "LN709"},
    {CAUSE, "may need newer version of nvJitLink",
     "nvJitLink is older than the NVRTC that compiled", "LN111"},
    {CAUSE, "Unsupported .version", "the PTX is newer than what links or loads it", "LN111 LN106"},
    {CAUSE, "is not defined for option 'gpu-name'", OLD_COMPILER, "LN813"},
    {CAUSE, "Unsupported gpu architecture", OLD_COMPILER, "LN813"},
    {CAUSE, "is not a recognized processor for this target", OLD_COMPILER, "LN813"},
    {CAUSE, "mismatches the version that was used to compile",
     "nvcc is of another CUDA than PyTorch was built with", "LN820"},
    /* frameworks compare cuDNN's releases themselves */
    {CAUSE, "cuDNN version incompatibility", OTHER_CUDNN, "LN710"},
    {CAUSE, "cuDNN version mismatch", OTHER_CUDNN, "LN710"},
    {CAUSE, "Loaded runtime CuDNN library", OTHER_CUDNN, "LN710"},
    /* frameworks' own words for a handle that could not be created */
    {EFFECT, "cuSolver internal error", NULL, "state"},
    {BARE, "Blas % launch failed", NULL, "state"},
    {BARE, "No algorithm worked", NULL, "state"},
    {EFFECT, "because cuDNN failed to initialize", NULL, "state"},
    {EFFECT, "DNN library is not found", NULL, "state"},
    /* builds, processes, containers, hardware */
    {CAUSE, "not compiled with CUDA enabled", NO_CUDA, "LN814"},
    {CAUSE, "doesn't have NCCL built in", "the program's build has no NCCL", "LN814"},
    {CAUSE, "a CUDA-enabled jaxlib is not installed", NO_CUDA, "LN814"},
    {EFFECT, "is not compatible with the current PyTorch", "PyTorch was not built for this GPU",
     "build"},
    {EFFECT, "error in cudaDeviceGetDefaultMemPool", NULL, "not-here"},
    {CAUSE, "Cannot re-initialize CUDA in forked subprocess", "CUDA was used before a fork",
     "LN815"},
    {CAUSE, "could not select device driver", NO_PASSING, "LN819"},
    {CAUSE, "nvidia-container-cli: ", NO_PASSING, "LN819 LN119"},
    {CAUSE, "fallen off the bus", "the GPU is faulty", "LN816"},
    {0},
};
