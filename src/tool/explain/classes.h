/* The answers that error codes and NCCL's warnings share, by what helps.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* X(class, and struct answer's kind, word, means, help, otherwise, ids, removed) */
#define CLASSES(X)                                                                                 \
    X(OLD_DRIVER, CAUSE, "old-driver", "the driver is older than the CUDA that the program uses",  \
      "update the driver: nvidia-smi shows the newest CUDA that it runs",                          \
      "a build of the program for that CUDA", "LN106 LN119 LN105", "")                             \
    X(OLD_NVML, CAUSE, "old-driver", "the driver is older than the program's binding of NVML",     \
      "update the driver; or take a binding of its time: pip install 'nvidia-ml-py==12.535.*' "    \
      "for "                                                                                       \
      "driver 535",                                                                                \
      NULL, "LN106 LN119 LN105", "")                                                               \
    X(MIXED_DRIVER, CAUSE, "mixed-driver",                                                         \
      "the driver's library and its kernel module are of different releases",                      \
      "reboot, or reload the nvidia modules: the driver was updated",                              \
      "in a container: leave the driver's library to the host", "LN134", "LN708")                  \
    X(COMPAT, CAUSE, "compat",                                                                     \
      "libcuda is newer than the driver's kernel module, which this GPU does not allow",           \
      "reboot, if the driver was updated; in a container update the host's driver, or use an "     \
      "image of the CUDA that nvidia-smi shows",                                                   \
      "remove cuda-compat: its folder cuda/compat from LD_LIBRARY_PATH", "LN106 LN105", "")        \
    X(MODULE, CAUSE, "module", "the driver's kernel module is not loaded",                         \
      "sudo modprobe nvidia, and dmesg says why it fails: after a kernel update install "          \
      "linux-headers-$(uname -r) (RPM: kernel-devel) and the driver again (dkms status), with "    \
      "Secure Boot sign it (sudo mokutil --import) or turn that off",                              \
      "nouveau must not hold the GPU: blacklist it in /etc/modprobe.d, and sudo update-initramfs " \
      "-u or dracut -f; nvidia-smi must work first",                                               \
      "LN126", "")                                                                                 \
    X(LOST, CAUSE, "lost", "a container lost its access to the GPUs, or the driver fails",         \
      "restart the container, and reboot the host if nvidia-smi fails there, too",                 \
      "to keep access: cgroupdriver=cgroupfs for docker, or --device=/dev/nvidia0 for each GPU",   \
      "LN119 LN134", "")                                                                           \
    X(HOST, CAUSE, "host", "the host has no NVIDIA driver that its container tool finds",          \
      "install NVIDIA's driver on the host, then sudo ldconfig: nvidia-smi must work there",       \
      "Jetson: --nvccli, or --bind /usr/lib/aarch64-linux-gnu/tegra", "LN819 LN126 LN119", "")     \
    X(FABRIC, CAUSE, NULL, NULL, NULL, NULL, "LN809", "")                                          \
    X(FILES_OF_GPU, CAUSE, "no-gpu",                                                               \
      "CUDA fails with an unknown error: the driver cannot be used",                               \
      "sudo nvidia-modprobe -u -c=0, or reload the module (modprobe -r nvidia_uvm; modprobe "      \
      "nvidia_uvm), and ls -l /dev/nvidia*; a container: docker run --gpus all",                   \
      "reboot; nvidia-smi must list a GPU", "LN119 LN105 LN106 LN126", "")                         \
    X(OPERATING_SYSTEM, EFFECT, "no-gpu",                                                          \
      "the operating system refuses a call of the driver, such as to map memory",                  \
      "dmesg and ulimit -a show what it refuses, ls -l /dev/nvidia* who may use the GPU; "         \
      "restart the container; reboot after an update of the driver",                               \
      "WSL: wsl --update and a newer driver in Windows; CUDA cannot share data with OpenGL there", \
      "LN119 LN105 LN106 LN126", "")                                                               \
    X(JIT_COMPILER, CAUSE, "jit-compiler",                                                         \
      "the driver's PTX compiler, libnvidia-ptxjitcompiler.so.1, is not found",                    \
      "install the driver's package that has it (libnvidia-compute-NNN); a container needs the "   \
      "capability compute: docker run --gpus all",                                                 \
      NULL, "LN119 LN126", "")                                                                     \
    X(BLOCKED, CAUSE, "blocked",                                                                   \
      "the operating system blocks the GPU, or WSL, its driver and container tools do not fit",    \
      "WSL: wsl --update in Windows, and a Windows driver for this GPU that is newer than WSL's "  \
      "kernel; a driver of Linux must not be installed in WSL; then wsl --shutdown",               \
      "a container: docker run --gpus all, with a current nvidia-container-toolkit", "LN119", "")  \
    X(STUB, BARE, NULL, NULL, NULL, NULL, "LN105 LN119 LN120", "")                                 \
    X(HIDDEN, CAUSE, "no-gpu", "the driver's library is there, but sees no GPU",                   \
      "nvidia-smi must list a GPU for the same user; unset CUDA_VISIBLE_DEVICES; docker run "      \
      "--gpus all in a container, runtimeClassName: nvidia in Kubernetes",                         \
      "update the driver, and reboot; or remove another libcuda.so.1 that comes before the "       \
      "driver's: a stub, cuda-compat, or in WSL that of a Linux driver",                           \
      "LN119 LN105 LN106 LN126", "")                                                               \
    X(NO_NVML, CAUSE, "no-gpu", "NVML's library, libnvidia-ml.so.1 of the driver, is not found",   \
      "on a host install NVIDIA's driver; in a container docker run --gpus all",                   \
      "Kubernetes: runtimeClassName: nvidia for the pod, after nvidia-ctk runtime configure "      \
      "--runtime=containerd and a restart of containerd on the node",                              \
      "LN119 LN126 LN120", "")                                                                     \
    X(NO_GPU, CAUSE, "no-gpu", "the driver's library is missing, or it sees no GPU",               \
      "nvidia-smi must list a GPU; if it does not, docker run --gpus all in a container, and on "  \
      "a "                                                                                         \
      "host install NVIDIA's driver",                                                              \
      "unset CUDA_VISIBLE_DEVICES; install the program's build with CUDA, if it is one without",   \
      "LN119 LN105 LN106 LN126 LN120", "")                                                         \
    X(DEVICE, CAUSE, "device", "a process does not see the GPU that it asks for",                  \
      "nvidia-smi -L lists the GPUs; CUDA counts from 0 those in CUDA_VISIBLE_DEVICES, so choose " \
      "a smaller number, or unset that variable; each rank uses its local rank",                   \
      "MIG: one process sees one part, as device 0", "", "LN715")                                  \
    X(FAULTY, CAUSE, NULL, NULL, NULL, NULL, "LN816", "")                                          \
    X(MEMORY, CAUSE, "memory", "the GPU has too little free memory",                               \
      "nvidia-smi shows the processes that use it: end others, or use a smaller batch or model",   \
      "PyTorch: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True; llama.cpp, Ollama: fewer "       \
      "layers on the GPU; vLLM: --gpu-memory-utilization, --max-model-len; NCCL: a smaller "       \
      "NCCL_BUFFSIZE",                                                                             \
      "", "LN804")                                                                                 \
    X(HOST_MEMORY, CAUSE, "memory", "the host has too little memory that can be pinned for a GPU", \
      "free -h shows it: end other processes, or pin less (a smaller model or batch, fewer "       \
      "workers with pin_memory)",                                                                  \
      "ulimit -l unlimited (docker --ulimit memlock=-1); WSL: memory= in .wslconfig", "", "")      \
    X(BUILD, CAUSE, "build", "the program, or its compiler library, does not know this GPU",       \
      "a build for this GPU: sm_100 and sm_120 need one for CUDA 12.8 or later",                   \
      "for an extension set TORCH_CUDA_ARCH_LIST; what compiles by NVRTC needs a newer NVRTC",     \
      "LN118 LN102", "LN702 LN807")                                                                \
    X(OLD_GPU, CAUSE, "build",                                                                     \
      "the program, or its compiler library, has no code for this GPU, an old one",                \
      "a build of the program for an older CUDA: up to 8 Fermi, up to 10 sm_30, up to 11 sm_35 "   \
      "and sm_37, up to 12 Maxwell to Volta",                                                      \
      "build it with that architecture: TORCH_CUDA_ARCH_LIST, CMAKE_CUDA_ARCHITECTURES or "        \
      "CUDA_ARCH_BIN",                                                                             \
      "LN118 LN102", "")                                                                           \
    X(TARGET, CAUSE, NULL, NULL, NULL, NULL, "LN813", "")                                          \
    X(OLD_TARGET, CAUSE, "old-target",                                                             \
      "this CUDA does not have the GPU architecture that the build asks for, an old one",          \
      "remove it from -gencode, CMAKE_CUDA_ARCHITECTURES, CUDA_ARCH_BIN or TORCH_CUDA_ARCH_LIST",  \
      "a CUDA that has it: up to 8 sm_2x, up to 10 sm_30, up to 11 sm_35 and sm_37, up to 12 "     \
      "sm_5x, 8 to 12 sm_6x, 9 to 12 sm_70 and sm_72",                                             \
      "", "")                                                                                      \
    X(NVRTC_OPTION, CAUSE, "build",                                                                \
      "NVRTC does not know an option, most often because of the GPU's architecture",               \
      "a newer GPU needs a newer NVRTC: sm_100 and sm_120 CUDA 12.8",                              \
      "for an older one a build of the program for an older CUDA: Fermi up to 8, Kepler up to "    \
      "11, Maxwell to Volta up to 12",                                                             \
      "LN118 LN102", "")                                                                           \
    X(COMPILER, CAUSE, "compiler", "nvcc does not support this C++ compiler, or this glibc",       \
      "NVCC_PREPEND_FLAGS=-ccbin=g++-N, with the newest N that the error supports, or a newer "    \
      "CUDA",                                                                                      \
      "an older container, if its glibc is too new: 2.41 needs CUDA 13", "", "")                   \
    X(OLD_NVCC, CAUSE, "old-nvcc", "this nvcc is too old for an option that the build uses",       \
      "a newer toolkit: C++14 needs CUDA 9, C++17 CUDA 11, C++20 CUDA 12; name its nvcc in PATH "  \
      "and CUDACXX, in an empty build folder",                                                     \
      "-DCMAKE_CUDA_STANDARD=14, if the source needs no more", "", "")                             \
    X(CMAKE, EFFECT, "cmake", "the build's trial of nvcc fails, or finds no GPU architecture",     \
      "name both, in an empty build folder: -DCMAKE_CUDA_COMPILER=/usr/local/cuda/bin/nvcc "       \
      "-DCMAKE_CUDA_ARCHITECTURES=86; FFmpeg --nvccflags='-gencode arch=compute_86,code=sm_86'; "  \
      "Rust CUDA_COMPUTE_CAP=86; 86 as of nvidia-smi --query-gpu=compute_cap --format=csv",        \
      "CMakeError.log or config.log says why nvcc fails: often a gcc that it does not support "    \
      "(-DCMAKE_CUDA_HOST_COMPILER=g++-N)",                                                        \
      "", "")                                                                                      \
    X(REPOSITORY, CAUSE, "repository",                                                             \
      "apt cannot use NVIDIA's repository: its key, or its lists",                                 \
      "install the package cuda-keyring of NVIDIA's repository for this release of the system "    \
      "(before: sudo apt-key del 7fa2af80, and remove older lists of it in "                       \
      "/etc/apt/sources.list.d), then sudo apt-get update",                                        \
      "sudo rm -rf /var/lib/apt/lists/* and update again later, if its lists do not fit", "", "")  \
    X(TOOLKITS, CAUSE, "toolkits",                                                                 \
      "a build mixes two CUDA toolkits: an object is newer than nvcc",                             \
      "one for all: the newer one's bin first in PATH, or the older one's lib64 in -L; then make " \
      "clean",                                                                                     \
      NULL, "", "")                                                                                \
    X(DEVICE_LINK, EFFECT, "device-link", "a part of nvcc fails on the objects of the build",      \
      "one toolkit for all: its nvcc first in PATH, its folder in -L, then make clean; the same "  \
      "-arch and -rdc for all; if signal 9 ended it, too little memory: make -j2, MAX_JOBS=2",     \
      "a newer CUDA, if it cannot read a file of a newer glibc or gcc", "", "")                    \
    X(BAZEL, CAUSE, "bazel", "Bazel's CUDA repository is not configured, or its rules do not fit", \
      "./configure with TF_NEED_CUDA=1 and TF_CUDA_PATHS=/usr/local/cuda,/usr, then bazel clean "  \
      "--expunge",                                                                                 \
      "the Bazel release that .bazelversion names: bazelisk takes it", "", "")                     \
    X(CONDA_CHANNEL, CAUSE, "packages", "conda's channels do not have the packages listed there",  \
      "add their channel, -c conda-forge or -c nvidia; conda search NAME lists releases; for an "  \
      "environment of another system conda env export --from-history",                             \
      "remove cudatoolkit and cudnn where there is no NVIDIA GPU, as on macOS", "", "")            \
    X(CONDA, CAUSE, "conda", "conda sees no NVIDIA driver, or one that is too old for a package",  \
      "nvidia-smi shows the driver's CUDA; to install without it: CONDA_OVERRIDE_CUDA=12.4 conda " \
      "install NAME",                                                                              \
      NULL, "LN126 LN106", "")                                                                     \
    X(ENGINE, EFFECT, "engine",                                                                    \
      "TensorRT cannot load an engine: another release made it, or for another GPU",               \
      "build the engine again on this machine, with the TensorRT that loads it",                   \
      "its file is missing, empty or not whole: ls -l FILE", "", "")                               \
    X(IMAGE, EFFECT, "image",                                                                      \
      "the driver refuses GPU code of the program: not for this GPU, or damaged",                  \
      "a build of the program for this GPU, or a newer driver, whose CUDA nvidia-smi shows",       \
      "rm -r ~/.nv/ComputeCache, and the program's own cache of compiled kernels", "LN106", "")    \
    X(JPEG, EFFECT, "jpeg", "nvJPEG cannot decode an image: damaged, or of a kind that it lacks",  \
      "decode it on the CPU (DALI: device=\"cpu\"), or convert it to a baseline JPEG", NULL, "",   \
      "")                                                                                          \
    X(PARAMETERS, EFFECT, "parameters",                                                            \
      "{T} does not support the sizes, types or layouts of a call on this GPU",                    \
      "other sizes, types (float16, bfloat16 and FP8 need newer GPUs) or batches: the stack "      \
      "trace shows the call",                                                                      \
      "a newer {T}, or the one that the program was built with: unset LD_LIBRARY_PATH",            \
      "LN118 LN710", "")                                                                           \
    X(PEER_LIMIT, CAUSE, "peer-limit", "a GPU cannot map the memory of more peers: most map 8",    \
      "a process for each GPU, or fewer GPUs in CUDA_VISIBLE_DEVICES; for NCCL "                   \
      "NCCL_CUMEM_ENABLE=0",                                                                       \
      NULL, "", "")                                                                                \
    X(PEER, CAUSE, "peer", "two GPUs cannot reach each other's memory",                            \
      "NCCL_P2P_DISABLE=1 for NCCL (in its shm.cc NCCL_CUMEM_HOST_ENABLE=0); for other transfers " \
      "an option of the program",                                                                  \
      NULL, "", "LN812")                                                                           \
    X(PTX, CAUSE, "ptx", "the PTX is newer than what compiles it: the driver, ptxas or nvJitLink", \
      "if the line names a file: a newer toolkit or Triton, whose ptxas reads it (Triton: "        \
      "TRITON_PTXAS_PATH); else update the driver, or use a build for the CUDA that nvidia-smi "   \
      "shows",                                                                                     \
      "if nvJitLink loads it: update that", "LN106 LN111", "")                                     \
    X(INVALID_PTX, EFFECT, "invalid-ptx", "the program's PTX does not compile for this GPU",       \
      "build it for this GPU (nvcc -arch=sm_NN); the log of the JIT compiler names the line",      \
      "a newer driver, if a newer CUDA made the PTX", "LN106", "")                                 \
    X(JITLINK, CAUSE, "jitlink",                                                                   \
      "nvJitLink cannot compile or link an input; its error log says why",                         \
      "pip install --upgrade nvidia-nvjitlink-cu12 (CUDA 13: nvidia-nvjitlink), which must not "   \
      "be older than what made the PTX; another release, if its ptxas fails internally",           \
      NULL, "LN111", "")                                                                           \
    X(BUILTINS, CAUSE, NULL, NULL, NULL, NULL, "LN108 LN112", "")                                  \
    X(HEADERS, BARE, "headers", "code that a program passes to NVRTC does not compile",            \
      "NVRTC's log names the line; CUDA's headers must be those of its release", NULL, "LN709",    \
      "")                                                                                          \
    X(CUDNN, CAUSE, NULL, "parts of a library are of different releases, or one is missing",       \
      "unset LD_LIBRARY_PATH, which may bring parts of another release; keep one installation, "   \
      "all of one release",                                                                        \
      NULL, "LN710", "")                                                                           \
    X(PERMISSION, EFFECT, "permission", "a process may not do this, or not in this state",         \
      "as root for settings of the GPU; for profiling NVreg_RestrictProfilingToAdminUsers=0; a "   \
      "container may need --cap-add=SYS_ADMIN or --ipc=host",                                      \
      "no CUDA calls in a host callback, and fewer during the capture of a graph", "", "")         \
    X(SENSOR, EFFECT, "not-here",                                                                  \
      "this GPU lacks a sensor or setting that a program asks NVML for",                           \
      "harmless: CUDA works without it; a newer release of the program may skip it", NULL, "", "") \
    X(NOT_HERE, EFFECT, "not-here",                                                                \
      "the GPU or the driver does not support the requested operation",                            \
      "virtual GPUs, MIG and some GPUs lack memory pools and unified memory",                      \
      "PYTORCH_CUDA_ALLOC_CONF=backend:native", "", "LN818")                                       \
    X(CAPTURE, EFFECT, "capture", "a call cannot be recorded in a CUDA graph",                     \
      "do without graphs: vLLM --enforce-eager, SGLang --disable-cuda-graph, llama.cpp "           \
      "GGML_CUDA_DISABLE_GRAPHS=1, torch.compile without mode=\"reduce-overhead\"",                \
      "no allocation, synchronization or other thread's call of CUDA during the capture", "", "")  \
    X(NOT_INITIALIZED, EFFECT, "state", "the driver could not be initialized in a process",        \
      "nvidia-smi must work: sudo modprobe nvidia, and sudo nvidia-modprobe -u -c=0 for the "      \
      "module nvidia_uvm; reboot after an update of the driver; a container: docker run --gpus "   \
      "all",                                                                                       \
      "a child of fork() must not use its parent's CUDA (Python: "                                 \
      "multiprocessing.set_start_method('spawn')); CUDA_VISIBLE_DEVICES must name a GPU or be "    \
      "unset",                                                                                     \
      "LN119 LN105 LN106", "")                                                                     \
    X(CONTEXT, EFFECT, "state", "a thread calls CUDA without a current context, or after its end", \
      "the program must make a context current in each thread that calls CUDA (PyCUDA: import "    \
      "pycuda.autoinit), and not use a parent's context after fork()",                             \
      "look for the first error before it: a kernel that fails ends the context", "", "")          \
    X(ENDING, EFFECT, "state", "a program calls CUDA while the process ends, after its shutdown",  \
      "look for the first error before it, which ended the process; without one free GPU memory "  \
      "and threads before main() returns, not in static destructors",                              \
      NULL, "", "")                                                                                \
    X(IN_USE, EFFECT, "state", "the driver gives the GPU to no further process",                   \
      "nvidia-smi: end the processes that use it; sudo nvidia-smi -c DEFAULT, if its compute "     \
      "mode is exclusive",                                                                         \
      "sudo nvidia-smi --gpu-reset, or a reboot, if no process uses it; a virtual GPU needs a "    \
      "license: nvidia-smi -q",                                                                    \
      "LN816", "")                                                                                 \
    X(MPS, EFFECT, "state", "CUDA's multi-process service (MPS) does not work for this process",   \
      "echo quit | nvidia-cuda-mps-control, then nvidia-cuda-mps-control -d, as the same user",    \
      "a container needs --ipc=host and the host's folder CUDA_MPS_PIPE_DIRECTORY "                \
      "(/tmp/nvidia-mps); "                                                                        \
      "or unset that variable, to use no MPS",                                                     \
      "", "")                                                                                      \
    X(CUDNN_STATE, EFFECT, "state", "cuDNN cannot be initialized",                                 \
      "one cuDNN, of the release that the program requires: pip list | grep cudnn, and unset "     \
      "LD_LIBRARY_PATH",                                                                           \
      "nvidia-smi: the GPU's memory may be full (JAX: XLA_PYTHON_CLIENT_PREALLOCATE=false)",       \
      "LN710 LN106 LN120", "")                                                                     \
    X(CUFFT_STATE, EFFECT, "state", "cuFFT fails inside, or cannot be initialized",                \
      "a build of the program for CUDA 11.8 or later, which RTX 40 and H100 need: an older cuFFT " \
      "fails there",                                                                               \
      "nvidia-smi: the GPU's memory may be full", "LN120 LN118 LN106", "")                         \
    X(COMPILER_STATE, EFFECT, "state", "one of CUDA's compiler libraries fails inside",            \
      "unset LD_LIBRARY_PATH, which may bring another release: it and its builtins must be of "    \
      "one",                                                                                       \
      "another release of it; the compiler's log may name the line", "LN120 LN108 LN111", "")      \
    X(CUFILE_STATE, EFFECT, "state", "cuFile or its kernel module nvidia_fs does not work",        \
      "sudo modprobe nvidia_fs; gdscheck -p shows which file systems work, NVMe disks only with "  \
      "a driver for GDS (MLNX_OFED's mlnxofedinstall --with-nvmf --enable-gds, or DOCA's)",        \
      "\"allow_compat_mode\": true in cufile.json, or KVIKIO_COMPAT_MODE=ON, works without it",    \
      "LN120", "")                                                                                 \
    X(STATE, EFFECT, "state", "{T} could not be initialized on the GPU, or fails inside",          \
      "nvidia-smi: the GPU's memory is often full (JAX: XLA_PYTHON_CLIENT_PREALLOCATE=false)",     \
      "unset LD_LIBRARY_PATH, which may bring another release; CUDA_LAUNCH_BLOCKING=1 shows an "   \
      "earlier failure",                                                                           \
      "LN120 LN106 LN118 LN108 LN111", "LN714")                                                    \
    X(NCCL_ARGUMENT, BARE, "nccl-argument", "an argument from another NCCL, or a setting",         \
      "run again with NCCL_DEBUG=WARN: a warning names the argument", NULL,                        \
      "LN101 LN118 LN110 LN215", "")                                                               \
    X(NCCL_PEER, EFFECT, NULL, NULL, NULL, NULL, "LN711 LN707", "")                                \
    X(NCCL_USAGE, BARE, "nccl-code",                                                               \
      "a program uses NCCL in an invalid way, most often two ranks on one GPU",                    \
      "torch.cuda.set_device(LOCAL_RANK), and not more processes than GPUs; NCCL_DEBUG=WARN "      \
      "names what is invalid",                                                                     \
      "all ranks must create the communicator with the same number of ranks",                      \
      "LN120 LN701 LN202 LN101", "")                                                               \
    X(NCCL_SYSTEM, BARE, "nccl-code",                                                              \
      "a system call of NCCL failed: a socket, memory or a device; its warning says which",        \
      "run again with NCCL_DEBUG=WARN, and explain the output of all ranks",                       \
      "most often: /dev/shm too small in a container (--shm-size=1g), or NCCL_SOCKET_IFNAME",      \
      "LN120 LN601 LN211 LN602", "")                                                               \
    X(NCCL_CUDA, BARE, "nccl-code",                                                                \
      "a CUDA call of NCCL failed: NCCL's warning says which, and why",                            \
      "run again with NCCL_DEBUG=WARN, and explain the output of all ranks",                       \
      "most often: a driver older than NCCL's CUDA (nvidia-smi shows its own), full GPU memory, "  \
      "or transfers between GPUs (NCCL_P2P_DISABLE=1 does without)",                               \
      "LN120 LN106 LN601 LN118 LN101", "")                                                         \
    X(NCCL_CODE, BARE, "nccl-code", "NCCL returned only a code; its warning says what failed",     \
      "run again with NCCL_DEBUG=WARN, and explain the output of all ranks", NULL,                 \
      "LN120 LN601 LN602 LN201 LN211 LN215 LN115 LN202 LN101", "LN700")                            \
    X(REFUSED, EFFECT, "program", "{T} refuses an argument of a call",                             \
      "the stack trace shows the call: report it to the program's authors, with the sizes and "    \
      "types of its data",                                                                         \
      "if it worked before: libraries of two releases are mixed; unset LD_LIBRARY_PATH, install "  \
      "those that the program was built with",                                                     \
      "LN118 LN102", "")                                                                           \
    X(RESOURCES, EFFECT, "program",                                                                \
      "a kernel needs more registers, threads or shared memory than the GPU has",                  \
      "fewer threads in a block; or fewer registers: __launch_bounds__, nvcc -maxrregcount=N; "    \
      "Triton: smaller blocks, num_stages=1",                                                      \
      "no debug build: nvcc -G needs more registers", "", "")                                      \
    X(EXECUTION, EFFECT, "program", "{T} fails on the GPU",                                        \
      "CUDA_LAUNCH_BLOCKING=1 shows whether an earlier call failed; nvidia-smi: the GPU's memory " \
      "may be full",                                                                               \
      "a build of the program for a newer CUDA, if the GPU is newer: RTX 30 needs 11, RTX 40 and " \
      "H100 11.8, RTX 50 12.8",                                                                    \
      "LN118", "")                                                                                 \
    X(NO_KERNEL, EFFECT, "build",                                                                  \
      "the GPU code that a program loads has no kernel of the name, or none for this GPU",         \
      "a build for this GPU: cuobjdump --list-elf FILE shows for which it is; libraries that are " \
      "loaded must be of one release",                                                             \
      "in a program's own code extern \"C\" for the name, or its mangled form", "LN118 LN102", "") \
    X(CODE_FILE, EFFECT, "program", "a program does not find its file of GPU code (cubin, PTX)",   \
      "start it in the folder that it expects, or install it again: strace -e openat PROGRAM "     \
      "shows the path",                                                                            \
      NULL, "", "")                                                                                \
    X(LAUNCH_TIMEOUT, CAUSE, "program",                                                            \
      "a kernel ran longer than the system allows on a GPU with a display",                        \
      "a GPU without a display, or no desktop: sudo systemctl isolate multi-user.target",          \
      "shorter kernels; Windows: a longer TdrDelay in the registry", "", "")                       \
    X(LAUNCH, EFFECT, "program",                                                                   \
      "a kernel is started with a grid or block of a size that the GPU does not allow",            \
      "the sizes that the program computes: none may be 0, as of empty input, and a block has at " \
      "most 1024 threads",                                                                         \
      "look for the first error before it, such as a file or memory that is missing", "LN118", "") \
    X(HANDLE, EFFECT, "program",                                                                   \
      "a program uses a stream, event or module of another GPU or context, or one that is gone",   \
      "use it on the GPU where it was made (cudaSetDevice, torch.cuda.set_device), and none of a " \
      "parent after fork()",                                                                       \
      "one CUDA runtime for all libraries; a build that has code for this GPU", "LN118", "")       \
    X(PROFILER, EFFECT, "program", "CUPTI, the library of profilers, refuses a call",              \
      "one profiler at a time (dcgmi profile --pause), and a CUPTI that is not newer than the "    \
      "driver's CUDA: unset LD_LIBRARY_PATH",                                                      \
      "harmless, if the program needs no profile", "", "")                                         \
    X(ASSERT, EFFECT, "program",                                                                   \
      "a check in a kernel failed, most often of an index: a label, token or position too large",  \
      "the first line with Assertion names the check; the same run on the CPU names the index",    \
      "labels must be below the number of classes, tokens below the model's vocabulary", "", "")   \
    X(ACCESS, EFFECT, "program",                                                                   \
      "a kernel fails, most often as it accesses memory that is not its own",                      \
      "CUDA_LAUNCH_BLOCKING=1 shows the call, compute-sanitizer PROGRAM the access: report both "  \
      "to its authors, or take another release of it",                                             \
      "a GPU that is overclocked or faulty fails so, too: sudo dmesg | grep Xid", "", "")          \
    X(PROGRAM, EFFECT, "program", "a call of the program failed on the GPU",                       \
      "CUDA_LAUNCH_BLOCKING=1 shows the call; compute-sanitizer the access", NULL, "", "LN806")    \
    X(PORTS, CAUSE, "ports", "NCCL finds no free port",                                            \
      "widen net.ipv4.ip_local_port_range, or end what holds its ports: ss -tan", NULL, "LN214",   \
      "")                                                                                          \
    X(FILES, CAUSE, "files", "NCCL may open no more files",                                        \
      "ulimit -n 65536 before the program starts, on every host", NULL, "", "")                    \
    X(NO_LISTENER, CAUSE, "no-listener",                                                           \
      "no process listens at another rank's address: it ended, or never ran",                      \
      "look in the output of the rank on that host, and start all ranks afresh, without an init "  \
      "file of an earlier run; NCCL_SOCKET_IFNAME=INTERFACE, one that reaches the other hosts",    \
      NULL, "LN707 LN214 LN212", "")                                                               \
    X(UNREACHABLE, CAUSE, NULL, "a rank cannot reach another one's address", NULL, NULL,           \
      "LN707 LN214 LN212", "")                                                                     \
    X(HOST_NAME, CAUSE, "host-name", "the name of a host cannot be resolved",                      \
      "getent hosts NAME must answer on every host: correct DNS or /etc/hosts, or the address in " \
      "place of the name, in MASTER_ADDR and NCCL_COMM_ID",                                        \
      NULL, "LN215", "")                                                                           \
    X(ADDRESS, CAUSE, NULL, NULL, NULL, NULL, "LN214 LN211", "")                                   \
    X(LOCKED, CAUSE, NULL, NULL, NULL, NULL, "LN602", "")                                          \
    X(SHM, CAUSE, NULL, "NCCL cannot get shared memory", NULL, NULL, "LN601 LN712", "")            \
    X(SHM_DENIED, CAUSE, "shm-denied", "NCCL has no permission to use /dev/shm",                   \
      "ls -ld /dev/shm must show drwxrwxrwt: sudo chmod 1777 /dev/shm; remove nccl-* files of "    \
      "other users there",                                                                         \
      NULL, "", "")                                                                                \
    X(RAS, BARE, "ras", "only NCCL's RAS service fails, which reports on ranks: jobs run without", \
      "NCCL_RAS_ENABLE=0, or NCCL_RAS_ADDR=localhost:PORT with a free port for this job", NULL,    \
      "", "")                                                                                      \
    X(RDMA, EFFECT, "rdma", "NCCL fails at an RDMA device",                                        \
      "ibv_devinfo must list the device as active (a container: --device=/dev/infiniband); "       \
      "ulimit -l unlimited",                                                                       \
      "NCCL_IB_DISABLE=1", "LN802 LN803 LN602 LN206", "")                                          \
    X(PEERMEM, EFFECT, "peermem",                                                                  \
      "the network adapter cannot register the GPU's memory (GPUDirect RDMA)",                     \
      "sudo modprobe nvidia_peermem, of the driver's release, after MLNX_OFED or DOCA (gdrcopy: "  \
      "sudo modprobe gdrdrv); GeForce GPUs and most virtual GPUs cannot do it",                    \
      "without it: UCX_IB_GPU_DIRECT_RDMA=no, or NCCL_NET_GDR_LEVEL=LOC", "", "")                  \
    X(PLUGIN, EFFECT, "plugin", "an NCCL plugin fails, or has another interface version",          \
      "lazynccl plugin check FILE", "NCCL_NET_PLUGIN=none", "LN302 LN303 LN301", "")               \
    X(OFI, EFFECT, "ofi", "the network plugin aws-ofi-nccl fails",                                 \
      "fi_info -p efa must list a device: in a container --device=/dev/infiniband and --ulimit "   \
      "memlock=-1; update the EFA installer",                                                      \
      "NCCL_NET_PLUGIN=none (before NCCL 2.11 remove libnccl-net.so from LD_LIBRARY_PATH)",        \
      "LN313 LN302", "")                                                                           \
    X(OFI_RELEASE, EFFECT, "ofi",                                                                  \
      "libfabric (EFA) refuses what aws-ofi-nccl asks for: their releases do not fit, or the "     \
      "GPU's "                                                                                     \
      "memory is out of its reach",                                                                \
      "update the EFA installer, whose kernel module, libfabric and plugin must fit NCCL: 2.19 "   \
      "and later need 1.29.1, or NCCL_CUMEM_ENABLE=0",                                             \
      "FI_EFA_USE_DEVICE_RDMA=0 does without GPUDirect RDMA; ulimit -l unlimited", "LN313", "")    \
    X(EFA_PEER, EFFECT, "ofi",                                                                     \
      "the network plugin aws-ofi-nccl does not reach another rank, or it ended",                  \
      "look in the output of the rank that ended first; the security group must allow all "        \
      "traffic from and to itself, in both directions",                                            \
      NULL, "LN711 LN707", "")                                                                     \
    X(SHARP, EFFECT, "sharp", "SHARP, the collectives of InfiniBand's switches, does not work",    \
      "NCCL_COLLNET_ENABLE=0 does without; sharp_am must run, and have a free tree for this job",  \
      NULL, "", "")                                                                                \
    X(CONNECTION, EFFECT, "connection", "a connection between ranks fails",                        \
      "look in the output of the rank that ended first",                                           \
      "NCCL_SOCKET_IFNAME=INTERFACE, the one that reaches the other hosts", "LN711 LN707 LN214",   \
      "")                                                                                          \
    X(NVLS, CAUSE, NULL, NULL, NULL, NULL, "LN801", "")                                            \
    X(TOPOLOGY, EFFECT, "topology",                                                                \
      "NCCL's description of the machine, its topology, lacks something or is another machine's",  \
      "unset NCCL_TOPO_FILE and NCCL_GRAPH_FILE; a container needs the host's /sys, whole",        \
      "aws-ofi-nccl names such a file itself: update the EFA installer, which brings it",          \
      "LN605 LN606", "")                                                                           \
    X(ARGUMENT, EFFECT, "argument", "a program called NCCL with invalid arguments",                \
      "report the warning, which names it, to the program's authors", NULL, "", "LN811")           \
    X(WARNING, EFFECT, "warning", "NCCL fails; its warning says what failed",                      \
      "run again with NCCL_DEBUG=INFO, and explain the output of all ranks", NULL, "", "")
