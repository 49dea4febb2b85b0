/* Recognizes errors in logs without error codes by keywords: the component that reports, and what.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/subjects.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAILS                                                                                      \
    "fail|error|cannot|unable|not found|invalid|timeout|timed out|not running|inactive|refused|"   \
    "mismatch|missing|denied|rejected|could not"
#define NO_ROOM "cannot allocate|could not allocate|failed to allocate|unable to allocate"
#define RESET "sudo nvidia-smi --gpu-reset, or reboot"
#define KERNEL_LOG "sudo dmesg | grep -iE 'NVRM|Xid' shows the first error"
#define GDSCHECK "/usr/local/cuda/gds/tools/gdscheck -p shows what works"
#define COMPAT_MODE "\"allow_compat_mode\": true in cufile.json works without GDS, but slower"
#define ONE_NODE                                                                                   \
    "on one node NVSHMEM_REMOTE_TRANSPORT=none; NVSHMEM_IB_ENABLE_IBGDA=0 to use ibrc in place "   \
    "of IBGDA"
#define IN_CLUSTER                                                                                 \
    "nvidia-ctk runtime configure --runtime=containerd --set-as-default on each node, and "        \
    "restart containerd; or runtimeClassName: nvidia for the pod"

// clang-format off
#define SAYS(who, what, kind, word, ids, means, help, otherwise)                                   \
    {who, what, {kind, means, ids, help, otherwise, word, NULL}, CLASS_COUNT}
#define SAYS_CLASS(who, what, class_of) {who, what, {0}, CLASS_##class_of}
// clang-format on

/* The first row applies whose words, in lower case, the line has: one of `who` and one of `what`,
 * which for an Xid are its numbers. */
