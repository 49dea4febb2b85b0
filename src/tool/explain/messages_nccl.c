/* What NCCL prints, and what PyTorch and others make of it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Each was looked up in NCCL's sources; the releases in which its text stands are named where they
 * are not 2.8 to 2.30. */
#include "tool/explain/messages.h"

#define NO_INTERFACE "NCCL_SOCKET_IFNAME leaves no interface"
#define NO_NETWORK "NCCL finds no network of the name in NCCL_NET"
#define UNREACHABLE "a rank cannot reach another one's address"
#define ENDED "another rank ended, or closed the connection"
#define UNLIKE "ranks differ in their NCCL release or settings"
#define SHM "NCCL cannot get shared memory"
#define LOCKED "RDMA may lock no more memory"
#define RDMA "an RDMA transfer failed"
#define TOPOLOGY "a topology file is not what NCCL wants"
#define CONFIGURE "NCCL_IB_HCA, or a device that cannot be opened"
#define CODE(what) "NCCL's bare code for " what ": its warning says which"

const struct message_row messages_of_nccl[] = {
    /* networks and plugins */
    {ASKED_NET, "Failed to open libibverbs", "there is no libibverbs", "LN201"},
    {CAUSE, "Failed to initialize any NET plugin", "NCCL has no network that it may use",
     "LN202 LN201 LN204 LN203 LN205 LN211 LN212"}, /* from 2.27 */
    {CAUSE, "Error: network  not found", "NCCL_NET is set but empty", "LN202"},
    {CAUSE, "Error: network IB not found", NO_NETWORK, "LN201 LN204 LN203"},
    {CAUSE, "Error: network * not found", NO_NETWORK,
     "LN205 LN301 LN202 LN204 LN203"}, /* up to 2.26 */
    {CAUSE, "NET/IB : Unable to open device", CONFIGURE, "LN206 LN203"},
    {ASKED_NET, "NET/IB : No device found", "NCCL finds no InfiniBand device", "LN203 LN206 LN207"},
    {CAUSE, "no *interface found", NO_INTERFACE, "LN211 LN213"},
    {CAUSE, "is neither AF_INET(2) nor AF_INET6(10)", NO_INTERFACE, "LN211 LN213 LN101"},
    {CAUSE, "No usable listening interface found", "NCCL_COMM_ID is in no network of this host",
     "LN215"},
    {CAUSE, "Invalid NCCL_COMM_ID", "NCCL_COMM_ID is not an address", "LN215"},
    {ASKED, "network plugin*is unsupported", "the plugin has no interface that this NCCL takes",
     "LN303"},
    {ASKED, "Failed to find ncclNetPlugin", "the plugin has no interface that this NCCL takes",
     "LN303"},
    {ASKED, "NET/Plugin: Could not find: * libnccl-net-", "NCCL does not find its network plugin",
     "LN301 LN304"},
    {ASKED, "No plugin found", "NCCL does not find its network plugin, or cannot load it",
     "LN301 LN302 LN304"},
    {ASKED, "Plugin load (", "NCCL cannot load its network plugin", "LN302 LN301 LN304"},
    {CAUSE, "NET/OFI*initialization failed",
     "the plugin's start failed, so NCCL uses its own networks", "LN313"},
    {CAUSE, "Finalizing already finalized plugin", "NCCL ends a plugin twice", "LN306"},
    /* connections */
    {CAUSE, "Connect to * failed : ", UNREACHABLE,
     "LN707 LN214 LN212"},                                          /* all; "returned" from 2.24 */
    {CAUSE, "socketPollConnect", UNREACHABLE, "LN707 LN214 LN212"}, /* from 2.24 */
    {CAUSE, " failed : Connection refused", UNREACHABLE, "LN707 LN214 LN212"},
    {CAUSE, "Call to bind failed", "NCCL chose an address that it cannot use", "LN214 LN211"},
    {CAUSE, "NCCL WARN*Address already in use", NULL, "ports"},
    {CAUSE, "NCCL WARN*Too many open files", NULL, "files"},
    {EFFECT, "Connection closed by remote peer", ENDED, "LN711"},
    {EFFECT, " failed : Connection reset by peer", ENDED, "LN711"},
    {EFFECT, " failed : Broken pipe", ENDED, "LN711"},
    {EFFECT, "Socket recv failed while polling", ENDED, "LN711"},
    {EFFECT, "collective operation timeout: WorkNCCL(SeqNum=1,",
     "the first collective of a group did not end: processes do not reach each other, or one is "
     "missing",
     "LN212 LN214 LN805"},
    {EFFECT, "collective operation timeout", "a rank did not come to a collective", "LN805"},
    /* ranks that are not alike */
    {CAUSE, "ranks has already checked in", "two processes have the same rank", "LN810"},
    {CAUSE, "Duplicate GPU detected", "two ranks use one GPU", "LN701 LN604"},
    {CAUSE, "Message truncated : received", UNLIKE, "LN703"},
    {CAUSE, "receiving * bytes instead of", UNLIKE, "LN703"},
    {CAUSE, "collective mismatch error", UNLIKE, "LN703"},
    {CAUSE, "wrong type * != ", UNLIKE, "LN703 LN101"},
    {CAUSE, "NCCL version mismatch", UNLIKE, "LN703"},   /* from 2.24 */
    {CAUSE, "Mismatched NCCL version", UNLIKE, "LN703"}, /* from 2.24 */
    {CAUSE, "corrupted comm object", "two NCCLs are in one process", "LN101 LN118 LN110"},
    {CAUSE, "Mismatched collective detected", "ranks call different collectives",
     "LN805"}, /* up to 2.7 */
    /* memory and the machine */
    {CAUSE, "posix_fallocate failed", SHM, "LN601"}, /* up to 2.15 */
    {CAUSE, "failed to extend /dev/shm", SHM, "LN601"},
    {CAUSE, "Error while creating shared memory", SHM, "LN601"},
    {CAUSE, "attaching to shared memory*No such file", "a shared segment is gone", "LN712"},
    {CAUSE, "unlink shared memory", "a shared segment is gone", "LN712"},
    {CAUSE, "Call to ibv_reg_mr failed", LOCKED, "LN602"},
    {CAUSE, "Call to ibv_create_% failed", LOCKED, "LN602"},
    {CAUSE, "ibv_reg_mr*Cannot allocate memory", LOCKED, "LN602"},
    {CAUSE, "nccl*XML topology", TOPOLOGY, "LN606 LN605"},
    {CAUSE, "nccl*XML graph", "a graph file is not what NCCL wants", "LN605"},
    {CAUSE, "Attribute * of node * not found", TOPOLOGY, "LN605"},
    {CAUSE, "Could not find real path of /sys/class/pci_bus",
     "NCCL does not find the GPU on this machine's bus", "LN705"},
    {CAUSE, "Unrecognized element token", "a setting has a value that NCCL does not know", "LN407"},
    {CAUSE, "no algorithm/protocol available", "NCCL_ALGO and NCCL_PROTO leave NCCL no choice",
     "LN716 LN407"},
    {CAUSE, "Could not find NET with id", "this NCCL loses an adapter when it merges them",
     "LN717"}, /* 2.25 and 2.26 */
    /* not about loading */
    {CAUSE, "argcheck*NCCL WARN", "a program gave NCCL an argument that it refuses", "LN811"},
    {CAUSE, "NET/IB*Got completion*", RDMA, "LN802"},
    {CAUSE, "NET/IB*Got async event", RDMA, "LN802"},
    {CAUSE, "Call to ibv_modify_qp failed", "two RDMA devices cannot connect", "LN803"},
    {CAUSE, "transport/nvls%.cc*NCCL WARN Cuda failure", "NVLink SHARP could not be set up",
     "LN801"},
    {CAUSE, "NVLink SHARP (NVLS) Multicast memory", "NVLink SHARP could not be set up", "LN801"},
    /* bare codes */
    {EFFECT, "NCCL WARN Cuda failure", "a CUDA call inside NCCL failed", "LN700 LN106 LN119 LN105"},
    {BARE, "NCCL_ERROR_SYSTEM_ERROR",
     "CuPy's bare code: a system call of NCCL's failed, or NCCL is absent: LAZYNCCL_DEBUG=1 says "
     "which",
     "LN700 LN120 LN601 LN602 LN201 LN211 LN215 LN115"},
    {0},
};
