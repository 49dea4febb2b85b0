/* What CUDA's driver, runtime and compilers print.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/messages.h"

#define OLD_DRIVER "the driver is older than the libraries"
#define OLD_NVRTC "NVRTC does not know this GPU"
#define NO_BUILTINS "NVRTC does not find its builtins"
#define NO_HEADERS "NVRTC does not find CUDA's headers"
#define NO_REASON "a bare code: the library failed, or is absent: LAZYNCCL_DEBUG=1 says which"
#define OLD_LINK "nvJitLink is older than the NVRTC that compiled"
#define OTHER_CUDNN "another cuDNN is loaded than the program was built with"
#define NO_DRIVER "the driver is not installed, or its library is not found"
#define NO_GPU "the driver's library is missing, or sees no GPU"
#define OLD_COMPILER "the compiler does not know this GPU"
#define NOT_ALLOWED "the driver does not allow here what is asked"
#define NO_HANDLE "a library of CUDA could not begin its work on the GPU"
#define FULL "the GPU's memory is full"
#define NOT_BUILT "the program was not built for this GPU"
#define FAULT "a kernel failed on the GPU"

const struct message_row messages_of_cuda[] = {
    /* the driver */
    {CAUSE, "driver is a stub library", "a stub library was loaded in place of the driver's",
     "LN105"},
    {BARE, "CUDA_ERROR_STUB_LIBRARY",
     "a stub library was loaded in place of the driver's, or lazynccl finds no driver",
     "LN105 LN119 LN120"},
    {CAUSE, "driver version is insufficient", OLD_DRIVER, "LN106 LN119 LN105"},
    {CAUSE, "cudaErrorInsufficientDriver", OLD_DRIVER, "LN106 LN119 LN105"},
    {CAUSE, "NVIDIA driver on your system is too old", OLD_DRIVER, "LN106"},
    {CAUSE, "forward compatibility was attempted", OLD_DRIVER, "LN106 LN105"},
    {CAUSE, "compiled with an unsupported toolchain", OLD_DRIVER, "LN106 LN111"},
    {EFFECT, "[222] Call to cu", OLD_DRIVER, "LN106 LN111"}, /* the same as a number */
    {CAUSE, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", OLD_DRIVER, "LN106 LN111"},
    {CAUSE, "not supported in the installed CUDA driver", OLD_DRIVER, "LN106"},
    {CAUSE, "unsupported display driver / cuda driver combination",
     "the driver's library is not the kernel module's", "LN708 LN118"},
    {CAUSE, "no CUDA-capable device", NO_GPU, "LN119 LN105 LN106"},
    {CAUSE, "Found no NVIDIA driver", NO_DRIVER, "LN119 LN126 LN105"},
    {CAUSE, "No CUDA GPUs are available", NO_GPU, "LN119 LN105 LN106"},
    {CAUSE, "CUDA driver initialization failed", NO_GPU, "LN119 LN105 LN106"},
    {CAUSE, "CUDA unknown error - this may be", NO_GPU, "LN119 LN708 LN106"},
    {CAUSE, "CUDA driver library cannot be found", NO_DRIVER, "LN119 LN126 LN105"},
    {CAUSE, "Could not find cuda drivers", NO_DRIVER, "LN119 LN126 LN105"},
    {CAUSE, "NVIDIA Driver was not detected", NO_DRIVER, "LN119 LN126 LN105"},
    {CAUSE, "NVML*Library Not Found", NO_DRIVER, "LN119 LN126"},
    {BARE, "NVML_ERROR_LIBRARY_NOT_FOUND", NO_DRIVER, "LN119 LN120 LN126"},
    {BARE, "NVML init failed with 12", NO_DRIVER, "LN119 LN120 LN126"}, /* collectd */
    {CAUSE, "couldn't communicate with the NVIDIA driver",
     "the driver's kernel module is not loaded", "LN708 LN126"},
    {CAUSE, "does not match DSO version", "the driver's library is not the kernel module's",
     "LN708"},
    {CAUSE, "Failed to find CUDA library libcuda", "NCCL does not find the driver's library",
     "LN119"},
    {CAUSE, "Driver/library version mismatch", "the driver was updated and not reloaded", "LN708"},
    /* NVRTC and nvJitLink */
    {CAUSE, "failed to open libnvrtc-builtins", NO_BUILTINS, "LN108 LN112"},
    {CAUSE, "BUILTIN_OPERATION_FAILURE", NO_BUILTINS, "LN108 LN112"},
    {CAUSE, "NVRTC_ERROR unknown", NO_BUILTINS, "LN108 LN112 LN702"},
    {CAUSE, "invalid value for --gpu-architecture", OLD_NVRTC, "LN702 LN118 LN102"},
    {CAUSE, "NVRTC_ERROR_INVALID_OPTION", OLD_NVRTC, "LN702 LN118"},
    {CAUSE, "error: cannot open source file \"", NO_HEADERS, "LN709"},
    {BARE, "NVRTC_ERROR_COMPILATION", "code that a program gives to NVRTC does not compile",
     "LN709 LN702"},
    {BARE, "NVRTC_ERROR_INTERNAL_ERROR", NO_REASON, "LN120 LN108"},
    {BARE, "NVJITLINK_ERROR_INTERNAL", NO_REASON, "LN120 LN111"},
    {CAUSE, "cuda_%.h(*error: ", "CUDA's headers are incomplete, or of two releases", "LN709"},
    {CAUSE, "may need newer version of nvJitLink", OLD_LINK, "LN111"},
    {CAUSE, "Unsupported .version", "the PTX is newer than what links or loads it", "LN111 LN106"},
    {CAUSE, "cuDNN version incompatibility", OTHER_CUDNN, "LN710"},
    {CAUSE, "cuDNN version mismatch", OTHER_CUDNN, "LN710"},
    {CAUSE, "Loaded runtime CuDNN library", OTHER_CUDNN, "LN710"},
    {CAUSE, "CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH", "files of two cuDNN releases are loaded",
     "LN710"},
    {EFFECT, "CU%_STATUS_NOT_INITIALIZED", NO_HANDLE, "LN714 LN120 LN106 LN118"},
    {BARE, "CUFFT_SETUP_FAILED", NO_REASON, "LN120 LN714"},
    {BARE, "CURAND_STATUS_INITIALIZATION_FAILED", NO_REASON, "LN120 LN714"},
    {BARE, "CUPTI_ERROR_NOT_INITIALIZED", NO_REASON, "LN120"},
    {BARE, "CU_FILE_DRIVER_NOT_INITIALIZED", NO_REASON, "LN120"},
    {EFFECT, "CU%_STATUS_ALLOC_FAILED", NO_HANDLE, "LN714 LN106 LN118"},
    {EFFECT, "CU%_STATUS_INTERNAL_ERROR", NO_HANDLE, "LN714 LN106 LN118"},
    {EFFECT, "CU%_STATUS_MAPPING_ERROR", NO_HANDLE, "LN714 LN106 LN118"},
    {EFFECT, "CUFFT_%_ERROR", NO_HANDLE, "LN714 LN106 LN118"},
    {EFFECT, "cuSolver internal error", NO_HANDLE, "LN714 LN106 LN118"},
    {BARE, "Blas % launch failed", NO_HANDLE, "LN714 LN106 LN118"},
    {BARE, "No algorithm worked", NO_HANDLE, "LN714 LN106 LN118"},
    {EFFECT, "because cuDNN failed to initialize", NO_HANDLE, "LN714 LN106 LN118"},
    {EFFECT, "DNN library is not found", NO_HANDLE, "LN714 LN106 LN118"},
    /* GPUs */
    {CAUSE, "invalid device ordinal", "a process does not see the GPU that it asks for", "LN715"},
    {CAUSE, "system not yet initialized", "the GPUs wait for the fabric manager", "LN809"},
    {CAUSE, "peer access is not supported between", "two GPUs cannot reach each other's memory",
     "LN812"},
    /* not about loading */
    {CAUSE, "is not defined for option 'gpu-name'", OLD_COMPILER, "LN813"},
    {CAUSE, "Unsupported gpu architecture", OLD_COMPILER, "LN813"},
    {CAUSE, "is not a recognized processor for this target", OLD_COMPILER, "LN813"},
    {CAUSE, "not compiled with CUDA enabled", "the program's build has no CUDA", "LN814"},
    {CAUSE, "a CUDA-enabled jaxlib is not installed", "the program's build has no CUDA", "LN814"},
    {CAUSE, "Cannot re-initialize CUDA in forked subprocess", "CUDA was used before a fork",
     "LN815"},
    {EFFECT, "error in cudaDeviceGetDefaultMemPool", NOT_ALLOWED, "LN818"},
    {EFFECT, "CUDA error: operation not supported", NOT_ALLOWED, "LN818"},
    {CAUSE, "could not select device driver", "the container runtime cannot pass on GPUs", "LN819"},
    {CAUSE, "nvidia-container-cli: ", "the container runtime cannot pass on GPUs", "LN819 LN119"},
    {CAUSE, "mismatches the version that was used to compile",
     "nvcc is of another CUDA than PyTorch was built with", "LN820"},
    {CAUSE, "uncorrectable ECC error", "the GPU is faulty", "LN816"},
    {CAUSE, "fallen off the bus", "the GPU is faulty", "LN816"},
    {CAUSE, "Cuda failure*out of memory", FULL, "LN804"},
    {CAUSE, "CUDA out of memory", FULL, "LN804"},
    {CAUSE, "CUDA error: out of memory", FULL, "LN804"},
    {CAUSE, "CUDA_ERROR_OUT_OF_MEMORY", FULL, "LN804"},
    {EFFECT, "illegal memory access", FAULT, "LN806"},
    {EFFECT, "device-side assert triggered", FAULT, "LN806"},
    {EFFECT, "unspecified launch failure", FAULT, "LN806"},
    {EFFECT, "misaligned address", FAULT, "LN806"},
    {EFFECT, "CU%_STATUS_EXECUTION_FAILED", FAULT, "LN806 LN807"},
    {CAUSE, "CU%_STATUS_ARCH_MISMATCH", NOT_BUILT, "LN807"},
    {EFFECT, "device kernel image is invalid", NOT_BUILT, "LN807 LN106"},
    {CAUSE, "invalid device function", NOT_BUILT, "LN807"},
    {CAUSE, "no kernel image is available", NOT_BUILT, "LN807"},
    {EFFECT, "is not compatible with the current PyTorch", "PyTorch was not built for this GPU",
     "LN807"},
    {0},
};
