/* What no grammar covers: sentences of programs in place of an error code, and NCCL's that need
 * another answer than the part of NCCL that prints them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/messages.h"

#define NO_INTERFACE "NCCL_SOCKET_IFNAME leaves no interface"
#define NO_NETWORK "NCCL finds no network of the name in NCCL_NET"
#define UNLIKE "ranks differ in their NCCL release or settings"

// clang-format off
#define ROW(kind, pattern, means, ids) {pattern, {kind, means, ids, NULL, NULL, NULL, NULL}, 0}
#define ROW_CLASS(kind, pattern, class_of)                                                         \
    {pattern, {kind, NULL, NULL, NULL, NULL, NULL, NULL}, CLASS_##class_of}
// clang-format on

const struct message_row rows_of_messages[] = {
    /* ld.so's assertions name no library */
    ROW(CAUSE, "needed != null", "a file requires a version of a library that it does not need",
        "LN505"),
    ROW(CAUSE, "check_match: assertion",
        "a library without symbol versions is loaded in place of one with them",
        "LN105 LN117 LN113"),
    /* the libraries are named in lines of healthy runs, too */
    {"cannot dlopen some gpu libraries|failed to create cudaexecutionprovider"
     "|appendexecutionprovider_cuda: failed|find cuda shared provider|cuda setup failed despite"
     "|but installed cuda backend",
     {EFFECT, "a framework does not find a library of CUDA", "LN115 LN109 LN116 LN125 LN129",
      "a line before may name it: CUDA and cuDNN of the releases that the framework requires "
      "(pip install 'tensorflow[and-cuda]'; ONNX Runtime from 1.19 on: CUDA 12 and cuDNN 9), in "
      "LD_LIBRARY_PATH unless they are wheels",
      NULL, NULL, NULL},
     0},
    /* cuda.pathfinder's exceptions name a library in the middle of Python's own text */
    ROW(CAUSE, "dynamiclibnotfounderror", "cuda.pathfinder does not find a library",
        "LN115 LN109 LN116 LN125 LN129"),
    ROW(CAUSE, "functionnotfounderror", "a library lacks a function that is called",
        "LN103 LN107 LN102"),
    /* lazynccl's own messages */
    ROW(CAUSE, "lazynccl_*=*: ", "lazynccl refuses a setting", "LN114"),
    ROW(CAUSE, "cannot be used: *; correct or unset *_libpath",
        "a file that LAZYNCCL_LIBPATH names cannot be used", "LN123"),
    ROW(CAUSE, "cannot be used: *_search=* allows no others",
        "the search locations in LAZYNCCL_SEARCH have no usable copy: unset it, or add a location",
        "LN120"),

    /* PyTorch and nvidia-smi ask the driver, and print neither code nor text */
    ROW_CLASS(CAUSE,
              "cuda driver initialization failed|no supported devices found for platform|problem "
              "with the cuda driver|cuda* did "
              "not successfully initialize|driver failed to report its version",
              NO_GPU),
    {"nvenc api version|minimum required nvidia driver",
     {EFFECT, /* or NVENC's library lacks */
      "the driver is older than the video encoder (NVENC) that the program was built for", "LN106",
      "update the driver",
      "an older build of the program (FFmpeg, OBS), made with older nv-codec-headers", "old-driver",
      NULL},
     0},
    ROW_CLASS(CAUSE,
              "driver does not support cuda|unsatisfied condition: cuda|unsupported cuda version: "
              "driver|requires nvidia driver "
              "version"
              "|container was built for nvidia driver release"
              "|cuda driver*too old|nvidia driver*too old|found driver supporting cuda|driver only "
              "supports cuda|old cuda driver|only supports up to cuda|driver "
              "version is insufficient",
              OLD_DRIVER),
    ROW_CLASS(CAUSE,
              "driver/library version mismatch|nvrm: api mismatch|does not match dso version",
              MIXED_DRIVER),
    ROW_CLASS(EFFECT, "cuda-capable devices are busy", IN_USE), /* CUDA's text up to 11 */
    /* compilers: in their logs, not in their codes */
    ROW_CLASS(CAUSE,
              "invalid value for --gpu-architecture|gpu, which is not yet supported"
              "|no cuda device code available",
              BUILD),
    ROW(CAUSE, "identifier nv_is_device", NULL, "LN709"),
    ROW(CAUSE, "may need newer version of nvjitlink", NULL, "LN111"),
    ROW_CLASS(CAUSE, "nvrtc_error unknown", BUILTINS), /* an older NVRTC's text */
    ROW_CLASS(CAUSE, "unsupported .version", PTX),
    ROW_CLASS(CAUSE,
              "unsupported gpu architecture|unsupported cuda gpu architecture|unsupported .target"
              "|is not defined for option gpu-|is not a recognized processor for this target",
              TARGET),
    /* frameworks compare cuDNN's releases themselves */
    ROW(CAUSE,
        "cudnn version incompatibility|cudnn *version* mismatch"
        "|cudnn lib mismatch|mixed dnn version|loaded *cudnn library|but cudnn version in your "
        "machine"
        "|linked against cudnn * but loaded|cudnn reports version * not compatible",
        NULL, "LN710"),
    /* frameworks' own words for a handle that could not be created */
    ROW_CLASS(BARE, "blas * launch failed|no algorithm worked", STATE),
    ROW_CLASS(EFFECT, "dnn library initialization failed", CUDNN_STATE),
    /* builds, processes, containers and hardware have no error code */
    ROW_CLASS(
        CAUSE,
        "#error*-- unsupported |than the maximum required version by cuda|failed to preprocess "
        "host compiler|identifier _float|identifier __float128|_float32 does not "
        "name a type|identifier __builtin_|parameter packs not expanded with|host compiler "
        "targets unsupported|identifier __bf16|is incompatible with that of previous function",
        COMPILER),
    {"nvcc fatal*unknown option*openmp|nvcc fatal*unknown option -m|nvcc fatal*unknown option m"
     "|nvcc fatal*unknown option*wall|nvcc fatal*unknown option*wextra|nvcc fatal*unknown "
     "option*wno-unused|nvcc fatal*unknown option*wmissing-decl|nvcc fatal*unknown option*fpic"
     "|nvcc fatal*unknown option*pthread|nvcc fatal*unknown option*fvisib",
     {CAUSE, "the build gives nvcc an option of the host compiler, which nvcc does not know", "",
      "-Xcompiler=OPTION in its place; CMake: OPTION within $<$<COMPILE_LANGUAGE:CXX>:OPTION>; or "
      "from CUDA 10.2 on NVCC_APPEND_FLAGS=-forward-unknown-to-host-compiler",
      NULL, "host-option", NULL},
     0},
    ROW_CLASS(CAUSE,
              "is not defined for option std|nvcc fatal*unknown option|nvcc fatal*is not supported"
              "|is not supported by nvcc|nvcc warning*flag is not supported",
              OLD_NVCC),
    ROW_CLASS(
        EFFECT,
        "cuda compiler identification is unknown|cuda_architectures is empty"
        "|cuda_architectures must be|default cuda architecture|empty cuda_architectures not "
        "allowed|cuda compiler: * broken|failed checking for nvcc|could not get cuda compute cap"
        "|no gpu codes parsed|cuda compiler identification source file",
        CMAKE),
    ROW_CLASS(EFFECT, "/include/c++/*): error: ", COMPILER), /* of nvcc, in gcc's own header */
    ROW_CLASS(CAUSE, "newer than toolkit|but the cuda headers say", TOOLKITS),
    ROW_CLASS(CAUSE,
              "a4b469963bf863cc|nvidia*is not signed|nvidia*no_pubkey|failed to fetch*nvidia",
              REPOSITORY),
    {"nvvm_error_|nvvmerror: failed to compile",
     {EFFECT, "libNVVM refuses the code of a compiler, mostly made for another release of it", "",
      "the CUDA toolkit that the compiler supports, in CUDA_HOME (Numba: its documents list them; "
      "conda install -c conda-forge cuda-nvcc cuda-nvrtc), or a newer compiler: pip install "
      "--upgrade numba-cuda",
      NULL, "nvvm", NULL},
     0},
    {"unsupported cuda toolkit version",
     {CAUSE, "the program's build does not know this CUDA toolkit, which is newer", "",
      "a newer release of the program or binding; or an older toolkit, first in PATH and in "
      "CUDA_HOME (Rust's cudarc: CUDARC_CUDA_VERSION=12080)",
      NULL, "new-toolkit", NULL},
     0},
    ROW_CLASS(EFFECT, "nvlink error|nvlink fatal|nvcc error*died due to", DEVICE_LINK),
    ROW_CLASS(CAUSE,
              "no such package @local_config_cuda|not configured to build with gpu"
              "|no such package @local_config_tensorrt|no such package @local_config_nccl"
              "|cuda_configure.bzl has errors|cuda_configure.bzl*does not exist",
              BAZEL),
    ROW_CLASS(CAUSE, "resolvepackagenotfound|packagesnotfounderror", CONDA_CHANNEL),
    ROW(CAUSE,
        "mismatches the version that was used to compile|not match the version torch was compiled"
        "|not match the version used to compile",
        NULL, "LN820"),
    {"corresponding iplugincreator not found in plugin|getplugincreator could not find|plugin not "
     "found, are the plugin",
     {CAUSE, "a TensorRT engine or model needs a plugin that is not registered", "",
      "before it, initLibNvInferPlugins (Python: trt.init_libnvinfer_plugins(logger, '')); for a "
      "plugin of its own load that library first: ctypes.CDLL(FILE), trtexec --plugins=FILE",
      "build the engine again, with this release of TensorRT and of the plugin", "tensorrt-api",
      NULL},
     0},
    {"tensorrt mismatch|tensorrt*object has no attribute|nvinfer1*has no member|no member "
     "named*nvinfer1"
     "|but the installed tensorrt|tensorrt* was linked against tensorrt",
     {CAUSE, "the program was written or built for another release of TensorRT", "",
      "the TensorRT that its documents name: pip install 'tensorrt==8.6.*' (num_bindings, "
      "max_workspace_size and build_cuda_engine went away with 10); or a newer release of the "
      "program",
      NULL, "tensorrt-api", NULL},
     0},
    ROW_CLASS(CAUSE, "provides __cuda|__cuda >|__cuda[", CONDA),
    ROW(CAUSE,
        "a cuda-enabled jaxlib is not installed|cudaexecutionprovider* in available provider", NULL,
        "LN814"),
    ROW_CLASS(EFFECT,
              "serialization assertion*failed|engine plan file is |version tag does not match"
              "|deserialize*engine failed|failed to deserialize*engine"
              "|deserializecudaengine*error code",
              ENGINE),
    ROW_CLASS(EFFECT,
              "is not compatible with the current pytorch|no longer supports this gpu|not built "
              "for this device|load cuda fat binary",
              BUILD),
    ROW_CLASS(EFFECT, "error in cudadevicegetdefaultmempool", NOT_HERE),
    ROW(CAUSE, "cannot re-initialize cuda in forked subprocess", NULL, "LN815"),
    ROW_CLASS(CAUSE, "could not find any nv* on this host", HOST),

    /* NCCL prints these in healthy runs, too */
    {"failed to open libibverbs",
     {ASKED_NET, "libibverbs is not installed, so NCCL uses no InfiniBand", "LN201",
      "harmless without InfiniBand; with it install libibverbs1 and ibverbs-providers (RPM: "
      "rdma-core)",
      NULL, NULL, NULL},
     0},
    ROW(ASKED_NET, "net/ib : no device found", "NCCL finds no InfiniBand device",
        "LN203 LN206 LN207"),
    ROW(ASKED, "network plugin*is unsupported|failed to find ncclnetplugin", NULL, "LN303"),
    ROW(ASKED, "net/plugin: could not find: * libnccl-net-",
        "NCCL does not find its network plugin", "LN301 LN304"),
    ROW(ASKED, "no plugin found (libnccl-net-",
        "NCCL does not find its network plugin, or cannot load it", "LN301 LN302 LN304"),
    ROW(ASKED, "plugin load (", "NCCL cannot load its network plugin", "LN302 LN301 LN304"),
    /* a setting of the network */
    ROW(CAUSE, "failed to initialize any net plugin", "NCCL has no network that it may use",
        "LN202 LN201 LN204 LN203 LN205 LN211 LN212"), /* from 2.27 */
    ROW(CAUSE, "error: network not found", "NCCL_NET is set but empty", "LN202"),
    ROW(CAUSE, "error: network ib not found", NO_NETWORK, "LN201 LN204 LN203"),
    ROW(CAUSE, "error: network * not found", NO_NETWORK,
        "LN205 LN301 LN202 LN204 LN203"), /* up to 2.26 */
    ROW(CAUSE, "net/ib : unable to open device", "NCCL_IB_HCA, or a device that cannot be opened",
        "LN206 LN203"),
    ROW(CAUSE, "no *interface found|is neither af_inet(2) nor af_inet6(10)", NO_INTERFACE,
        "LN211 LN213 LN101"),
    ROW(CAUSE, "no usable listening interface found|invalid nccl_comm_id",
        "NCCL_COMM_ID is not an address in a network of this host", "LN215"),
    ROW(CAUSE, "finalizing already finalized plugin", NULL, "LN306"),
    /* connections: without an error of the system */
    ROW_CLASS(CAUSE, "connect to * failed : connection refused", NO_LISTENER),
    ROW_CLASS(CAUSE, "connect to * failed : too many open files", FILES),
    ROW_CLASS(CAUSE, "connect to * failed : |socketpollconnect",
              UNREACHABLE), /* up to, from 2.24 */
    ROW(EFFECT, "collective operation timeout: worknccl(seqnum=1,",
        "the first collective of a group did not end: processes do not reach each other, or one "
        "is missing",
        "LN212 LN214 LN805"),
    {"watchdog got stuck|without making progress in monitoring|heartbeat monitor timed out",
     {EFFECT, "a call of CUDA or NCCL does not return, so PyTorch's watchdog ends the process",
      "LN805",
      "look for an earlier error of this rank, and in the output of the others; py-spy dump --pid "
      "PID shows where a rank waits",
      "TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC=1800, only if the call is slow", NULL, NULL},
     0},
    {"store->get(|diststoreerror|clients joined|client socket has timed "
     "out|rendezvousconnectionerror"
     "|rendezvoustimeouterror|barrier timed out. id",
     {EFFECT, "a rank waits for another one, which ended, never came, or is late", "LN805",
      "look for the first error in the output of the other ranks, above all of rank 0; MASTER_ADDR "
      "and MASTER_PORT (JAX: coordinator_address) must name rank 0's host on all of them, and as "
      "many processes must start as WORLD_SIZE says",
      "a longer timeout, only if a rank is slow: init_process_group(timeout=timedelta(hours=2))",
      "store-wait", NULL},
     0},
    {"collective operation timeout|a collective timeout|nccl operation timed out|timeout at nccl "
     "work:|termination timeout for*nccl|waiting for remainder of ranks",
     {EFFECT, "a collective did not end in time: a rank did not enter it, or a connection hangs",
      "LN805",
      "look for the first error, or a rank that does nothing, in the output of all ranks: py-spy "
      "dump --pid PID shows where each waits",
      "NCCL_P2P_DISABLE=1, or NCCL_IB_DISABLE=1, shows whether a connection hangs; a longer "
      "timeout "
      "only if a rank is slow",
      NULL, NULL},
     0},
    /* ranks that are not alike: NCCL's files are those of connections */
    ROW(CAUSE, "ranks has already checked in|mismatch in rank count", NULL, "LN810"),
    {"no transport found",
     {CAUSE, "NCCL has no way between two ranks: peer access, shared memory and networks fail", "",
      "unset NCCL_P2P_DISABLE, NCCL_SHM_DISABLE, NCCL_NET and NCCL_IB_DISABLE; containers on one "
      "host need --ipc=host, and a network that reaches the others",
      "NCCL_DEBUG=INFO shows why each fails", "transport", NULL},
     0},
    ROW(CAUSE, "duplicate gpu detected|running on same cuda device", "two ranks use one GPU",
        "LN701 LN604"),
    ROW(CAUSE,
        "message truncated : received|receiving * bytes instead of|collective mismatch error"
        "|nccl version mismatch|mismatched nccl version", /* from 2.24 */
        UNLIKE, "LN703"),
    ROW(CAUSE, "wrong type * != ", UNLIKE, "LN703 LN101"),
    ROW(CAUSE, "corrupted comm object", "two NCCLs are in one process", "LN101 LN118 LN110"),
    ROW(CAUSE, "mismatched collective detected", NULL, "LN805"), /* up to 2.7 */
    /* memory and the machine */
    ROW_CLASS(CAUSE, "posix_fallocate failed|error while creating shared memory", SHM),
    ROW_CLASS(CAUSE, "error while creating shared memory*permission denied", SHM_DENIED),
    ROW(CAUSE, "attaching to shared memory*no such file|unlink shared memory", NULL, "LN712"),
    ROW_CLASS(CAUSE, "call to ibv_reg_mr failed$|call to ibv_create_* failed$", LOCKED),
    ROW(CAUSE, "xml topology", NULL, "LN606 LN605"),
    ROW_CLASS(EFFECT, "attribute * of node * not found", TOPOLOGY), /* as JAX quotes it */
    ROW(CAUSE, "could not find real path of /sys/class/pci_bus", NULL, "LN705"),
    ROW(CAUSE, "unrecognized element token", NULL, "LN407"),
    ROW(CAUSE, "no algorithm/protocol available", NULL, "LN716 LN407"),
    ROW(CAUSE, "could not find net with id", NULL, "LN717"), /* 2.25 and 2.26 */
    ROW(CAUSE, "net/ib*got completion*", NULL, "LN802"),
    ROW(CAUSE, "call to ibv_modify_qp failed",
        "an RDMA device cannot be connected: it lacks the GID or port, or does not reach the other",
        "LN803"),
    ROW(CAUSE, "nvls.cc*nccl warn", NULL, "LN801"),
    /* bare codes in others' words */
    ROW_CLASS(EFFECT, "p2p.cc*nccl warn cuda failure|shm.cc*nccl warn cuda failure", PEER),
    {"warn cuda failure*invalid",
     {EFFECT, "a CUDA call inside NCCL failed", "LN106 LN119 LN105",
      "explain the output of all ranks: the first warning is the cause", NULL, "nccl-code", NULL},
     0},
    ROW_CLASS(BARE, "nccl_error_system_error", NCCL_SYSTEM),
    ROW_CLASS(BARE,
              "nccl communicator was aborted"
              "|nccl operations have failed or timed out",
              NCCL_CODE),
    {0},
};
