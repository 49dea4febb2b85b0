/* The findings that only a trial of a plugin can detect.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/findings/registry.h"

#define PLUGIN(...) FINDING_OF("lazynccl plugin", __VA_ARGS__)

PLUGIN(LN311, "plugin-without-interface", ERROR, "the file has no NCCL plugin interface",
       "NCCL finds a plugin's tables by their symbols: ncclNetPlugin_vN, ncclCollNetPlugin_vN, "
       "ncclTunerPlugin_vN, ncclProfiler_vN, ncclEnvPlugin_vN, ncclGinPlugin_vN, ncclRmaPlugin_vN. "
       "NCCL reports a file without them as `unsupported`, and continues without it.",
       "name the plugin's file; if you are its author, export the tables with default visibility "
       "and C names",
       "NCCL 2.28.9 src/plugin/net.cc, NVIDIA/nccl#513")

PLUGIN(LN312, "plugin-needs-driver", NOTE, "the plugin needs a GPU's driver",
       "Its init fails with a message about CUDA, a GPU or the driver, or the plugin needs "
       "libcuda.so.1, which this machine lacks. The plugin may be correct.",
       "try it on a machine with a driver",
       "aws-ofi-nccl: its init fails at cuDriverGetVersion without a driver")

PLUGIN(LN313, "plugin-init-fails", WARNING, "the plugin's init fails",
       "NCCL then continues with its built-in networks; only a line of NCCL_DEBUG=INFO says so. A "
       "plugin may fail if its hardware is missing; its log gives the reason.",
       "fix what its log reports, or use the plugin on a machine with its hardware",
       "NCCL 2.28.9 src/plugin/net.cc, plugins/net/README.md")

PLUGIN(LN314, "plugin-crashes", ERROR, "the plugin crashes, or ends the process",
       "A call that NCCL makes to every plugin ended the process of the trial. A training job "
       "would end there, often without a message.",
       "debug the step that is named: a trial makes only calls that NCCL makes", "NVIDIA/nccl#2159")

PLUGIN(LN315, "plugin-hangs", ERROR, "the plugin hangs",
       "No call may wait for the other side. If a comm or request is not ready, the call must "
       "return without one, and NCCL calls again. One thread serves several peers, so a call that "
       "waits blocks all of them.",
       "return from the named call at once, and continue when it is called again",
       "NCCL plugins/net/README.md: connect, accept, isend, irecv, test")

PLUGIN(
    LN316, "plugin-devices-unusable", ERROR, "NCCL cannot use the plugin's devices",
    "NCCL does not check the properties of a device. Without a name, support for host memory, or "
    "room for one receive, it fails or crashes later. maxP2pBytes must be from 1 byte to 1 TiB.",
    "fill in the properties of every device, in every version of the interface",
    "NCCL 2.28.9 src/plugin/net.cc, src/transport/net.cc, plugins/net/README.md")

PLUGIN(LN317, "plugin-properties-misread", WARNING, "NCCL misreads the plugin's devices",
       "NCCL groups at most 64 receives, whatever maxRecvs is, and plans with speed, in Mb/s, and "
       "maxComms.",
       "set speed (in Mb/s), maxComms and maxRecvs to what the device can do",
       "NCCL 2.28.9 src/transport/net.cc, src/graph/topo.cc, plugins/net/README.md")

PLUGIN(LN318, "plugin-renames-itself", NOTE, "the plugin changes its name in init",
       "From 2.28.7 NCCL compares NCCL_NET with the name that the plugin has before init. Its log "
       "shows the name after init; NCCL_NET with that name fails with `Failed to initialize any "
       "NET plugin`.",
       "set NCCL_NET to the name before init; if you are the plugin's author, set the name in a "
       "constructor",
       "NCCL 2.28.9 src/plugin/net.cc: ncclNetInit")

PLUGIN(LN319, "plugin-operation-missing", ERROR, "the plugin's table lacks an operation",
       "NCCL calls the operation without a check, so it calls NULL. Only regMrDmaBuf, iflush, "
       "getDeviceMr, irecvConsumed, makeVDevice and setNetAttr may be NULL.",
       "fill in the whole table; finalize is one of its operations since v11",
       "NCCL 2.28.9 src/transport/net.cc")

PLUGIN(LN320, "plugin-operation-fails", ERROR, "an operation of the plugin fails",
       "It returned an error, or succeeded without a required result, although the call was an "
       "ordinary one. NCCL aborts the communicator.",
       "the plugin's log may say more: lazynccl plugin inspect FILE --call",
       "NCCL plugins/net/README.md")

PLUGIN(LN321, "plugin-second-init-fails", ERROR, "the plugin's init fails when it is called again",
       "Before v11 NCCL calls init again after it has unloaded the plugin, and from 2.28.3 with "
       "NCCL_NET_PLUGIN_REF_COUNT=1 after the last communicator. Since v11 it calls init for each "
       "communicator, and several exist at once.",
       "count the calls of init, and keep the state of a communicator in its context",
       "NCCL 2.28.9 src/plugin/net.cc, NVIDIA/nccl#1978")

PLUGIN(LN322, "plugin-message-corrupted", ERROR, "a message arrives altered or incomplete",
       "The received bytes differ from those that were sent. Results would be wrong, and no error "
       "would say so.",
       "report a receive as done only when all of its data has been written",
       "NCCL plugins/net/README.md: irecv, test")

PLUGIN(LN323, "plugin-messages-swapped", ERROR, "messages of one irecv are swapped",
       "With maxRecvs above 1 NCCL receives several messages with one irecv. Their tags say which "
       "message belongs to which buffer; they may be sent in any order.",
       "match messages to buffers by their tags, or publish maxRecvs 1",
       "NCCL plugins/net/README.md: irecv; src/transport/net.cc, NCCL_NET_SHARED_COMMS")

PLUGIN(LN324, "plugin-size-not-reported", ERROR, "test() does not report how much was received",
       "A message may be shorter than its buffer, or empty. NCCL reads the size of each message of "
       "an irecv from sizes, and decides by it whether to flush.",
       "write the size of each message into sizes, if that is not NULL, when a receive is done",
       "NCCL plugins/net/README.md: test; src/transport/net.cc")

PLUGIN(LN325, "plugin-too-few-requests", WARNING,
       "the plugin accepts fewer requests than NCCL makes",
       "Each comm must hold NCCL_NET_MAX_REQUESTS requests, 32 since v7 and 8 before, and a send "
       "comm maxRecvs times as many. With fewer, NCCL is slow, or hangs if the other side waits "
       "for the request that does not fit.",
       "let a receive comm hold 32 requests, and a send comm maxRecvs times as many",
       "NCCL plugins/net/README.md: Communication")

PLUGIN(LN326, "plugin-loses-message-at-close", ERROR, "a message is lost when its sender is closed",
       "test() reported the send as done, so NCCL closed the comm. The other side may not have "
       "read the message yet.",
       "let closeSend deliver what test() has reported as sent",
       "NCCL plugins/net/README.md: test, closeSend")

PLUGIN(LN327, "plugin-leaks", WARNING, "the plugin leaks file descriptors or threads",
       "File descriptors or threads remain after their connections are closed, or after finalize. "
       "A job that creates communicators repeatedly ends with `Too many open files`.",
       "release the resources of a comm in closeSend, closeRecv and closeListen, and all others in "
       "finalize",
       "NCCL plugins/net/README.md: closeListen/closeSend/closeRecv")

PLUGIN(LN328, "plugin-writes-out-of-bounds", ERROR, "the plugin writes past the end of a buffer",
       "A handle has 128 bytes, and the buffer of a receive has the size that was passed to irecv. "
       "The memory after them belongs to NCCL.",
       "write at most the size of the buffer",
       "NCCL 2.28.9 src/include/plugin/nccl_net.h: NCCL_NET_HANDLE_MAXSIZE")

PLUGIN(LN331, "tuner-answer-unusable", ERROR, "NCCL cannot use the tuner's result",
       "NCCL chooses the cheapest algorithm and protocol in the table, after the tuner has changed "
       "it. A cost of -1 excludes an entry that is not available; with another cost NCCL may "
       "choose it, and the collective fails. A cost that is not a number, and a number of channels "
       "outside 0 to 64, are invalid.",
       "change only costs that are not -1, and choose 0 to 64 channels",
       "NCCL 2.28.9 src/enqueue.cc: topoGetAlgoInfo, plugins/tuner/README.md")

PLUGIN(LN329, "plugin-without-devices", NOTE, "the plugin finds no device",
       "Its init succeeds and it reports 0 devices, so NCCL continues with its next network; only "
       "a line of NCCL_DEBUG=INFO says so. A plugin does this if its hardware is missing.",
       "try it on a machine with its hardware; its log may name the device that it looked for",
       "NCCL 2.28.9 src/plugin/net.cc")

PLUGIN(
    LN332, "plugin-table-too-short", ERROR, "a table is shorter than its version requires",
    "NCCL reads the table with the layout of the version in its symbol's name. A table of an older "
    "version has fewer operations at other offsets, so NCCL calls addresses beyond its end.",
    "give the table the type of its symbol's version, such as ncclNet_vN_t for ncclNetPlugin_vN",
    "NCCL 2.28.9 src/include/plugin/net/net_v8.h, net_v9.h")

PLUGIN(LN333, "plugin-table-unknown", NOTE, "a table's symbol is not a variable",
       "NCCL uses the symbol's address as a table. The address of a function or of a thread-local "
       "variable is not a table, and a symbol without a size cannot be checked.",
       "export the table itself, as a variable", "NCCL 2.28.9 src/plugin/plugin_open.cc")
