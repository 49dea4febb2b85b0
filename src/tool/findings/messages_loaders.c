/* What loaders of all kinds print: ld.so, ld, Python, other programs' own, and ours.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/findings/messages.h"

#define NOT_FOUND ": cannot open shared object"

const struct message_row messages_of_loaders[] = {
    /* symbols and their versions */
    CAUSE("undefined symbol: __nvJitLink", "a module demands a function that this nvJitLink lacks",
          "LN107 LN102 LN118"),
    CAUSE("undefined symbol: nvJitLink", "a module demands a function that this nvJitLink lacks",
          "LN107 LN102 LN118"),
    CAUSE("undefined symbol: nccl", "a module demands a function that this NCCL lacks",
          "LN103 LN102 LN101 LN104 LN118"),
    CAUSE("undefined symbol: pnccl", "a module demands a function that this NCCL lacks",
          "LN103 LN102 LN101 LN104 LN118"),
    CAUSE("undefined symbol: nvrtc", "a module demands a function that this NVRTC lacks",
          "LN103 LN105"),
    CAUSE("failed to find dynamic symbol __nvJitLink", "a program looked for a newer nvJitLink",
          "LN107 LN111"),
    ASKED("version `FABRIC", "the network plugin wants a newer libfabric", "LN302"),
    CAUSE("version `libnv", "a module demands a library of another release", "LN107 LN103 LN105"),
    CAUSE("needed != NULL", "a file wants a version of a library that it does not need", "LN505"),
    CAUSE("check_match: Assertion",
          "a library without version nodes stands where one with them belongs",
          "LN105 LN117 LN113"),
    CAUSE("libn%: no version information available",
          "a library without version nodes is in the way", "LN105 LN113"),
    /* libraries that are not found */
    CAUSE("libnvrtc-builtins%" NOT_FOUND, "NVRTC's builtins are not found", "LN108 LN112"),
    ASKED("NET/Plugin*" NOT_FOUND, "NCCL cannot load its network plugin", "LN302 LN301 LN304"),
    CAUSE("libnccl.so" NOT_FOUND, "a program opens NCCL by a name that wheels do not have",
          "LN110 LN115 LN109 LN125"),
    CAUSE("libnvrtc.so" NOT_FOUND, "a program opens NVRTC by a name that wheels do not have",
          "LN110 LN115"),
    CAUSE("libnccl.so not found in library path",
          "a program opens NCCL by a name that wheels do not have", "LN110 LN115"),
    CAUSE("libnvJitLink.so" NOT_FOUND,
          "a program opens nvJitLink by a name that wheels do not have", "LN110 LN115"),
    CAUSE("libcuda.so%" NOT_FOUND, "ld.so does not find the driver's library", "LN119"),
    CAUSE("libnvidia-ml.so%" NOT_FOUND, "ld.so does not find the driver's library", "LN119"),
    OF_NVIDIA("lib%" NOT_FOUND, "ld.so does not find %s", "LN115 LN109 LN116 LN125"),
    CAUSE("libibverbs.so%" NOT_FOUND, "there is no libibverbs", "LN201"),
    /* files that are not what they should be */
    OF_NVIDIA("lib%: file too short", "%s is cut off", "LN117"),
    OF_NVIDIA("lib%: cannot read file data", "%s is cut off", "LN117"),
    OF_NVIDIA("lib%: invalid ELF header", "%s is not a shared library", "LN117"),
    /* the linker, at build time */
    CAUSE("cannot find -lnccl", "the linker does not find NCCL", "LN706"),
    CAUSE("cannot find -lnvrtc", "the linker does not find NVRTC", "LN706"),
    CAUSE("cannot find -lnvJitLink", "the linker does not find nvJitLink", "LN706"),
    CAUSE("cannot find -lcuda", "the linker does not find CUDA", "LN706"),
    CAUSE("undefined reference to `nccl", "a program is not linked with NCCL", "LN706"),
    /* others' loaders, and ours */
    CAUSE("Unable to load NCCL", "a program finds no NCCL that it can load",
          "LN115 LN117 LN109 LN125"),
    CAUSE("failed to load*NCCL", "a program finds no NCCL that it can load",
          "LN115 LN117 LN109 LN125"),
    CAUSE("Failure finding \"lib", "cuda.pathfinder does not find a library", "LN115 LN109 LN125"),
    CAUSE("DynamicLibNotFoundError", "cuda.pathfinder does not find a library",
          "LN115 LN109 LN125"),
    CAUSE("FunctionNotFoundError", "a library lacks a function that is called",
          "LN103 LN107 LN102"),
    CAUSE("Unable to load cu", "JAX cannot load a library of CUDA, or one that this needs",
          "LN115 LN107 LN118"),
    CAUSE("LAZYNCCL_%=%: ", "lazynccl refuses a setting", "LN114"),
    CAUSE("cannot be used: ", "lazynccl finds no copy that it can use", "LN115 LN117 LN114"),
    {0},
};
