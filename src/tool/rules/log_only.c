/* Findings that only a message can prove: LN7xx, and LN8xx, whose cause is outside this machine.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/findings/registry.h"

#define TOLD(...) FINDING_OF("lazynccl explain", __VA_ARGS__)

TOLD(LN701, "ranks-share-gpu", ERROR, "several ranks use one GPU",
     "Each rank of a communicator needs a separate GPU. Usually the program does not choose the "
     "GPU by the local rank, CUDA_VISIBLE_DEVICES gives every process the same one, or more "
     "processes were started than there are GPUs.",
     "torch.cuda.set_device(int(os.environ[\"LOCAL_RANK\"])) before the first collective; one "
     "process per GPU",
     "horovod/horovod#3929, Peterande/D-FINE#289, NVIDIA/Megatron-LM#661")

TOLD(
    LN703, "ranks-differ", ERROR, "ranks differ in NCCL's release or settings",
    "All ranks must run one NCCL release with the same NCCL_ settings, and call collectives of "
    "the same sizes. Otherwise they disagree on message sizes and protocols: one receives more "
    "than it expects, hangs, or crashes.",
    "the same NCCL and NCCL_ settings on every rank; NCCL_DEBUG=INFO and lazynccl explain with the "
    "output of all of them show what differs",
    "NVIDIA/nccl#969, NVIDIA/nccl#1328, NVIDIA/nccl#1176")

TOLD(
    LN704, "library-not-loaded", ERROR, "nothing loads the library before the module",
    "Every release that is known has this function, so the library is not too old: the module "
    "does not name it in DT_NEEDED, or a static copy was left out, and nothing else had loaded it.",
    "link the module with the library, or with -llazynccl; or import a package that loads it first",
    "pytorch/pytorch#14973, pytorch/pytorch#16860, ContinuumIO/anaconda-issues#11170")

TOLD(LN705, "gpu-not-on-bus", ERROR, "this NCCL does not find the GPU on a virtual machine's bus",
     "/sys/class/pci_bus has no entry for the GPU, as in WSL 2 and some containers. NCCL up to 2.9 "
     "fails there; later releases go on without.",
     "install NCCL 2.10 or later: a newer release of the program", "NVIDIA/nccl#573")

TOLD(LN706, "link-time", ERROR, "the linker does not find the library",
     "-lNAME needs libNAME.so or libNAME.a in a folder of -L. Wheels have only libNAME.so.MAJOR, "
     "nvJitLink is in CUDA from 12.0 on, and -lcuda needs the folder lib64/stubs.",
     "-L/usr/local/cuda/lib64; or link -llazynccl after the objects: it needs no library to build",
     "NVIDIA/cuda-samples#168, apache/mxnet#2285, getkeops/keops#318")

TOLD(LN707, "peer-unreachable", ERROR, "a rank's address cannot be reached",
     "NCCL chose an interface whose address the other host cannot reach, or a firewall drops the "
     "ports, which are any unless net.ipv4.ip_local_port_range limits them. Or the other rank "
     "ended first: its own output says why.",
     "NCCL_SOCKET_IFNAME=INTERFACE, the one that reaches the other hosts; open TCP between them",
     "NVIDIA/nccl-tests#162, NVIDIA/nccl#1515")

TOLD(LN709, "nvrtc-without-headers", ERROR, "NVRTC does not find CUDA's headers",
     "NVRTC contains no headers; code that includes cuda_fp16.h or vector_types.h needs them "
     "from a toolkit or a package. CuPy needs them from CUDA 12.2 on.",
     "pip install nvidia-cuda-runtime-cu12 or nvidia-cuda-runtime, of NVRTC's release; or set "
     "CUDA_PATH",
     "cupy/cupy#8466, cupy/cupy#8593")

TOLD(LN710, "cudnn-differs", ERROR, "another cuDNN is loaded than the program was built with",
     "A toolkit's or another package's cuDNN comes first, usually by LD_LIBRARY_PATH, or its files "
     "are of several releases.",
     "unset LD_LIBRARY_PATH, or install the cuDNN that the program requires", "jax-ml/jax#5464")

TOLD(LN711, "peer-ended", NOTE, "another rank ended first",
     "A closed connection is what the others see when a rank ends. The cause is in that rank's own "
     "output, which is often on another host.",
     "look in the output of the rank that ended first: lazynccl explain with the logs of all ranks",
     "NVIDIA/nccl#1232, NVIDIA/nccl#1235")

TOLD(LN712, "shm-segment-gone", ERROR, "a shared memory segment was removed or is not shared",
     "Two processes of one host do not see the same /dev/shm, as in two containers, or something "
     "deletes there: systemd removes a user's segments at logout (RemoveIPC).",
     "share /dev/shm between the containers (--ipc); RemoveIPC=no in /etc/systemd/logind.conf",
     "NVIDIA/nccl#1589, vllm-project/vllm#18831")

TOLD(LN713, "rank-missing", ERROR, "a rank never joined its communicator",
     "The others wait for it in ncclCommInitRank. It ended before, hangs elsewhere, waits for "
     "another communicator, or was never started.",
     "look at that rank's output, and where it is: py-spy dump --pid N", "NVIDIA/nccl#1324")

TOLD(LN716, "no-algorithm", ERROR, "NCCL_ALGO and NCCL_PROTO leave NCCL no way to do a collective",
     "What they name is not possible here, for this collective or this type: CollNet needs SHARP, "
     "NVLS needs NVSwitch, and not every algorithm has every protocol.",
     "unset NCCL_ALGO NCCL_PROTO", "NVIDIA/nccl#653")

TOLD(LN717, "adapter-lost", ERROR, "this NCCL loses a network adapter when it merges some",
     "NCCL 2.25 and 2.26 number the adapters that they merge anew, and look for one by its old "
     "number when they find no path.",
     "a newer release of the program, with NCCL 2.27", "NVIDIA/nccl#1748, NVIDIA-NeMo/Run#266")

TOLD(LN801, "nvls-fails", NOTE, "NVLink SHARP does not work on this host",
     "The libraries are the right ones. Usually the fabric manager does not run, or was "
     "restarted without a reset of the GPUs.",
     "NCCL_NVLS_ENABLE=0 to do without; then restart the fabric manager and the GPUs",
     "NVIDIA/nccl#976, NVIDIA/nccl#1488, NVIDIA/nccl#1672")

TOLD(LN802, "rdma-transfer-fails", NOTE, "the RDMA network loses or refuses a transfer",
     "The libraries are the right ones. Status 12: the other side does not answer, because of "
     "cabling, routing, RoCE's flow control or a rank that ended. Status 4, vendor err 81: "
     "the adapter may not reach the GPU's memory.",
     "check the fabric with ib_write_bw; NCCL_IB_TIMEOUT=22 for 12, and for RoCE v2 "
     "NCCL_IB_GID_INDEX=3; ACS off or NCCL_NET_GDR_LEVEL=LOC for 4, 5 and 10",
     "NVIDIA/nccl#1664, NVIDIA/nccl#928, NVIDIA/nccl#1170")

TOLD(LN803, "rdma-connect-fails", NOTE, "two RDMA devices do not reach each other",
     "The libraries are the right ones. The GID index is not that of RoCE v2, or adapters of "
     "different rails are not connected.",
     "NCCL_IB_GID_INDEX=3 for RoCE v2, NCCL_CROSS_NIC=0 on rails, NCCL_IB_HCA for the "
     "adapters that are connected",
     "NVIDIA/nccl#2013, NVIDIA/nccl-tests#185, NVIDIA/nccl-tests#227")

TOLD(LN805, "ranks-out-of-step", NOTE, "ranks do not call the same collectives",
     "The libraries are the right ones. A rank took another branch, ended, or is much slower; "
     "the others wait until the time is over.",
     "TORCH_NCCL_TRACE_BUFFER_SIZE=2000 keeps what each rank called last; a longer timeout "
     "only for slow ranks",
     "hiyouga/LlamaFactory#7396, NVIDIA/nccl#296")

TOLD(LN808, "extension-of-other-framework", NOTE,
     "an extension was built for another PyTorch or TensorFlow than is loaded",
     "NVIDIA's libraries are the right ones. The frameworks' C++ names change with their releases "
     "and with the compiler's ABI, so an extension works with one of them only.",
     "install the extension's build for this release, or build it here: pip install "
     "--force-reinstall --no-deps --no-cache-dir --no-build-isolation --no-binary NAME NAME",
     "Dao-AILab/flash-attention#1832, rusty1s/pytorch_sparse#29")

TOLD(LN809, "fabric-manager-missing", NOTE, "the fabric manager does not run",
     "The libraries are the right ones. GPUs that are connected by NVSwitch cannot be used "
     "before the fabric manager, of the driver's very release, has set up the switches.",
     "install nvidia-fabricmanager of the driver's release, and start it: systemctl start "
     "nvidia-fabricmanager",
     "pytorch/pytorch#35710, aws-samples/aws-deep-learning-ami-ubuntu-dcv-desktop#33")

TOLD(LN810, "rank-twice", NOTE, "two processes have the same rank",
     "The libraries are the right ones. The launcher started another number of processes "
     "than the program counts, or two jobs use one address and port.",
     "start as many processes as the program counts (srun --ntasks-per-node), and give each "
     "job its own MASTER_PORT",
     "Lightning-AI/pytorch-lightning#14986")

TOLD(LN813, "compiler-too-old-for-gpu", NOTE, "nvcc, ptxas or Triton is older than the GPU",
     "The libraries are the right ones. sm_89 and sm_90 need CUDA 11.8, sm_100 and sm_120 need "
     "12.8; Triton contains its own ptxas.",
     "a newer CUDA toolkit, Triton or PyTorch; or leave that GPU out of TORCH_CUDA_ARCH_LIST",
     "InternLM/lmdeploy#3410, triton-inference-server/server#7989")

TOLD(LN814, "build-without-cuda", NOTE, "the program's build has no CUDA",
     "A package for the CPU was installed: by another index, by a dependency, or because there is "
     "none with CUDA for this Python or machine.",
     "install the program's build with CUDA, such as pip install torch --index-url "
     "https://download.pytorch.org/whl/cu128, pip install 'jax[cuda12]' or onnxruntime-gpu; or "
     "build it with its option for CUDA: OpenCV -DWITH_CUDA=ON, llama.cpp -DGGML_CUDA=ON",
     "pytorch/pytorch#30664")

TOLD(LN815, "cuda-before-fork", NOTE, "CUDA was used before a fork",
     "The libraries are the right ones. A child cannot use what its parent has of CUDA.",
     "multiprocessing.set_start_method(\"spawn\"), or use no CUDA before the children are started",
     "pytorch/pytorch#40403")

TOLD(LN816, "gpu-faulty", NOTE, "a GPU of this host is faulty",
     "The libraries are the right ones. The driver reports an error of the GPU itself.",
     "dmesg names the GPU and the error (Xid); reset it, or leave it out of CUDA_VISIBLE_DEVICES",
     "NVIDIA's list of Xid errors")

TOLD(LN817, "system-too-old", NOTE, "the C or C++ library is older than a module requires",
     "NVIDIA's libraries are the right ones. The module was built on a newer system, or conda's "
     "libstdc++ comes before or after the system's.",
     "a build for this system; for GLIBCXX also conda install libstdcxx-ng", "docs/stand-ins.md")

TOLD(
    LN819, "container-without-gpus", NOTE, "the container runtime cannot pass on GPUs",
    "The libraries in the container are the right ones. The host lacks NVIDIA's container "
    "toolkit, or the toolkit the host's driver.",
    "nvidia-smi must work on the host; there: install nvidia-container-toolkit, nvidia-ctk runtime "
    "configure --runtime=docker (Kubernetes: containerd) --set-as-default, and restart that "
    "(CDI: nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml)",
    "NVlabs/FoundationPose#382")

TOLD(LN820, "other-nvcc", NOTE, "nvcc is of another CUDA than PyTorch was built with",
     "The libraries are the right ones. An extension is compiled with the nvcc of CUDA_HOME, else "
     "of PATH, else of /usr/local/cuda.",
     "CUDA_HOME=/usr/local/cuda-X.Y of PyTorch's CUDA, or a PyTorch build for that toolkit",
     "aeolusguan/NMRF#7")
