/* The table of retired findings. docs/findings.md ends with it, and `lazynccl explain ID` reads it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/findings/retired.h"
#include "common/text/memory.h"
#include <strings.h>

/* NVIDIA's guide to NCCL */
#define GUIDE "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/"
#define VARIABLES GUIDE "env.html"
#define NETWORK GUIDE "troubleshooting/networking_troubleshooting.html"
#define GPUS GUIDE "troubleshooting/gpu_troubleshooting.html"
#define HOST GUIDE "troubleshooting/runtime_and_mpi_issues.html"
#define COMMUNICATORS GUIDE "usage/communicators.html"
#define SETTINGS "lazynccl -v, which lists each variable that is set, with its file and line"
#define TRACE                                                                                      \
    "lazynccl run --trace DIR -- COMMAND, then lazynccl trace DIR; without a trace, NCCL's RAS "   \
    "(ncclras) and PyTorch's flight recorder"
#define CODE "lazynccl explain 'MESSAGE', which explains the error code"

/* A row is only added, never changed or removed. */
const struct retired_row retired_rows[] = {
    {"LN211", "interface-unmatched", "0.2", "NCCL_SOCKET_IFNAME matches no interface",
     VARIABLES "#nccl-socket-ifname"},
    {"LN212", "loopback-chosen", "0.2", "NCCL_SOCKET_IFNAME selects the loopback interface",
     VARIABLES "#nccl-socket-ifname"},
    {"LN213", "family-without-address", "0.2",
     "no interface has an address of the family in NCCL_SOCKET_FAMILY",
     VARIABLES "#nccl-socket-family"},
    {"LN214", "many-interfaces", "0.2", "NCCL may choose an interface that leads nowhere", NETWORK},
    {"LN215", "comm-id-invalid", "0.2", "NCCL_COMM_ID is not an address in a network of this host",
     VARIABLES "#nccl-comm-id"},
    {"LN216", "ib-hca-none", "0.2", "NCCL_IB_HCA names no device of this host",
     VARIABLES "#nccl-ib-hca"},
    {"LN401", "conf-lines-in-effect", "0.2", "configuration files set NCCL variables", SETTINGS},
    {"LN402", "conf-line-misread", "0.2",
     "a line of a configuration file does not do what it seems to", SETTINGS},
    {"LN403", "conf-file-ignored", "0.2", "NCCL_CONF_FILE has no effect",
     VARIABLES "#nccl-conf-file"},
    {"LN404", "conf-depends-on-release", "0.2",
     "which .nccl.conf is read depends on the NCCL release", VARIABLES "#nccl-conf-file"},
    {"LN405", "variable-unknown", "0.2", "a variable is unknown to this NCCL", VARIABLES},
    {"LN407", "value-unknown", "0.2", "NCCL does not know the value of a variable", VARIABLES},
    {"LN601", "shm-too-small", "0.2", "/dev/shm is too small for the GPUs of this host", HOST},
    {"LN602", "memlock-too-small", "0.2", "the limit on locked memory is low on a host with RDMA",
     NETWORK},
    {"LN603", "no-gpudirect", "0.2", "RDMA cannot reach the GPUs' memory", GPUS},
    {"LN604", "host-id-set", "0.2", "NCCL_HOSTID decides which processes share a host",
     VARIABLES "#nccl-hostid"},
    {"LN605", "topology-unreadable", "0.2",
     "a topology file cannot be read or describes another machine", VARIABLES "#nccl-topo-file"},
    {"LN606", "topology-file-ignored", "0.2", "NCCL_TOPO_FILE names a file that cannot be read",
     VARIABLES "#nccl-topo-file"},
    {"LN700", "bare-code", "0.1", "NCCL's error code alone does not say what failed", CODE},
    {"LN701", "ranks-share-gpu", "0.2", "several ranks use one GPU", COMMUNICATORS},
    {"LN702", "nvrtc-too-old-for-gpu", "0.1", "NVRTC is older than the GPU", CODE},
    {"LN703", "ranks-differ", "0.3", "ranks differ in NCCL's release or settings", TRACE},
    {"LN705", "gpu-not-on-bus", "0.2", "an NCCL does not find the GPU on a virtual machine's bus",
     GPUS},
    {"LN707", "peer-unreachable", "0.2", "a rank's address cannot be reached", NETWORK},
    {"LN708", "driver-half-updated", "0.1",
     "the driver's library and its kernel module are of different releases",
     "LN134, which lazynccl doctor finds"},
    {"LN711", "peer-ended", "0.2", "another rank ended first",
     "lazynccl run --trace DIR -- COMMAND, then lazynccl trace DIR"},
    {"LN712", "shm-segment-gone", "0.2", "a shared memory segment was removed or is not shared",
     HOST},
    {"LN713", "rank-missing", "0.3", "a rank never joined its communicator", TRACE},
    {"LN714", "handle-not-created", "0.1", "a library of CUDA could not start on the GPU", CODE},
    {"LN715", "gpu-not-visible", "0.1", "a process does not see the GPU that it requests", CODE},
    {"LN716", "no-algorithm", "0.2",
     "NCCL_ALGO and NCCL_PROTO leave NCCL no way to do a collective", VARIABLES "#nccl-algo"},
    {"LN717", "adapter-lost", "0.2", "NCCL loses a network adapter when it merges adapters",
     "NVIDIA/nccl#1748"},
    {"LN801", "nvls-fails", "0.2", "NVLink SHARP does not work on this host",
     VARIABLES "#nccl-nvls-enable"},
    {"LN802", "rdma-transfer-fails", "0.2", "the RDMA network loses or refuses a transfer",
     NETWORK},
    {"LN803", "rdma-connect-fails", "0.2", "two RDMA devices do not reach each other", NETWORK},
    {"LN804", "gpu-memory-full", "0.1", "the GPU has too little free memory", CODE},
    {"LN806", "kernel-fails", "0.1", "a kernel of the program failed on the GPU", CODE},
    {"LN807", "gpu-not-in-build", "0.1", "the program has no code for this GPU", CODE},
    {"LN809", "fabric-manager-missing", "0.2", "the fabric manager does not run",
     "https://docs.nvidia.com/datacenter/tesla/fabric-manager-user-guide/"},
    {"LN810", "rank-twice", "0.2", "two processes have the same rank", COMMUNICATORS},
    {"LN811", "argument-refused", "0.1", "NCCL refused a program's argument", CODE},
    {"LN812", "no-peer-access", "0.1", "two GPUs of a host do not reach each other's memory", CODE},
    {"LN813", "compiler-too-old-for-gpu", "0.2", "nvcc, ptxas or Triton is older than the GPU",
     "https://docs.nvidia.com/cuda/cuda-compiler-driver-nvcc/"},
    {"LN814", "build-without-cuda", "0.2", "the program's build has no CUDA",
     "the program's own instructions for its installation"},
    {"LN815", "cuda-before-fork", "0.2", "CUDA was used before a fork",
     "https://docs.python.org/3/library/multiprocessing.html#contexts-and-start-methods"},
    {"LN816", "gpu-faulty", "0.2", "a GPU of this host is faulty",
     "https://docs.nvidia.com/deploy/xid-errors/"},
    {"LN818", "not-supported-here", "0.1", "the driver does not allow what a program requests",
     CODE},
    {"LN819", "container-without-gpus", "0.2", "the container runtime cannot pass on GPUs",
     "https://docs.nvidia.com/datacenter/cloud-native/container-toolkit/latest/"
     "troubleshooting.html"},
    {"LN820", "other-nvcc", "0.2", "nvcc is of another CUDA than PyTorch was built with",
     "https://docs.pytorch.org/docs/stable/cpp_extension.html"},
    {0},
};

const struct retired_row *retired_row(const char *id)
{
    for (const struct retired_row *row = retired_rows; row->id; row++)
        if (strcasecmp(row->id, id) == 0 || strcasecmp(row->word, id) == 0)
            return row;
    return NULL;
}

char *retired_text(const struct retired_row *row)
{
    return memory_print("%s (%s) was retired in %s: %s", row->id, row->word, row->release,
                        row->what);
}