static const struct subject {
    const char *who, *what;
    struct answer answer;
    enum answer_class class_of;
} subjects[] = {
    /* the driver's kernel module */
    SAYS("xid", "13|31|43|68", CAUSE, "program", "",
         "a program failed on the GPU, says the driver (Xid {V}): usually its own invalid access",
         "compute-sanitizer PROGRAM, and CUDA_LAUNCH_BLOCKING=1, show the call; the line may name "
         "the process",
         "update the driver; if all programs fail on one GPU, test it: dcgmi diag -r 3"),
    SAYS("xid", "48|63|64|92|94|95|140|171|172", CAUSE, "ecc", "LN816",
         "the GPU's memory has an error that ECC found (Xid {V})",
         "end its programs, then " RESET "; nvidia-smi -q -d ECC,ROW_REMAPPER,PAGE_RETIREMENT "
         "shows whether the driver replaced the memory",
         "have the GPU replaced, if the error comes again or the remapping failed"),
    SAYS("xid", "74|144|145|146|147|148|149|150", CAUSE, "nvlink", "LN816",
         "an NVLink connection of the GPU fails (Xid {V})",
         "nvidia-smi nvlink -e shows the link's errors; reset all GPUs of the host, with its "
         "fabric manager, or reboot",
         "have the GPU, the bridge or the board checked, if it comes again; NCCL_P2P_DISABLE=1 "
         "avoids NVLink between GPUs"),
    SAYS("xid|nvrm|gpu|nvidia 0",
         "79|fallen off the bus|gpu is lost|device inaccessible|config space inaccessible", CAUSE,
         "bus", "LN816", "the GPU no longer answers on the PCIe bus",
         "switch the host off and on; then check power supply, heat, seating and cables, and "
         "update BIOS and driver (the kernel option pcie_aspm=off avoids power saving)",
         "leave it out of CUDA_VISIBLE_DEVICES; have it replaced, if it comes again"),
    SAYS(
        "xid|nvrm",
        "61|62|119|120|gsp rpc|gsp firmware rm|riscv/gsp|gsp timeout|rpcrecvpoll|gfw_boot|gfw boot",
        CAUSE, "firmware", "LN816", "the GPU's firmware (GSP) does not answer the driver",
        RESET "; then update the driver",
        "the proprietary module works without GSP: options nvidia NVreg_EnableGpuFirmware=0 in "
        "/etc/modprobe.d; have the GPU checked, if it comes again"),
    SAYS("xid|nvrm|gpu requires reset",
         "gpu requires reset|45|154|reset required|reset_required|recovery action", EFFECT, "reset",
         "LN816", "the driver stopped work on the GPU after an earlier error",
         "the first Xid before it is the cause (sudo dmesg | grep Xid); then " RESET
         ", as the line says",
         NULL),
    SAYS("sxid", FAILS "|fatal|(pci", CAUSE, "nvswitch", "LN816",
         "an NVSwitch or one of its NVLinks reports an error",
         "a non-fatal one often follows a program's end; after a fatal one restart the fabric "
         "manager and the GPUs, or reboot",
         "have the board checked, if it comes again"),
    SAYS("xid", "#", EFFECT, "xid", "LN816", "the driver reports an error of a GPU: Xid {V}",
         "NVIDIA's catalog of Xid errors says what {V} is; " RESET "; update the driver",
         "dcgmi diag -r 3 tests the GPU"),
    SAYS_CLASS("inforom is corrupted|critical xid error", "", FAULTY),
    SAYS("nvidia_peermem|nvidia-peermem|nv_peer_mem", FAILS "|not loaded", EFFECT, "peermem", "",
         "nvidia-peermem, the kernel module for RDMA to GPU memory, is not loaded",
         "sudo modprobe nvidia-peermem; if it is refused, install the driver again after "
         "Mellanox's OFED, for which it must be built",
         "NCCL_NET_GDR_LEVEL=LOC does without; newer kernels offer DMA-BUF instead"),
    SAYS("nvrm|nvidia: |nouveau kernel driver",
         "nouveau|routine was not called|adapter probed|devices probed|vfio-pci", CAUSE, "nouveau",
         "LN126", "another kernel module, usually nouveau, holds the GPU: the driver gets none",
         "lspci -nnk -d 10de: names it; for nouveau write \"blacklist nouveau\" to "
         "/etc/modprobe.d/blacklist-nouveau.conf, then sudo update-initramfs -u (or dracut -f) and "
         "reboot",
         "vfio-pci holds a GPU for virtual machines"),
    SAYS("nvrm|nvidia", "not supported by open|gpu system processor|required gpu$", CAUSE,
         "open-module", "LN126", "the driver's open kernel module does not support this GPU",
         "GPUs before Turing need the proprietary module: install the driver without \"open\" in "
         "its name, up to release 580 (Debian, Ubuntu: nvidia-driver-580)",
         NULL),
    SAYS("nvrm", "requires use of the", CAUSE, "open-module", "LN126",
         "this GPU needs the driver's open kernel module",
         "install the driver with \"open\" in its name, such as nvidia-driver-580-open or "
         "nvidia-open",
         NULL),
    SAYS("nvrm", "is not supported by|not supported by the nvidia|legacy", CAUSE, "driver-for-gpu",
         "LN126", "this release of the driver does not support the GPU",
         "lspci -nn -d 10de: names it: a newer GPU needs a newer driver; the last for Maxwell to "
         "Volta is 580, for Kepler 470, for Fermi 390",
         NULL),
    SAYS("nvrm|gpu",
         "rminitadapter|rm_init_adapter|failed to initialize the nvidia gpu|unable to determine "
         "the device handle",
         CAUSE, "init-adapter", "LN816", "the driver cannot initialize the GPU",
         "switch the host off and on, and update driver and BIOS (Above 4G Decoding on); then "
         "check the GPU's power and seating",
         "the driver's other kernel module, proprietary or open; in a virtual machine, its "
         "pass-through; leave the GPU out of CUDA_VISIBLE_DEVICES"),
    SAYS("nvrm", "region assigned|bar0 is|bar1 is|bar2 is|pci i/o", CAUSE, "bios", "",
         "the BIOS gave the GPU no PCI memory region that the driver can use",
         "Above 4G Decoding on in the BIOS, or the kernel option pci=realloc; update the BIOS",
         NULL),
    SAYS("nvrm", "no nvidia ", EFFECT, "no-gpu", "LN126", "the driver finds no GPU of NVIDIA's",
         "lspci -d 10de: must list it; if it does not, check its power and seating, the BIOS, and "
         "in a virtual machine the pass-through or the instance's type",
         NULL),
    SAYS("inserting nvidia|insert nvidia|insert module nvidia", "no such device", CAUSE, "no-gpu",
         "LN126", "the driver's kernel module finds no GPU that it can drive",
         "lspci -nnk -d 10de: must list the GPU, with no other module in use (nouveau, vfio-pci); "
         "the driver must be one for it: up to 580 for Maxwell to Volta, 470 for Kepler, 390 for "
         "Fermi",
         "on a machine without an NVIDIA GPU run the program's build for the CPU"),
    SAYS("were compiled with different", "torch", CAUSE, "packages", "",
         "PyTorch and torchvision, or torchaudio, are builds for different CUDA releases",
         "pip install --force-reinstall torch torchvision torchaudio, in one command and from one "
         "index (--index-url https://download.pytorch.org/whl/cu126)",
         NULL),
    SAYS("bind point", "non existent|doesnt exist|does not exist|skipping", CAUSE, "bind", "LN819",
         "the image lacks a file onto which Singularity mounts one of the host's",
         "touch that path in the image's %post, as an empty file; or enable overlay = try and "
         "enable underlay = yes in singularity.conf, or a newer Apptainer",
         NULL),
    SAYS("nvidia|nvrm",
         "appears to already be loaded|non-zero usage count|module is in use|running an x server",
         CAUSE, "module-in-use", "",
         "processes use the driver's kernel modules, which were to be replaced",
         "end them (sudo lsof /dev/nvidia*; sudo systemctl stop nvidia-persistenced and the "
         "display manager), then sudo rmmod nvidia_drm nvidia_modeset nvidia_uvm nvidia; or reboot",
         "in a container install the driver without its modules: --no-kernel-module"),
    SAYS("nvidia-gridd|license status", FAILS "|licensing not supported|unlicensed", CAUSE,
         "license", "", "the virtual GPU (vGPU) has no license, without which CUDA soon fails",
         "the token in /etc/nvidia/ClientConfigToken and /etc/nvidia/gridd.conf, then sudo "
         "systemctl restart nvidia-gridd; nvidia-smi -q shows the license",
         "host and guest need drivers of one vGPU release; a whole GPU needs the usual driver"),
    SAYS_CLASS("nvidia", "version magic|disagrees about version of symbol|unknown symbol", MODULE),
    SAYS_CLASS("currently in use by one or more|because gpu is in use", "", IN_USE),
    SAYS_CLASS("applications clocks|power management limit|persistence mode|compute mode",
               "is not supported", SENSOR),
    SAYS("vmiop_log|nvidia-vgpu", FAILS "|not valid", EFFECT, "vgpu", "",
         "the host's manager of virtual GPUs (vGPU) reports an error",
         "host and guest need drivers of one vGPU release; nvidia-smi vgpu must work on the host, "
         "and journalctl -u nvidia-vgpu-mgr says more",
         NULL),
    SAYS_CLASS("unable to load the kernel module nvidia|module not found: nvidia|could not insert "
               "nvidia|module nvidia not found|communicate with the nvidia "
               "driver|nvidia-persistenced failed to init|failed to query nvidia devices",
               "", MODULE),
    SAYS("nvrm:|nvrm |nvidia: probe of|driver nvidia failed|nvidia-modeset: "
         "error|[nvidia-drm]|nvidia-persistenced|nvidia persistence daemon",
         FAILS, EFFECT, "driver", "LN126",
         "the driver's kernel module or its persistence daemon reports an error",
         KERNEL_LOG "; reboot, then update the driver",
         "harmless, if nvidia-smi and programs work"),
    /* the fabric manager */
    SAYS("fabric manager|fabricmanager", "match|incompatible|different version", CAUSE,
         "fabric-release", "LN809", "the fabric manager is not of the driver's very release",
         "install nvidia-fabricmanager of the release that nvidia-smi shows (apt list -a "
         "'nvidia-fabricmanager*'), hold both with apt-mark, and sudo systemctl restart "
         "nvidia-fabricmanager",
         NULL),
    SAYS("fabric manager|fabricmanager|nvswitch", "nothing_to_do|nothing to do|no nvswitch", CAUSE,
         "fabric-none", "LN809",
         "this host has no NVSwitch, so the fabric manager has nothing to do",
         "sudo systemctl disable --now nvidia-fabricmanager: only HGX and DGX boards have NVSwitch",
         "on these boards load the driver first, of the fabric manager's release"),
    SAYS("fabric manager|fabricmanager|nvlink fabric|nvswitch driver",
         FAILS "|control process exited", EFFECT, "fabric", "LN809",
         "the fabric manager does not start, or fails",
         "install it, of the driver's very release; journalctl -u nvidia-fabricmanager and "
         "/var/log/fabricmanager.log say why it fails",
         "hosts without NVSwitch do not need it: sudo systemctl disable nvidia-fabricmanager"),
    SAYS("nvidia-imex|imex daemon|imex node", FAILS "|degraded", EFFECT, "imex", "",
         "nvidia-imex, which shares GPU memory between the hosts of a rack, does not work",
         "sudo systemctl restart nvidia-imex, of the driver's release, on all hosts of "
         "/etc/nvidia-imex/nodes_config.cfg; /var/log/nvidia-imex.log says more",
         "NCCL_MNNVL_ENABLE=0 does without"),
    SAYS_CLASS("sharp_coll|sharp_am|sharp_get|aggmgr|tree_ops.c", FAILS, SHARP),
    SAYS_CLASS("libfabric:", "empty list|no provider|no efa dev", OFI),

    SAYS_CLASS("pinned memory|page-locked|pinned host", NO_ROOM, HOST_MEMORY),
    SAYS_CLASS("cuda error|cuda: |cuda allocation|cuda0 buffer|for new constant|gpu error|gpu "
               "memory|on gpu|on the gpu|device memory",
               NO_ROOM "|couldnt allocate|allocation failed|allocation failure|allocatable device",
               MEMORY),
    SAYS_CLASS(
        " gpu|gpu memory|:gpu|gpu_|vram|[op:|rmm|kv cache|bfc|xlaruntime|mem-fraction|cache blocks",
        "out of memory|oom when|gpu memory trying|out of gpu memory|not enough memory|not enough "
        "gpu memory|not enough vram|no available memory|desired gpu memory|maximum pool size "
        "exceeded|stored in kv cache|insufficient vram|failed to allocate memory",
        MEMORY),
    SAYS_CLASS("torch.outofmemoryerror|torch.cuda.outofmemoryerror", "", MEMORY),

    /* containers */
    SAYS("not a shared mount", "nvidia", CAUSE, "mount", "",
         "a folder that the GPU operator shares with containers is not on a shared mount",
         "sudo mount --make-rshared / on the node, or --make-rshared of the mount that the message "
         "names",
         NULL),
    SAYS_CLASS(
        "nvmldeviceset|fan_speed|power limit|power management limit|gpu clocks|applications "
        "clocks|persistence mode|compute mode|display compute instances|display gpu instances",
        "insufficient permission|nopermission|no permission", PERMISSION),
    SAYS("nvml|/dev/nvidia", "insufficient permission|operation not permitted|permission denied",
         CAUSE, "device-denied", "LN126", "a process may not open the GPU's device files",
         "ls -l /dev/nvidia* must show crw-rw-rw-: sudo chmod 666 /dev/nvidia[0-9]* /dev/nvidiactl "
         "/dev/nvidia-uvm*, or the user's group; SELinux: --security-opt label=disable, or sudo "
         "setsebool -P container_use_devices 1",
         "a container needs its devices: docker run --gpus all, LXC c 195:* rwm; a job of Slurm "
         "sees only GPUs that it asks for: --gres=gpu:1"),
    SAYS("nvidia-container-runtime", "runc path|runc: executable|runc binary", CAUSE, "no-runc",
         "LN819", "NVIDIA's container runtime does not find runc",
         "install runc, or add crun to runtimes in /etc/nvidia-container-runtime/config.toml; for "
         "podman --device nvidia.com/gpu=all, without this runtime",
         NULL),
    SAYS("nvidia-container-toolkit|nvidia-container-runtime-hook|nvidia-ctk|nvidia-cdi-hook",
         "executing hook|running hook|hook fail|exit code|exit status", EFFECT, "hook", "LN819",
         "NVIDIA's hook of the container engine fails",
         "sudo nvidia-container-cli -k -d /dev/tty info on the host says why; update "
         "nvidia-container-toolkit",
         "rootless, and podman: sudo nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml, then "
         "--device nvidia.com/gpu=all without the hook"),
    SAYS("could not select device driver|runtime name: nvidia|runtime specified nvidia|configure "
         "the nvidia container toolkit|no runtime for nvidia is|runtime nvidia not "
         "found|runtimehandler nvidia",
         "", CAUSE, NULL, "LN819", NULL, NULL, NULL),
    SAYS("nvidia/cuda:|nvidia/driver:", "not found|manifest unknown", CAUSE, "image", "",
         "the registry has no image of NVIDIA's with this tag: old ones were removed, and a new "
         "system has none yet",
         "a tag that it has, of a full release and a system: nvidia/cuda:12.8.1-base-ubuntu24.04; "
         "hub.docker.com/r/nvidia/cuda/tags lists them; GPU operator: another driver.version, or "
         "driver.enabled=false with a driver on the node",
         NULL),
    SAYS_CLASS("no supported gpu(s) detected", "", NO_GPU),
    SAYS("reservations", "value devices does not match|unsupported config option", CAUSE, "compose",
         "", "this Docker Compose is too old for GPUs (devices: of a service)",
         "docker compose (v2), or docker-compose 1.28 and later; before: runtime: nvidia, in a "
         "file of version 2.3",
         NULL),
    SAYS("exec: --gpus|exec: --runtime", "", CAUSE, "option-order", "",
         "docker takes an option for the command, because it is after the image's name",
         "docker run --gpus all IMAGE: options come before the image", NULL),
    SAYS("module pynvml", "has no attribute", CAUSE, "pynvml", "",
         "two Python packages bring a module pynvml, of which only nvidia-ml-py is NVIDIA's",
         "pip uninstall -y pynvml nvidia-ml-py3, then pip install --force-reinstall nvidia-ml-py",
         NULL),
    SAYS("device discovery strategy|incompatible strategy|incompatible platform", "", CAUSE,
         "device-plugin", "LN819", "Kubernetes' device plugin sees no GPU: its container has none",
         IN_CLUSTER, "keep it off nodes without a GPU by a nodeSelector"),
    SAYS("cdi device|cdi host device|cdi spec", FAILS "|no such", EFFECT, "cdi", "LN819",
         "a CDI specification names devices or files that are not there, or there is none",
         "sudo nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml on the host, again after each "
         "update of the driver; nvidia-ctk cdi list shows the names",
         NULL),
    SAYS("nvidia-container-cli|nvidia-container-runtime|nvidia-container-toolkit|nvidia container "
         "toolkit|nvidia-ctk|nvidia-cdi-hook",
         FAILS "|no such", EFFECT, "toolkit", "LN819",
         "NVIDIA's container toolkit on the host reports an error",
         "nvidia-smi must work on the host, and sudo nvidia-container-cli -k -d /dev/tty info, "
         "which says more; install or update nvidia-container-toolkit",
         NULL),

    SAYS("--gpus|devices was unexpected|unsupported config option",
         "unknown flag|unexpected|unknown runtime|not defined", CAUSE, "old-docker", "LN819",
         "this docker, or its compose, is too old to pass on GPUs",
         "update Docker to 19.03 or later, and docker-compose to its plugin: docker compose, from "
         "1.28 on; then install nvidia-container-toolkit",
         NULL),

    /* DCGM, which only monitors: any other failure tells more */
    SAYS("api version mismatch|dcgm", "version mismatch|incompatible version", BARE, "dcgm-release",
         "", "the program and DCGM's library or host engine are of different releases",
         "install datacenter-gpu-manager (4: datacenter-gpu-manager-4-core) of the release that "
         "the exporter was built for, and restart nvidia-dcgm",
         NULL),
    SAYS("dcgm|dcp metrics|profiling module|group of gpus",
         "not currently loaded|profiling|dcp metrics", BARE, "dcgm-profiling", "",
         "DCGM cannot read profiling metrics here",
         "--cap-add SYS_ADMIN for the container, and a GPU for data centers; otherwise remove the "
         "metrics DCGM_FI_PROF_* from the exporter's list",
         NULL),
    SAYS("hostengine|host engine|dcgm", "nvml", BARE, "dcgm-nvml", "LN119",
         "DCGM cannot start NVML: it finds no driver that works",
         "nvidia-smi must work there: docker run --gpus all; Kubernetes: " IN_CLUSTER, NULL),
    SAYS("hostengine|host engine|dcgm", FAILS "|disconnected", BARE, "dcgm", "",
         "DCGM, which monitors GPUs, or its host engine (nv-hostengine) reports an error",
         "nvidia-smi must work there; sudo systemctl restart nvidia-dcgm, of the package "
         "datacenter-gpu-manager; /var/log/nv-hostengine.log says more",
         "DCGM_REMOTE_HOSTENGINE_INFO=HOST:5555 for an exporter on another host"),

    /* Slurm */
    SAYS("stat gres.conf|waiting for gres.conf", "/dev/nvidia", CAUSE, "slurm-device", "LN126",
         "Slurm's gres.conf names a GPU whose device file the node does not have",
         "nvidia-smi must work before slurmd starts: sudo nvidia-modprobe -u -c=0; correct File= "
         "in gres.conf",
         NULL),
    SAYS("configured to autodetect nvml|configured with nvml", "", CAUSE, "slurm-nvml", "",
         "this Slurm was built without NVML, which AutoDetect=nvml needs",
         "a build of Slurm with NVML (configure --with-nvml, with cuda-nvml-dev-X-Y or "
         "libnvidia-ml-dev installed); or File=/dev/nvidia[0-3] in gres.conf without AutoDetect",
         "AutoDetect=nvidia of Slurm 24.11 and later needs no NVML"),
    SAYS("gres/gpu", "reported lower|count too low", CAUSE, "slurm-count", "LN126",
         "the node has fewer GPUs than slurm.conf says",
         "nvidia-smi -L on the node: if it lacks one, dmesg says why; else correct Gres=gpu:N in "
         "slurm.conf and gres.conf, and scontrol update nodename=NODE state=resume",
         NULL),
    SAYS("create gpu instances|a gpu instance on|compute instance on|migconfig|mig mode|mig "
         "device|mig instance|mig-enabled|mig manager|mig-parted|mig config",
         FAILS "|no mig devices were|no mig devices found|in use by|pending", EFFECT, "mig", "",
         "MIG, which divides a GPU, is not set up as a program or command expects",
         "sudo nvidia-smi mig -lgi and -lci list the parts: while nothing uses the GPU, -cgi "
         "PROFILE -C makes them (-lgip: the profiles), -dci and -dgi remove them",
         "sudo nvidia-smi -mig 0 (or 1) turns MIG off (or on), then reset the GPU or reboot"),
    SAYS("gres/gpu|gres.conf", FAILS "|duplicate", EFFECT, "slurm", "LN126",
         "Slurm's gres.conf does not describe the GPUs that the node has",
         "nvidia-smi -L on that node; sudo nvidia-modprobe -u -c=0 makes /dev/nvidia*; AutoDetect "
         "alone, or without it Name=gpu File=/dev/nvidia[0-3] in gres.conf",
         NULL),
    SAYS("/dev/nvidia", "no such file|not exist|not found|doesnt exist", EFFECT, "device-file",
         "LN126", "a device file of the GPU is missing",
         "sudo nvidia-modprobe -u -c=0 on the host, where nvidia-smi must work, makes it; a "
         "container: docker run --gpus all",
         NULL),

    SAYS("generic resource (gres)", "invalid", CAUSE, "slurm-gres", "",
         "no node has the GPUs that the job asks for, by that name or number",
         "sinfo -o '%P %G' shows what there is: --gres=gpu:TYPE:N, -p PARTITION; slurm.conf needs "
         "GresTypes=gpu",
         NULL),

    /* what rules of loaders and builds do not cover */
    SAYS("configured cuda binary not found", "", CAUSE, "package", "",
         "this release of bitsandbytes has no library for PyTorch's CUDA",
         "pip install --upgrade bitsandbytes",
         "BNB_CUDA_VERSION=NNN, one of those that its folder has as libbitsandbytes_cudaNNN.so"),
    SAYS("nvcc fatal", "redefinition of argument", CAUSE, "two-values", "",
         "the build gives nvcc two values of one option",
         "remove the one of CMAKE_CUDA_FLAGS, CUDA_NVCC_FLAGS or NVCC_APPEND_FLAGS; the standard "
         "of C++ is CMAKE_CUDA_STANDARD's",
         NULL),
    SAYS("winerror 1455", "loading", CAUSE, "paging-file", "",
         "Windows has not the memory to load a library: its paging file is too small",
         "a larger paging file (Virtual Memory in the advanced settings of the system), and fewer "
         "processes that load the library: DataLoader(num_workers=0)",
         NULL),

    /* NVSHMEM */
    SAYS("nvshmem|ibgda|ibrc|ibdevx|transport_ib",
         "init failed for|initialize any transport|detect topo|transport map|no "
         "device|get_device|no active|no valid|device_list",
         CAUSE, "nvshmem-device", "",
         "NVSHMEM cannot start a transport: it finds no usable RDMA device",
         "ibv_devinfo must list an active port (a container: --device /dev/infiniband --ulimit "
         "memlock=-1); NVSHMEM_HCA_LIST=mlx5_0:1 names it",
         ONE_NODE),
    SAYS("nvshmem|ibgda|ibrc|ibdevx|transport_ib",
         "create ah|init2rtr|rtr2rts|create_ah|dct|modify_qp|modify qp|ep_connect|connect "
         "ep|connect fail|setup connect|create_qp|create qp|status: 110|status: 113",
         CAUSE, "nvshmem-peer", "", "NVSHMEM cannot connect an RDMA device to a peer's",
         "NVSHMEM_HCA_LIST=mlx5_0:1 for adapters that reach the other hosts, for RoCE "
         "NVSHMEM_IB_GID_INDEX=3 (show_gids); test them with ib_write_bw",
         ONE_NODE),
    SAYS("nvshmem|ibgda|ibrc|ibdevx|transport_ib",
         "neither nv_peer|uar|devx|nic buffer|memops|peermapping|reg_mr|mem registration|register "
         "mem|dmabuf|gdr",
         CAUSE, "nvshmem-memory", "", "NVSHMEM's transport may not use the GPU's memory over RDMA",
         "options nvidia NVreg_EnableStreamMemOPs=1 "
         "NVreg_RegistryDwords=\"PeerMappingOverride=1;\" in /etc/modprobe.d, for IBGDA, and "
         "reboot; sudo modprobe nvidia-peermem; ulimit -l unlimited (a container: --privileged)",
         ONE_NODE),
    SAYS("nvshmem", "bootstrap", CAUSE, "nvshmem-start", "",
         "NVSHMEM's processes do not find each other at the start",
         "start them with the launcher that it bootstraps from: NVSHMEM_BOOTSTRAP=MPI, PMI or UID; "
         "NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME=INTERFACE, the one that reaches the other hosts",
         "LD_LIBRARY_PATH must have the folder of nvshmem_bootstrap_*.so"),
    SAYS("nvshmem", "heap|out of memory|malloc", CAUSE, "nvshmem-heap", "",
         "NVSHMEM's symmetric heap is too small, or does not fit the GPU",
         "NVSHMEM_SYMMETRIC_SIZE=2G for a larger one, or less if nvidia-smi shows the memory full",
         "NVSHMEM_DISABLE_CUDA_VMM=1, if its reservation fails"),
    SAYS("nvshmem|ibgda.cpp|ibrc.cpp|ibdevx.cpp",
         FAILS "|non-zero status|null value|called before|not initialized|not been init", EFFECT,
         "nvshmem", "",
         "NVSHMEM, the library for memory shared by GPUs, fails, or was not initialized",
         "run again with NVSHMEM_DEBUG=INFO: the first error names the part", ONE_NODE),

    /* GPUDirect Storage */
    SAYS("cufio|cufile|nvidia-fs|nvidia_fs|nvfs|gpudirect storage",
         "not loaded|not installed|not registered|not found|nvfs_|nvfs driver|version mismatch",
         CAUSE, "gds-module", "",
         "GPUDirect Storage: the kernel module nvidia-fs is not loaded, or not for this disk",
         "sudo modprobe nvidia-fs (package nvidia-gds); for NVMe, OFED installed with --with-nvmf "
         "--enable-gds; " GDSCHECK,
         COMPAT_MODE),
    SAYS("cufio|cufile|gpudirect storage|cu_file_",
         "current file|volume attr|block device|udev|mount|filesystem|file system|file "
         "checks|io_not_supp|not_supported|invalid_file|handleregister",
         EFFECT, "gds-file", "",
         "GPUDirect Storage does not support the file's disk or file system",
         "a file on local NVMe with ext4 or xfs, on Lustre, WekaFS or NFS over RDMA, not on "
         "overlay or tmpfs; in a container mount /run/udev and the disk; " GDSCHECK,
         COMPAT_MODE "; KVIKIO_COMPAT_MODE=ON for KvikIO"),
    SAYS("cufio|cufile|nvidia-fs|nvidia_fs|gpudirect storage|inc-bar-usage",
         "map|bufregister|bar|pin|object alloc|nvfs handle", EFFECT, "gds-memory", "",
         "GPUDirect Storage cannot map the GPU's memory for the disk",
         "GPUs for data centers and workstations can, GeForce ones cannot; IOMMU off; " GDSCHECK,
         COMPAT_MODE),
    SAYS("cufio|cufile|nvidia-fs|nvidia_fs", FAILS, EFFECT, "gds", "",
         "GPUDirect Storage (cuFile) reports an error",
         GDSCHECK "; cufile.log in the program's folder says more; sudo modprobe nvidia-fs",
         COMPAT_MODE),
};

