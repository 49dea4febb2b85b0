/* What only a message tells, and no file of this machine.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/findings/registry.h"

#define TOLD(...) FINDING_OF("lazynccl explain", __VA_ARGS__)

TOLD(LN700, "bare-code", NOTE, "NCCL's error code alone does not say what failed",
     "`unhandled system error`, `unhandled cuda error`, `invalid usage` and the like stand for any "
     "of many failures. NCCL prints which one as a warning, if NCCL_DEBUG is set.",
     "run again with NCCL_DEBUG=WARN, and give the output of all ranks to lazynccl explain",
     "NVIDIA/nccl#411")

TOLD(LN701, "ranks-share-gpu", ERROR, "several ranks use one GPU",
     "Each rank of a communicator needs a GPU of its own. Usually the program does not choose the "
     "GPU by the local rank, CUDA_VISIBLE_DEVICES gives every process the same one, or more "
     "processes were started than there are GPUs.",
     "torch.cuda.set_device(int(os.environ[\"LOCAL_RANK\"])) before the first collective; one "
     "process per GPU",
     "horovod/horovod#3929, Peterande/D-FINE#289, NVIDIA/Megatron-LM#661")

TOLD(LN702, "nvrtc-too-old-for-gpu", ERROR, "NVRTC is older than the GPU",
     "NVRTC compiles only for GPUs that its release knows: sm_89 and sm_90 need 11.8, sm_100 and "
     "sm_120 need 12.8. The program was built for an older CUDA, or another NVRTC than its own was "
     "loaded.",
     "install the program's build for a newer CUDA: pip install torch --index-url "
     "https://download.pytorch.org/whl/cu128",
     "NVlabs/nvdiffmodeling#25, DAMO-NLP-SG/Video-LLaMA#116, InternRobotics/HIMLoco#14")

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
    "Every release has this function, so the library is not too old: the module does not name it "
    "in DT_NEEDED, or a static copy was left out, and nothing else had loaded it.",
    "link the module with the library, or with -llazynccl; or import a package that loads it first",
    "pytorch/pytorch#14973, pytorch/pytorch#16860, ContinuumIO/anaconda-issues#11170")

TOLD(LN705, "gpu-not-on-bus", ERROR, "this NCCL does not find the GPU on a virtual machine's bus",
     "/sys/class/pci_bus has no entry for the GPU, as in WSL 2 and some containers. NCCL up to 2.9 "
     "fails there; later releases go on without.",
     "install NCCL 2.10 or later: a newer release of the program", "NVIDIA/nccl#573")

TOLD(LN706, "link-time", ERROR, "the linker does not find the library",
     "-lNAME needs libNAME.so or libNAME.a in a folder of -L. Wheels have only libNAME.so.MAJOR, "
     "nvJitLink is in CUDA from 12.0 on, and -lcuda needs the folder lib64/stubs.",
     "-L/usr/local/cuda/lib64; or link -llazynccl, which needs no library to build",
     "NVIDIA/cuda-samples#168, apache/mxnet#2285, getkeops/keops#318")

TOLD(LN707, "peer-unreachable", ERROR, "a rank's address cannot be reached",
     "NCCL chose an interface whose address the other host cannot reach, or a firewall drops the "
     "ports, which are any unless net.ipv4.ip_local_port_range limits them. Or the other rank "
     "ended first: its own output says why.",
     "NCCL_SOCKET_IFNAME=INTERFACE, the one that reaches the other hosts; open TCP between them",
     "NVIDIA/nccl-tests#162, NVIDIA/nccl#1515")

TOLD(LN708, "driver-half-updated", ERROR, "the driver's library and its kernel module differ",
     "The driver was updated while its kernel module was loaded, or a container has the library of "
     "another release.",
     "reboot, or reload the nvidia modules; in a container leave the driver's library to the host",
     "NVIDIA/nccl#726")

TOLD(LN709, "nvrtc-without-headers", ERROR, "NVRTC does not find CUDA's headers",
     "NVRTC has no headers of its own; code that includes cuda_fp16.h or vector_types.h needs them "
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
     "output, which often stands on another host.",
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

TOLD(LN714, "handle-not-created", NOTE, "a library of CUDA could not begin its work on the GPU",
     "cuBLAS, cuDNN and cuSOLVER take memory of the GPU and ask the driver when they are first "
     "used. Usually the memory is full; else an earlier kernel had failed, the driver is too old, "
     "or LD_LIBRARY_PATH leads to another release than the program was built with.",
     "nvidia-smi shows the free memory, CUDA_LAUNCH_BLOCKING=1 an earlier failure; unset "
     "LD_LIBRARY_PATH",
     "OpenBMB/VisCPM#3, pytorch/pytorch#22050, jax-ml/jax#19768")

TOLD(LN715, "gpu-not-visible", ERROR, "a process does not see the GPU that it asks for",
     "The program numbers the GPUs of the host, but CUDA_VISIBLE_DEVICES or the scheduler leaves "
     "the process fewer. Ranks of one host that each see only their own GPU cannot reach one "
     "another's either.",
     "let every process see all GPUs of its host (srun --gpu-bind=none, and no --gpus-per-task), "
     "and choose by the local rank",
     "NVIDIA/nccl#1948, NVIDIA/nccl#932")

TOLD(LN716, "no-algorithm", ERROR, "NCCL_ALGO and NCCL_PROTO leave NCCL no way to do a collective",
     "What they name is not possible here, for this collective or this type: CollNet needs SHARP, "
     "NVLS needs NVSwitch, and not every algorithm has every protocol.",
     "unset NCCL_ALGO NCCL_PROTO", "NVIDIA/nccl#653")

TOLD(LN717, "adapter-lost", ERROR, "this NCCL loses a network adapter when it merges some",
     "NCCL 2.25 and 2.26 number the adapters that they merge anew, and look for one by its old "
     "number when they find no path.",
     "a newer release of the program, with NCCL 2.27", "NVIDIA/nccl#1748, NVIDIA-NeMo/Run#266")
