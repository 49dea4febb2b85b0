/* The table of messages, the more telling first, as people pasted them into public issues.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/findings/messages.h"
#include <string.h>

#define IDS(...)                                                                                   \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

static const struct message_row messages[] = {
    /* ld.so, and Python's ImportError */
    {"undefined symbol: __nvJitLink", "a module demands a function of a newer nvJitLink",
     IDS("LN107", "LN102", "LN118")},
    {"undefined symbol: nvJitLink", "a module demands a function of a newer nvJitLink",
     IDS("LN107", "LN102", "LN118")},
    {"undefined symbol: nccl", "a module demands a function of a newer NCCL",
     IDS("LN103", "LN102", "LN104", "LN101", "LN118")},
    {"undefined symbol: pnccl", "a module demands a function of a newer NCCL",
     IDS("LN103", "LN102", "LN104", "LN101", "LN118")},
    {"undefined symbol: nvrtc", "a module demands a function of a newer NVRTC",
     IDS("LN103", "LN105")},
    {"failed to find dynamic symbol __nvJitLink", "a program looked for a newer nvJitLink",
     IDS("LN107", "LN111")},
    {"version `FABRIC", "the network plugin wants a newer libfabric", IDS("LN302")},
    {"version `libnv", "a module demands a library of another release",
     IDS("LN107", "LN103", "LN105")},
    {"check_match: Assertion", "a library without version nodes stands where one with them belongs",
     IDS("LN105", "LN117", "LN113")},
    {"no version information available", "a library without version nodes is in the way",
     IDS("LN105", "LN113")},
    {"failed to open libnvrtc-builtins", "NVRTC does not find its builtins", IDS("LN108", "LN112")},
    {"BUILTIN_OPERATION_FAILURE", "NVRTC does not find its builtins", IDS("LN108", "LN112")},
    {"libnvrtc-builtins*cannot open shared object", "NVRTC's builtins are not found",
     IDS("LN108", "LN112")},
    {"NET/Plugin*cannot open shared object", "NCCL cannot load its network plugin",
     IDS("LN302", "LN301", "LN304")},
    {"libnccl.so: cannot open shared object",
     "somebody opens NCCL by a name that wheels do not have", IDS("LN110", "LN115", "LN109")},
    {"libnvrtc.so: cannot open shared object",
     "somebody opens NVRTC by a name that wheels do not have", IDS("LN110", "LN115")},
    {"libnvJitLink.so: cannot open shared object",
     "somebody opens nvJitLink by a name that wheels do not have", IDS("LN110", "LN115")},
    {"libnccl*cannot open shared object", "ld.so does not find NCCL",
     IDS("LN115", "LN109", "LN116")},
    {"libnvrtc*cannot open shared object", "ld.so does not find NVRTC", IDS("LN115", "LN109")},
    {"libnvJitLink*cannot open shared object", "ld.so does not find nvJitLink",
     IDS("LN115", "LN109")},
    {"libcuda.so*cannot open shared object", "ld.so does not find the driver's library",
     IDS("LN119")},
    {"libibverbs.so*cannot open shared object", "there is no libibverbs", IDS("LN201")},
    {"libnccl*file too short", "NCCL's file is cut off", IDS("LN117")},
    {"libnccl*cannot read file data", "NCCL's file is cut off", IDS("LN117")},
    {"libnccl*invalid ELF header", "NCCL's file is no library", IDS("LN117")},
    {"libnv*file too short", "a library's file is cut off", IDS("LN117")},
    {"libnv*cannot read file data", "a library's file is cut off", IDS("LN117")},
    {"libnv*invalid ELF header", "a library's file is no library", IDS("LN117")},
    /* CUDA */
    {"driver is a stub library", "a stub library was loaded in place of the driver's",
     IDS("LN105")},
    {"driver version is insufficient", "the driver is older than the libraries",
     IDS("LN106", "LN119")},
    {"no CUDA-capable device", "the driver's library is missing, or sees no GPU",
     IDS("LN119", "LN105", "LN106")},
    {"nvvmAddNVVMContainerToProgram", "nvJitLink is older than the NVRTC that compiled",
     IDS("LN111")},
    {"may need newer version of nvJitLink", "nvJitLink is older than the NVRTC that compiled",
     IDS("LN111")},
    {"Unsupported .version", "the PTX is newer than what links or loads it", IDS("LN111", "LN106")},
    /* NCCL's networks and plugins */
    {"Failed to open libibverbs", "there is no libibverbs", IDS("LN201")},
    {"Failed to initialize any NET plugin", "NCCL has no network that it may use",
     IDS("LN202", "LN201", "LN203", "LN204", "LN205", "LN211", "LN212")},
    {"network IB not found", "InfiniBand is asked for and not to be had",
     IDS("LN201", "LN203", "LN204")},
    {"Error: network * not found", "the network that is asked for is not to be had",
     IDS("LN202", "LN205", "LN301")},
    {"NET/IB : No device found", "NCCL finds no InfiniBand device", IDS("LN203", "LN206", "LN207")},
    {"no socket interface found", "NCCL_SOCKET_IFNAME leaves no interface", IDS("LN211", "LN213")},
    {"No IP interface found", "NCCL_SOCKET_IFNAME leaves no interface", IDS("LN211", "LN213")},
    {"NET/Socket : no interface found", "NCCL_SOCKET_IFNAME leaves no interface",
     IDS("LN211", "LN213")},
    {"No usable listening interface found", "NCCL_COMM_ID is in no network of this host",
     IDS("LN215")},
    {"Invalid NCCL_COMM_ID", "NCCL_COMM_ID is no address", IDS("LN215")},
    {"network plugin*is unsupported", "the plugin has no interface that this NCCL takes",
     IDS("LN303")},
    {"Failed to find ncclNetPlugin", "the plugin has no interface that this NCCL takes",
     IDS("LN303")},
    {"Could not find: *net", "NCCL does not find its network plugin", IDS("LN301", "LN304")},
    {"No plugin found", "NCCL does not find its network plugin, or cannot load it",
     IDS("LN301", "LN302", "LN304")},
    {"Plugin load (", "NCCL cannot load its network plugin", IDS("LN302", "LN301", "LN304")},
    {"Finalizing already finalized plugin", "NCCL ends a plugin twice", IDS("LN306")},
    /* NCCL itself */
    {"corrupted comm object", "two NCCLs are in one process", IDS("LN101", "LN118", "LN110")},
    {"No space left on device", "/dev/shm is full", IDS("LN601")},
    {"Call to ibv_reg_mr failed", "InfiniBand may lock no more memory", IDS("LN602")},
    {"ibv_reg_mr*Cannot allocate memory", "InfiniBand may lock no more memory", IDS("LN602")},
    {"Duplicate GPU detected", "NCCL takes two hosts for one", IDS("LN604")},
    {"XML topology", "a topology file is not what NCCL wants", IDS("LN606", "LN605")},
    {"XML graph", "a graph file is not what NCCL wants", IDS("LN605")},
    {"unhandled cuda error", "a CUDA call inside NCCL failed", IDS("LN106", "LN119", "LN105")},
    {"unhandled system error", "a system call inside NCCL failed",
     IDS("LN601", "LN602", "LN201", "LN211", "LN215", "LN115")},
    {"invalid usage", "NCCL refuses its settings, or two NCCLs are in one process",
     IDS("LN202", "LN201", "LN203", "LN204", "LN205", "LN211", "LN213", "LN101", "LN118")},
    {"ncclInvalidUsage", "NCCL refuses its settings, or two NCCLs are in one process",
     IDS("LN202", "LN201", "LN203", "LN204", "LN205", "LN211", "LN213", "LN101", "LN118")},
    {"ncclInvalidArgument", "an argument from another NCCL, or a setting",
     IDS("LN101", "LN118", "LN110", "LN215")},
    {"collective operation timeout", "processes do not reach each other",
     IDS("LN212", "LN214", "LN211")},
    /* others' loaders, and ours */
    {"Unable to load NCCL", "a program finds no NCCL that it can load",
     IDS("LN115", "LN117", "LN109")},
    {"failed to load*NCCL", "a program finds no NCCL that it can load",
     IDS("LN115", "LN117", "LN109")},
    {"Failure finding \"lib", "cuda.pathfinder does not find a library", IDS("LN115", "LN109")},
    {"DynamicLibNotFoundError", "cuda.pathfinder does not find a library", IDS("LN115", "LN109")},
    {"FunctionNotFoundError", "a library lacks a function that is called",
     IDS("LN103", "LN107", "LN102", "LN104")},
    {"LAZYNCCL_", "lazynccl refuses a setting", IDS("LN114")},
    {"cannot be used: ", "lazynccl finds no copy that it can use", IDS("LN115", "LN117", "LN114")},
};
enum { MESSAGES = sizeof messages / sizeof *messages };

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
    for (int i = 0; i < MESSAGES; i++)
        if (is_in(text, messages[i].pattern))
            return &messages[i];
    return NULL;
}