/* Returns the Xid that a line reports: the last, if it names the cause; or 0. */
static int xid_of(const char *small)
{
    int number = 0;

    if (!strings_contain_any(small, "nvrm|nvidia|nvml|gpu|pci"))
        return 0; /* databases count transactions so */
    for (const char *at = small; (at = strstr(at, "xid")); at++) {
        const char *digits = at + 3;

        if (at > small && isalnum((unsigned char)at[-1]))
            continue;
        if (strncmp(digits, " (pci:", 6) == 0)
            digits += strcspn(digits, ")");
        digits += strspn(digits, " ):=#");
        digits += strncmp(digits, "error", 5) == 0 ? 5 : 0;
        digits += strspn(digits, " :=#");
        number = isdigit((unsigned char)*digits) && atoi(digits) < 1000 ? atoi(digits) : number;
    }
    return number;
}

/* Returns 1 if a line has one of the words, or its Xid is one of the numbers; '#' is any. */
static int has_one(const char *words, int xid, const char *small)
{
    OWNED(strings) struct strings list = strings_split(words, '|');

    for (size_t i = 0; i < list.count; i++) {
        const char *word = list.list[i];
        int is_number = word[strspn(word, "0123456789")] == '\0';

        if (*word == '#'         ? xid
            : is_number && *word ? atoi(word) == xid
                                 : strstr(small, word) != NULL)
            return 1;
    }
    return 0;
}

const struct answer *subjects_find(struct complaint *names, const struct clean_line *line)
{
    int xid = xid_of(line->small);

    if (strings_contain_any(
            line->small,
            "falling back|fallback|fall back|ignoring|[errno|configuration is not available|not a "
            "failure|amdgpu|rocm|rsmi|hip |webgl|tpu v|on cpu|driver amd"))
        return NULL;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        const struct subject *row = &subjects[i];

        if (!strings_contain_any(line->small, row->who) || !has_one(row->what, xid, line->small))
            continue;
        *names = (struct complaint){0};
        snprintf(names->version, sizeof names->version, "%d", xid);
        return row->class_of < CLASS_COUNT ? &answer_classes[row->class_of] : &row->answer;
    }
    return NULL;
}
