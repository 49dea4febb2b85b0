/* What loaders of all kinds print: ld.so, ld, Python, other programs' own, and ours.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/messages.h"

#define NOT_FOUND ": cannot open shared object"
#define ABSENT "ld.so does not find %s"
#define PLACES "LN115 LN109 LN116 LN125 LN129"
#define UNVERSIONED "a program opens %s, a name that wheels do not have"
#define NO_NVVM "numba does not find NVVM, the compiler of CUDA"
#define LACKS "a module demands %s, which the library that it gets lacks"
#define RELEASES "LN103 LN102 LN101 LN104 LN118"
#define OTHER_RELEASE "a module demands a library of another release"
#define OTHER_CUDNN "files of two cuDNN releases are loaded"
#define OTHER_TORCH "the extension was built for another PyTorch"
#define OTHER_TENSORFLOW "the extension was built for another TensorFlow"
#define UNLINKED "a program is not linked with the library that has %s"

const struct message_row messages_of_loaders[] = {
    /* symbols and their versions */
    {CAUSE, "undefined symbol: __nvJitLink",
     "a module demands a function that this nvJitLink lacks", "LN107 LN102 LN118"},
    {CAUSE, "undefined symbol: nvJitLink", "a module demands a function that this nvJitLink lacks",
     "LN107 LN102 LN118"},
    {OF_NVIDIA, "undefined symbol: %", LACKS, RELEASES},
    {OF_NVIDIA, ", version lib%", "a module demands what this %s lacks", RELEASES},
    {CAUSE, "undefined symbol: pnccl", "a module demands a function that this NCCL lacks",
     RELEASES},
    {CAUSE, "undefined symbol: *, version libcudnn", OTHER_CUDNN, "LN710"},
    {OF_NVIDIA, "lib%: undefined symbol: cudnn", OTHER_CUDNN, "LN710"},
    {EFFECT, "undefined symbol: _Z%3c10", OTHER_TORCH, "LN808"},
    {EFFECT, "undefined symbol: _ZN5torch", OTHER_TORCH, "LN808"},
    {EFFECT, "undefined symbol: _ZN%10tensorflow", OTHER_TENSORFLOW, "LN808"},
    {EFFECT, "version `GLIBC", "the C or C++ library is older than a module wants", "LN817"},
    {CAUSE, "failed to find dynamic symbol __nvJitLink", "a program looked for a newer nvJitLink",
     "LN107 LN111"},
    {ASKED, "version `FABRIC", "the network plugin wants a newer libfabric", "LN302"},
    {CAUSE, "version `libnvJitLink%' not found", OTHER_RELEASE, "LN107 LN103 LN105"},
    {OF_NVIDIA, "version `lib%' not found", OTHER_RELEASE, "LN103 LN105 LN104"},
    {CAUSE, "needed != NULL", "a file wants a version of a library that it does not need", "LN505"},
    {CAUSE, "check_match: Assertion",
     "a library without version nodes stands where one with them belongs", "LN105 LN117 LN113"},
    {CAUSE, "libn%: no version information available",
     "a library without version nodes is in the way", "LN105 LN113"},
    /* libraries that are not found */
    {CAUSE, "libnvrtc-builtins%" NOT_FOUND, "NVRTC's builtins are not found", "LN108 LN112"},
    {ASKED, "NET/Plugin*" NOT_FOUND, "NCCL cannot load its network plugin", "LN302 LN301 LN304"},
    {OF_NVIDIA, "lib%.so" NOT_FOUND, UNVERSIONED, "LN110 LN115 LN109 LN125"},
    {OF_NVIDIA, "lib%.so not found in library path", UNVERSIONED, "LN110 LN115"},
    {CAUSE, "libcuda.so%" NOT_FOUND, "ld.so does not find the driver's library", "LN119"},
    {CAUSE, "libnvidia-ml.so%" NOT_FOUND, "ld.so does not find the driver's library", "LN119"},
    {OF_NVIDIA, "lib%" NOT_FOUND, ABSENT, PLACES},
    {OF_NVIDIA, "Unable to load any of {lib%", ABSENT, PLACES},
    {OF_NVIDIA, "Couldn't open CUDA library lib%", ABSENT, PLACES},
    {OF_NVIDIA, "find lib%", ABSENT, PLACES},
    {CAUSE, "find libnvidia-ml.so", "ld.so does not find the driver's library", "LN119"},
    {CAUSE, "find libcuda.so", "ld.so does not find the driver's library", "LN119"},
    {OF_NVIDIA, "lib% not found in any", ABSENT, PLACES},
    {OF_NVIDIA, "lib% is not found", ABSENT, PLACES},
    {EFFECT, "Cannot dlopen some GPU libraries", "TensorFlow does not find a library of CUDA",
     PLACES},
    {CAUSE, "libnvvm.so" NOT_FOUND, NO_NVVM, "LN115"},
    {CAUSE, "library nvvm not found", NO_NVVM, "LN115"},
    {CAUSE, "libibverbs.so%" NOT_FOUND, "there is no libibverbs", "LN201"},
    /* files that are not what they should be */
    {OF_NVIDIA, "lib%: file too short", "%s is cut off", "LN117"},
    {OF_NVIDIA, "lib%: cannot read file data", "%s is cut off", "LN117"},
    {OF_NVIDIA, "lib%: invalid ELF header", "%s is not a shared library", "LN117"},
    /* the linker, at build time */
    {OF_NVIDIA, "cannot find -l%", "the linker does not find -l%s", "LN706"},
    {OF_NVIDIA, "undefined reference to `%", UNLINKED, "LN706"},
    {OF_NVIDIA, "undefined reference to symbol '%", UNLINKED, "LN706"},
    /* others' loaders, and ours */
    {CAUSE, "Unable to load NCCL", "a program finds no NCCL that it can load",
     "LN115 LN117 LN109 LN125"},
    {CAUSE, "failed to load*NCCL", "a program finds no NCCL that it can load",
     "LN115 LN117 LN109 LN125"},
    {CAUSE, "Failure finding \"lib", "cuda.pathfinder does not find a library", PLACES},
    {CAUSE, "DynamicLibNotFoundError", "cuda.pathfinder does not find a library", PLACES},
    {CAUSE, "FunctionNotFoundError", "a library lacks a function that is called",
     "LN103 LN107 LN102"},
    {CAUSE, "Unable to load cu", "JAX cannot load a library of CUDA, or one that this needs",
     "LN115 LN107 LN118"},
    {CAUSE, "LAZYNCCL_%=%: ", "lazynccl refuses a setting", "LN114"},
    {CAUSE, "cannot be used: *; correct or unset %_LIBPATH",
     "a file that LAZYNCCL_LIBPATH names cannot be used", "LN123"},
    {CAUSE, "cannot be used: *_SEARCH=* allows no others",
     "lazynccl finds no copy in the places that LAZYNCCL_SEARCH allows: unset it, or add one",
     "LN120"},
    {CAUSE, "cannot be used: ", "lazynccl finds no copy that it can use", "LN115 LN117 LN114"},
    {0},
};
