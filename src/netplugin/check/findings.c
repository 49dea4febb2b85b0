/* The findings that only a trial of a plugin can detect.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/findings/registry.h"

#define PLUGIN(...) FINDING_OF("lazynccl plugin", __VA_ARGS__)

PLUGIN(LN311, "plugin-without-interface", ERROR, "the file has no NCCL plugin interface",
       "NCCL looks a plugin's tables up by their symbols: ncclNetPlugin_vN, ncclCollNetPlugin_vN, "
       "ncclTunerPlugin_vN, ncclProfiler_vN, ncclEnvPlugin_vN, ncclGinPlugin_vN, ncclRmaPlugin_vN. "
       "A file without them is `unsupported`; NCCL goes on without it.",
       "name the plugin's own file; as its author, export the tables: default visibility, C names",
       "NCCL 2.28.9 src/plugin/net.cc, NVIDIA/nccl#513")

PLUGIN(LN312, "plugin-needs-driver", NOTE, "the plugin needs a GPU's driver",
       "Its init fails and names CUDA, a GPU or the driver, or the plugin needs libcuda.so.1, "
       "which is not here. That says nothing of the plugin.",
       "try it on a machine with a driver",
       "aws-ofi-nccl: its init fails at cuDriverGetVersion without a driver")

PLUGIN(LN313, "plugin-init-fails", WARNING, "the plugin's init fails",
       "NCCL then goes on with its own networks, with one line of NCCL_DEBUG=INFO. A plugin may do "
       "so where its hardware is not there; its log tells.",
       "mend what its log names, or use it where its hardware is",
       "NCCL 2.28.9 src/plugin/net.cc, plugins/net/README.md")

PLUGIN(LN314, "plugin-crashes", ERROR, "the plugin crashes, or ends the process",
       "What NCCL does with every plugin ended a process of the trial. A training job would end "
       "there, often without a line.",
       "debug the step that is named: each trial is what NCCL does, and no more",
       "NVIDIA/nccl#2159")

PLUGIN(LN315, "plugin-hangs", ERROR, "the plugin hangs",
       "No call may wait for the other side: it must return, without a comm or request if that is "
       "not ready, and NCCL calls it again. One thread serves several peers: if one call waits, "
       "all hang.",
       "let the call that is named return at once, and go on when it is called again",
       "NCCL plugins/net/README.md: connect, accept, isend, irecv, test")

PLUGIN(LN316, "plugin-devices-unusable", ERROR, "NCCL cannot use the plugin's devices",
       "NCCL takes a plugin's word for its devices: without a name, host memory, or room for one "
       "receive, it fails or crashes later. maxP2pBytes must be 1 byte to 1 TiB.",
       "fill in the properties of every device, in every version of the interface",
       "NCCL 2.28.9 src/plugin/net.cc, src/transport/net.cc, plugins/net/README.md")

PLUGIN(LN317, "plugin-properties-misread", WARNING, "NCCL misreads the plugin's devices",
       "NCCL never groups more than 64 receives, whatever maxRecvs says; it plans by speed, which "
       "is in Mb/s, and by maxComms.",
       "set speed (in Mb/s), maxComms and maxRecvs to what the device can do",
       "NCCL 2.28.9 src/transport/net.cc, src/graph/topo.cc, plugins/net/README.md")

PLUGIN(
    LN318, "plugin-renames-itself", NOTE, "the plugin changes its name in init",
    "From 2.28.7 NCCL compares NCCL_NET with the name before init; the one in its log is the later "
    "one, and NCCL_NET of that fails with `Failed to initialize any NET plugin`.",
    "use the name from before init for NCCL_NET; as its author, settle the name in a constructor",
    "NCCL 2.28.9 src/plugin/net.cc: ncclNetInit")

PLUGIN(LN319, "plugin-operation-missing", ERROR, "the plugin's table lacks an operation",
       "NCCL calls it without asking, and so calls NULL. Only regMrDmaBuf, iflush, getDeviceMr, "
       "irecvConsumed, makeVDevice and setNetAttr may be missing.",
       "fill in the whole table: finalize is an operation of it since v11",
       "NCCL 2.28.9 src/transport/net.cc")

PLUGIN(LN320, "plugin-operation-fails", ERROR, "an operation of the plugin fails",
       "It returned an error, or succeeded without giving what it must, where NCCL has asked for "
       "nothing unusual. NCCL ends the communicator for it.",
       "the plugin's log may tell more: lazynccl plugin inspect FILE --call",
       "NCCL plugins/net/README.md")

PLUGIN(LN321, "plugin-second-init-fails", ERROR, "the plugin's init does not work again",
       "Before v11 NCCL calls init once more after it has unloaded the plugin, or, from 2.28.3 "
       "with NCCL_NET_PLUGIN_REF_COUNT=1, after the last communicator; since v11 for each "
       "communicator, of which several live at once.",
       "count the calls of init, and keep what belongs to a communicator in its context",
       "NCCL 2.28.9 src/plugin/net.cc, NVIDIA/nccl#1978")

PLUGIN(LN322, "plugin-message-corrupted", ERROR, "a message arrives altered or incomplete",
       "What was received is not, byte for byte, what was sent: results would be wrong, and "
       "nothing would say so.",
       "report a receive as done when all of its data has been written",
       "NCCL plugins/net/README.md: irecv, test")

PLUGIN(LN323, "plugin-messages-swapped", ERROR, "messages of one irecv are swapped",
       "With maxRecvs above 1 NCCL receives several messages by one irecv; the tags say which "
       "belongs where, and they may be sent in any order.",
       "match messages to buffers by their tags, or publish maxRecvs 1",
       "NCCL plugins/net/README.md: irecv; src/transport/net.cc, NCCL_NET_SHARED_COMMS")

PLUGIN(LN324, "plugin-size-not-reported", ERROR, "test() does not report how much was received",
       "A message may be shorter than the room for it, or empty. NCCL reads from sizes how much "
       "has come, an element for each message of the irecv, and decides by that whether to flush.",
       "write the size of each message into sizes, if that is not NULL, when a receive is done",
       "NCCL plugins/net/README.md: test; src/transport/net.cc")

PLUGIN(LN325, "plugin-too-few-requests", WARNING, "it takes fewer requests than NCCL makes",
       "Each comm must hold NCCL_NET_MAX_REQUESTS of them, 32 since v7 and 8 before, and a send "
       "comm maxRecvs times as many. With fewer, NCCL waits and is slow, or hangs where the last "
       "one is what the other side waits for.",
       "let a receive comm hold 32 requests, and a send comm maxRecvs times as many",
       "NCCL plugins/net/README.md: Communication")

PLUGIN(LN326, "plugin-loses-message-at-close", ERROR, "a message is lost when its sender is closed",
       "test() said that the send is done. NCCL then closes the comm, while the other side may not "
       "have read the message yet.",
       "let closeSend leave to the network what was said to be sent",
       "NCCL plugins/net/README.md: test, closeSend")

PLUGIN(LN327, "plugin-leaks", WARNING, "the plugin keeps what it should give back",
       "File descriptors or threads of connections that are closed, or of an init that was undone, "
       "stay. A job that makes communicators again and again ends with `Too many open files`.",
       "release in closeSend, closeRecv and closeListen what the comm has, in finalize the rest",
       "NCCL plugins/net/README.md: closeListen/closeSend/closeRecv")

PLUGIN(LN328, "plugin-writes-out-of-bounds", ERROR, "the plugin writes past the end of its memory",
       "A handle has 128 bytes, and a receive the size that irecv was told. The "
       "memory after it belongs to NCCL.",
       "write no more than there is room for",
       "NCCL 2.28.9 src/include/plugin/nccl_net.h: NCCL_NET_HANDLE_MAXSIZE")

PLUGIN(
    LN331, "tuner-answer-unusable", ERROR, "NCCL cannot use the tuner's answer",
    "NCCL takes the cheapest algorithm and protocol of the table that the tuner has changed. A "
    "cost of -1 excludes one that is not there: another cost makes NCCL choose it, and the "
    "collective fails. A cost that is not a number, or a number of channels outside 0 to 64, has "
    "no meaning.",
    "change only costs that are not -1, and channels within NCCL's",
    "NCCL 2.28.9 src/enqueue.cc: topoGetAlgoInfo, plugins/tuner/README.md")

PLUGIN(
    LN329, "plugin-without-devices", NOTE, "the plugin finds no device",
    "Its init succeeds and it has 0 devices: NCCL goes on with its next network, with one line of "
    "NCCL_DEBUG=INFO. A plugin does so if its hardware is missing.",
    "try it on a machine with its hardware; its log may name the device that it looked for",
    "NCCL 2.28.9 src/plugin/net.cc")

PLUGIN(LN332, "plugin-table-too-short", ERROR, "a table is shorter than its version wants",
       "NCCL reads the table by the version in the symbol's name. A table of an older version has "
       "fewer operations, at other offsets: NCCL calls addresses from beyond its end.",
       "give ncclNetPlugin_vN the type ncclNet_vN_t, or lazynccl_net.h's struct lazynccl_net_vN",
       "NCCL 2.28.9 src/include/plugin/net/net_v8.h, net_v9.h")

PLUGIN(LN333, "plugin-table-unknown", NOTE, "a table's symbol is not a variable",
       "NCCL takes the symbol's address for a table. The symbol of a function or of a thread's "
       "variable leads elsewhere; without a size the table cannot be checked.",
       "export the table itself, as a variable", "NCCL 2.28.9 src/plugin/plugin_open.cc")
