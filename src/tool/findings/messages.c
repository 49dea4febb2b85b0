/* The table of messages, the more telling first, as people pasted them into public issues.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/findings/messages.h"
#include <string.h>

static const struct message_row messages[] = {
    /* ld.so, and Python's ImportError */
    {"undefined symbol: __nvJitLink", "a module demands a function of a newer nvJitLink",
     "LN107 LN102 LN118"},
    {"undefined symbol: nvJitLink", "a module demands a function of a newer nvJitLink",
     "LN107 LN102 LN118"},
    {"undefined symbol: nccl", "a module demands a function of a newer NCCL",
     "LN103 LN102 LN104 LN101 LN118"},
    {"undefined symbol: pnccl", "a module demands a function of a newer NCCL",
     "LN103 LN102 LN104 LN101 LN118"},
    {"undefined symbol: nvrtc", "a module demands a function of a newer NVRTC", "LN103 LN105"},
    {"failed to find dynamic symbol __nvJitLink", "a program looked for a newer nvJitLink",
     "LN107 LN111"},
    {"version `FABRIC", "the network plugin wants a newer libfabric", "LN302"},
    {"version `libnv", "a module demands a library of another release", "LN107 LN103 LN105"},
    {"check_match: Assertion", "a library without version nodes stands where one with them belongs",
     "LN105 LN117 LN113"},
    {"no version information available", "a library without version nodes is in the way",
     "LN105 LN113"},
    {"failed to open libnvrtc-builtins", "NVRTC does not find its builtins", "LN108 LN112"},
    {"BUILTIN_OPERATION_FAILURE", "NVRTC does not find its builtins", "LN108 LN112"},
    {"libnvrtc-builtins*cannot open shared object", "NVRTC's builtins are not found",
     "LN108 LN112"},
    {"NET/Plugin*cannot open shared object", "NCCL cannot load its network plugin",
     "LN302 LN301 LN304"},
    {"libnccl.so: cannot open shared object",
     "somebody opens NCCL by a name that wheels do not have", "LN110 LN115 LN109"},
    {"libnvrtc.so: cannot open shared object",
     "somebody opens NVRTC by a name that wheels do not have", "LN110 LN115"},
    {"libnvJitLink.so: cannot open shared object",
     "somebody opens nvJitLink by a name that wheels do not have", "LN110 LN115"},
    {"libnccl*cannot open shared object", "ld.so does not find NCCL", "LN115 LN109 LN116"},
    {"libnvrtc*cannot open shared object", "ld.so does not find NVRTC", "LN115 LN109"},
    {"libnvJitLink*cannot open shared object", "ld.so does not find nvJitLink", "LN115 LN109"},
    {"libcuda.so*cannot open shared object", "ld.so does not find the driver's library", "LN119"},
    {"libibverbs.so*cannot open shared object", "there is no libibverbs", "LN201"},
    {"libnccl*file too short", "NCCL's file is cut off", "LN117"},
    {"libnccl*cannot read file data", "NCCL's file is cut off", "LN117"},
    {"libnccl*invalid ELF header", "NCCL's file is no library", "LN117"},
    {"libnv*file too short", "a library's file is cut off", "LN117"},
    {"libnv*cannot read file data", "a library's file is cut off", "LN117"},
    {"libnv*invalid ELF header", "a library's file is no library", "LN117"},
    /* CUDA */
    {"driver is a stub library", "a stub library was loaded in place of the driver's", "LN105"},
    {"driver version is insufficient", "the driver is older than the libraries", "LN106 LN119"},
    {"no CUDA-capable device", "the driver's library is missing, or sees no GPU",
     "LN119 LN105 LN106"},
    {"nvvmAddNVVMContainerToProgram", "nvJitLink is older than the NVRTC that compiled", "LN111"},
    {"may need newer version of nvJitLink", "nvJitLink is older than the NVRTC that compiled",
     "LN111"},
    {"Unsupported .version", "the PTX is newer than what links or loads it", "LN111 LN106"},
    /* NCCL's networks and plugins */
    {"Failed to open libibverbs", "there is no libibverbs", "LN201"},
    {"Failed to initialize any NET plugin", "NCCL has no network that it may use",
     "LN202 LN201 LN203 LN204 LN205 LN211 LN212"},
    {"network IB not found", "InfiniBand is asked for and not to be had", "LN201 LN203 LN204"},
    {"Error: network * not found", "the network that is asked for is not to be had",
     "LN202 LN205 LN301"},
    {"NET/IB : No device found", "NCCL finds no InfiniBand device", "LN203 LN206 LN207"},
    {"no socket interface found", "NCCL_SOCKET_IFNAME leaves no interface", "LN211 LN213"},
    {"No IP interface found", "NCCL_SOCKET_IFNAME leaves no interface", "LN211 LN213"},
    {"NET/Socket : no interface found", "NCCL_SOCKET_IFNAME leaves no interface", "LN211 LN213"},
    {"No usable listening interface found", "NCCL_COMM_ID is in no network of this host", "LN215"},
    {"Invalid NCCL_COMM_ID", "NCCL_COMM_ID is no address", "LN215"},
    {"network plugin*is unsupported", "the plugin has no interface that this NCCL takes", "LN303"},
    {"Failed to find ncclNetPlugin", "the plugin has no interface that this NCCL takes", "LN303"},
    {"Could not find: *net", "NCCL does not find its network plugin", "LN301 LN304"},
    {"No plugin found", "NCCL does not find its network plugin, or cannot load it",
     "LN301 LN302 LN304"},
    {"Plugin load (", "NCCL cannot load its network plugin", "LN302 LN301 LN304"},
    {"Finalizing already finalized plugin", "NCCL ends a plugin twice", "LN306"},
    /* NCCL itself */
    {"corrupted comm object", "two NCCLs are in one process", "LN101 LN118 LN110"},
    {"No space left on device", "/dev/shm is full", "LN601"},
    {"Call to ibv_reg_mr failed", "InfiniBand may lock no more memory", "LN602"},
    {"ibv_reg_mr*Cannot allocate memory", "InfiniBand may lock no more memory", "LN602"},
    {"Duplicate GPU detected", "NCCL takes two hosts for one", "LN604"},
    {"XML topology", "a topology file is not what NCCL wants", "LN606 LN605"},
    {"XML graph", "a graph file is not what NCCL wants", "LN605"},
    {"unhandled cuda error", "a CUDA call inside NCCL failed", "LN106 LN119 LN105"},
    {"unhandled system error", "a system call inside NCCL failed",
     "LN601 LN602 LN201 LN211 LN215 LN115"},
    {"invalid usage", "NCCL refuses its settings, or two NCCLs are in one process",
     "LN202 LN201 LN203 LN204 LN205 LN211 LN213 LN101 LN118"},
    {"ncclInvalidUsage", "NCCL refuses its settings, or two NCCLs are in one process",
     "LN202 LN201 LN203 LN204 LN205 LN211 LN213 LN101 LN118"},
    {"ncclInvalidArgument", "an argument from another NCCL, or a setting",
     "LN101 LN118 LN110 LN215"},
    {"collective operation timeout", "processes do not reach each other", "LN212 LN214 LN211"},
    /* others' loaders, and ours */
    {"Unable to load NCCL", "a program finds no NCCL that it can load", "LN115 LN117 LN109"},
    {"failed to load*NCCL", "a program finds no NCCL that it can load", "LN115 LN117 LN109"},
    {"Failure finding \"lib", "cuda.pathfinder does not find a library", "LN115 LN109"},
    {"DynamicLibNotFoundError", "cuda.pathfinder does not find a library", "LN115 LN109"},
    {"FunctionNotFoundError", "a library lacks a function that is called",
     "LN103 LN107 LN102 LN104"},
    {"LAZYNCCL_", "lazynccl refuses a setting", "LN114"},
    {"cannot be used: ", "lazynccl finds no copy that it can use", "LN115 LN117 LN114"},
};

static int is_in(const char *text, const char *pattern)
{
    while (*pattern) {
        size_t length = strcspn(pattern, "*");
        char piece[100] = "";

        strncat(piece, pattern, length < sizeof piece ? length : sizeof piece - 1);
        if (!(text = strcasestr(text, piece)))
            return 0;
        text += length;
        pattern += length + (pattern[length] == '*');
    }
    return 1;
}

const struct message_row *message_row(const char *text)
{
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        if (is_in(text, messages[i].pattern))
            return &messages[i];
    return NULL;
}
