/* Messages whose cause is not how a library was found or loaded; with the switch that helps.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/findings/registry.h"

#define ELSEWHERE(...) FINDING_OF("lazynccl explain", __VA_ARGS__)

ELSEWHERE(LN801, "nvls-fails", NOTE, "NVLink SHARP does not work on this host",
          "The libraries are the right ones. Usually the fabric manager does not run, or was "
          "restarted without a reset of the GPUs.",
          "NCCL_NVLS_ENABLE=0 to do without; then restart the fabric manager and the GPUs",
          "NVIDIA/nccl#976, NVIDIA/nccl#1488, NVIDIA/nccl#1672")

ELSEWHERE(LN802, "rdma-transfer-fails", NOTE, "the RDMA network loses or refuses a transfer",
          "The libraries are the right ones. Status 12: the other side does not answer, because of "
          "cabling, routing, RoCE's flow control or a rank that ended. Status 4, vendor err 81: "
          "the adapter may not reach the GPU's memory.",
          "check the fabric with ib_write_bw; NCCL_IB_TIMEOUT=22 for 12, ACS off or "
          "NCCL_NET_GDR_LEVEL=LOC for 4",
          "NVIDIA/nccl#1664, NVIDIA/nccl#928, NVIDIA/nccl#1170")

ELSEWHERE(LN803, "rdma-connect-fails", NOTE, "two RDMA devices do not reach each other",
          "The libraries are the right ones. The GID index is not that of RoCE v2, or adapters of "
          "different rails are not connected.",
          "NCCL_IB_GID_INDEX=3 for RoCE v2, NCCL_CROSS_NIC=0 on rails, NCCL_IB_HCA for the "
          "adapters that are connected",
          "NVIDIA/nccl#2013, NVIDIA/nccl-tests#185, NVIDIA/nccl-tests#227")

ELSEWHERE(
    LN804, "gpu-memory-full", NOTE, "the GPU has too little free memory",
    "The libraries are the right ones. NCCL takes its buffers from what the program and other "
    "processes leave.",
    "use less of the GPU's memory; NCCL_BUFFSIZE and NCCL_MAX_NCHANNELS make NCCL's part smaller",
    "rwth-i6/returnn#1626, NVIDIA/TensorRT-LLM#1670")

ELSEWHERE(LN805, "ranks-out-of-step", NOTE, "ranks do not call the same collectives",
          "The libraries are the right ones. A rank took another branch, ended, or is much slower; "
          "the others wait until the time is over.",
          "TORCH_NCCL_TRACE_BUFFER_SIZE=2000 keeps what each rank called last; a longer timeout "
          "only for slow ranks",
          "hiyouga/LlamaFactory#7396, NVIDIA/nccl#296")

ELSEWHERE(LN806, "kernel-fails", NOTE, "a kernel of the program failed on the GPU",
          "The libraries are the right ones. The failure shows at a later call, often NCCL's.",
          "CUDA_LAUNCH_BLOCKING=1 shows the call; compute-sanitizer shows the access",
          "pytorch/pytorch#126544")

ELSEWHERE(LN807, "gpu-not-in-build", NOTE, "the program has no code for this GPU",
          "The libraries are the right ones, but the program or an extension was compiled for "
          "other GPUs.",
          "install a build for this GPU; for an extension, TORCH_CUDA_ARCH_LIST",
          "pytorch/pytorch#31285, thomasbrandon/mish-cuda#10")

ELSEWHERE(LN808, "extension-of-other-pytorch", NOTE,
          "an extension was built for another PyTorch than is loaded",
          "NVIDIA's libraries are the right ones. C++ names of PyTorch change with its releases "
          "and with the compiler's ABI, so an extension works with one of them only.",
          "install the extension's build for this PyTorch, or build it here: pip install "
          "--no-build-isolation --no-binary :all: NAME",
          "Dao-AILab/flash-attention#1832, rusty1s/pytorch_sparse#29")

ELSEWHERE(LN809, "fabric-manager-missing", NOTE, "the fabric manager does not run",
          "The libraries are the right ones. GPUs that are connected by NVSwitch cannot be used "
          "before the fabric manager, of the driver's very release, has set up the switches.",
          "install nvidia-fabricmanager of the driver's release, and start it: systemctl start "
          "nvidia-fabricmanager",
          "pytorch/pytorch#35710, aws-samples/aws-deep-learning-ami-ubuntu-dcv-desktop#33")

ELSEWHERE(LN810, "rank-twice", NOTE, "two processes have the same rank",
          "The libraries are the right ones. The launcher started another number of processes "
          "than the program counts, or two jobs use one address and port.",
          "start as many processes as the program counts (srun --ntasks-per-node), and give each "
          "job its own MASTER_PORT",
          "Lightning-AI/pytorch-lightning#14986")

ELSEWHERE(LN811, "argument-refused", NOTE, "a program gave NCCL an argument that it refuses",
          "The libraries are the right ones. The warning names the call and the argument.",
          "report it to the program's authors, with the warning", "NVIDIA/nccl#276")

ELSEWHERE(LN812, "no-peer-access", NOTE, "two GPUs of this host cannot reach each other's memory",
          "The libraries are the right ones. Consumer GPUs, virtual machines and IOMMUs do not "
          "allow it, and something asked for it all the same.",
          "NCCL_P2P_DISABLE=1 for NCCL; the program's own switch for what is its own",
          "verl-project/verl#1874")
