/* The lines of NCCL's log that name the cause of a finding, lazynccl's own messages, and the
 * messages of five findings outside the log, each in at most three rows.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/wording.h"

// clang-format off
#define ROW(rank, patterns, what, ids) {patterns, {rank, what, NULL, NULL, ids, NULL}}
#define ROW_WHY(rank, patterns, what, why, ids) {patterns, {rank, what, why, NULL, ids, NULL}}
// clang-format on
#define NO_NETWORK "NCCL found no network of the name in NCCL_NET"
#define NO_NETWORK_WHY                                                                             \
    "NCCL_NET names a network that this NCCL and its plugins do not have, or that does not work "  \
    "here."
#define NO_PLUGIN "NCCL did not find its network plugin, or cannot load it"
#define RANKS_DIFFER "ranks differ in NCCL's release or settings, or in the sizes that they pass"

const struct wording wordings[] = {
    /* lazynccl */
    ROW(CAUSE, "cannot be used: *; correct or unset *_libpath|used: * such file or directory (env)",
        "lazynccl cannot use a file that LAZYNCCL_LIBPATH names", "LN123"),
    ROW(CAUSE, "cannot be used: *_search=* allows no others|cannot be used: *_libpath=* has none: ",
        "lazynccl found no usable copy in the search locations that it may use", "LN120"),
    ROW(CAUSE, "lazynccl_*=*: ", "lazynccl refuses a setting", "LN114"),

    /* loaders that name no library */
    ROW(CAUSE, "needed != null", "a file requires a version of a library that it does not need",
        "LN505"),
    ROW(CAUSE, "check_match: assertion",
        "ld.so loaded a library without symbol versions in place of one with them",
        "LN105 LN117 LN113"),
    ROW(CAUSE,
        "dynamically load the * shared library|libcu*[0-9] not found in the system path|libcudnn * "
        "not found in library path",
        "a program did not find a library of CUDA", "LN115 LN109 LN116 LN125 LN129"),

    /* the driver, NVRTC and nvJitLink */
    ROW(CAUSE,
        "nvrtc: error: failed to open libnvrtc-builtins|nvrtc: error: failed to load "
        "builtins|nvrtc_error unknown",
        "NVRTC did not find its builtins", "LN108 LN112"),
    ROW(CAUSE, "linked to libnvidia-ml library at wrong path|for linking only, not the real",
        "a stub library was found, which is for linking only", "LN105"),
    ROW(CAUSE, "may need newer version of nvjitlink", NULL, "LN111"),
    ROW(CAUSE, "identifier nv_is_device|cannot open source file vector_types.h", NULL, "LN709"),

    /* NCCL's log: healthy runs also print the first of these lines */
    ROW(ASKED_NET, "failed to open libibverbs",
        "NCCL did not find libibverbs, and uses no InfiniBand", "LN201"),
    ROW_WHY(ASKED_NET, "net/ib : no device found", "NCCL found no InfiniBand device",
            "The host has none, or the process may not open its device files.",
            "LN203 LN206 LN207"),
    ROW(ASKED, "network plugin*is unsupported|failed to find ncclnetplugin", NULL, "LN303"),
    ROW(ASKED, "net/plugin: could not find: * libnccl-net-", "NCCL did not find its network plugin",
        "LN301 LN304"),
    {"tuner/plugin: could not find: /|profiler/plugin: could not find: /",
     {ASKED, "NCCL did not find the tuner or profiler that a setting names",
      "NCCL continues with its own. No file has the name in NCCL_TUNER_PLUGIN or "
      "NCCL_PROFILER_PLUGIN.",
      "correct or unset the variable", "LN301", NULL}},
    ROW(ASKED, "no plugin found (libnccl-net-", NO_PLUGIN, "LN301 LN302 LN304"),
    ROW(ASKED, "plugin load (", "NCCL cannot load its network plugin", "LN302 LN301 LN304"),
    ROW_WHY(CAUSE, "failed to initialize any net plugin", "NCCL found no network that it may use",
            "NCCL_NET names one that does not work here, or settings exclude each network.",
            "LN202 LN201 LN204 LN203 LN205"),
    ROW(CAUSE, "error: network not found", "NCCL_NET is set but empty", "LN202"),
    ROW_WHY(CAUSE, "error: network ib not found", NO_NETWORK, NO_NETWORK_WHY, "LN201 LN204 LN203"),
    ROW(CAUSE, "error: network * not found", NO_NETWORK, "LN205 LN301 LN202 LN204 LN203"),
    ROW(CAUSE, "net/ib : unable to open device", "NCCL cannot open an RDMA device", "LN206 LN203"),
    ROW(CAUSE, "finalizing already finalized plugin", NULL, "LN306"),
    ROW(CAUSE, "corrupted comm object", "two copies of NCCL are loaded in one process",
        "LN101 LN118 LN110"),

    /* ranks */
    ROW(CAUSE,
        "message truncated : received|receiving * bytes instead of|collective mismatch error|nccl "
        "version mismatch|mismatched nccl version",
        RANKS_DIFFER, "LN805"),
    ROW(CAUSE, "wrong type * != ", RANKS_DIFFER, "LN805 LN101"),
    ROW(CAUSE,
        "cudnn version incompatibility|cudnn *version* mismatch|cudnn lib mismatch|mixed dnn "
        "version|loaded *cudnn library|linked against cudnn * but loaded|cudnn reports version * "
        "not compatible|found cudnn version * but |outdated cudnn installation|but cudnn version "
        "in your machine|version of cudnn * does not match",
        NULL, "LN710"),
    ROW(EFFECT, "cannot load symbol cudnn", "cuDNN did not find one of its parts", "LN710"),
    {"collective operation timeout|a collective timeout|nccl operation timed out|timeout at nccl "
     "work:|termination timeout for*nccl|waiting for remainder of ranks|mismatched collective "
     "detected|watchdog got stuck|heartbeat monitor timed out|without making progress in "
     "monitoring",
     {EFFECT, "a collective did not end in time", NULL,
      "lazynccl run --trace DIR -- COMMAND on all ranks, then lazynccl trace DIR, which names the "
      "rank that does not call, and its last call",
      "LN805", NULL}},
    {0},
};
