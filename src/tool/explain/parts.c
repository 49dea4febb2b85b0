/* Finds the function of an API, or the part of NVIDIA's stack, that fails in a line without a known
 * code or text.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/parts.h"
#include "common/text/strings.h"
#include "tool/explain/pattern.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The line contains one of these words. */
static const char failing[] =
    "wrong path|stub file|error|fail|fatal|cannot|cant |could not|couldnt|werent able|wasnt "
    "found|unable|not found|missing|invalid|unsupported|mismatch|dont match|not loaded|not "
    "ready|not supported|timeout|timed out|refused|denied|not "
    "registered|abort|unhealthy|crash|non-zero|null value|not initialized|before nvshmem "
    "init|exited with|not available|currently in use|lower than|consult /var/lib/dkms|fatal "
    "exception|did not find|out of resource|rebuild this file|no devices were found|not a shared "
    "mount|skipping|incompatible strategy|no capable|capable devices found|lacking|illegal "
    "value|privilege|does not appear to be running";

/* The line contains none of these: compilers and backtraces name functions that did not fail. */
static const char succeeding[] =
    "no error|0 errors| 0 failed|is not defined|arguments to|headers|without error|error: "
    "0|error=0|!= cudasuccess|cudasuccess)|not declared|undeclared|identifier|no "
    "matching|prototype|deprecated|no member|convert|undefined|overload|redefin|linkage|in "
    "module|file \"|frame #| warning:|already been registered|passing argument";

// clang-format off
#define PART(word, names, means, help, otherwise)                                                  \
    {names, {BARE, means, "", help, otherwise, word, NULL}, 0}
#define PART_CLASS(names, class_of)                                                                \
    {names, {BARE, NULL, NULL, NULL, NULL, NULL, NULL}, CLASS_##class_of}
// clang-format on

#define NVIDIA_SMI "nvidia-smi must work: "

/* By the starts of the functions' names. */
static const struct message_row calls[] = {
    PART_CLASS("cudaHost|cudaMallocHost|cuMemHost", HOST_MEMORY),
    PART("call", "cudaMalloc|cuMemAlloc|cuMemCreate|cuMemPool",
         "{S} fails, most often because the GPU has too little free memory",
         "nvidia-smi shows the processes that use it: end others, or use a smaller batch or model",
         "if it is the program's first call: " NVIDIA_SMI "the driver may be missing or too old"),
    PART("call",
         "cuInit|cudaGetDevice|cudaSetDevice|cudaDriverGet|cuDriverGet|cuDevice|cuCtx|"
         "cudaStreamCreate|nvmlInit|nvmlDeviceGetCount|nvmlDeviceGetHandle",
         "{S} fails, most often because the driver is missing or older than the program's CUDA, or "
         "no GPU is visible",
         NVIDIA_SMI
         "it shows the newest CUDA that the driver runs; a container: docker run --gpus all",
         "unset CUDA_VISIBLE_DEVICES; or the GPU's memory is full"),
    PART("call", "cuIpc|cudaIpc", "{S} fails: these processes cannot share the GPU's memory",
         "containers on one host need --ipc=host --pid=host; WSL, MIG and memory of cuMemCreate() "
         "(PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True) have no such sharing",
         "without it: UCX_TLS=^cuda_ipc, or NCCL_P2P_DISABLE=1"),
    PART("call", "cuModule|cuLibrary|cuLink|cudaLibrary|nvJitLink",
         "{S} fails, most often because the code is not for this GPU, or newer than the driver",
         "a build of the program for this GPU; or update the driver, whose CUDA nvidia-smi shows",
         NULL),
    PART("call",
         "cublasGetV|cublasGetP|cudnnGetV|cufftGetV|cufftGetP|cusolverGet|cusparseGet|cuptiGetV",
         "{S} of {T} fails, most often because {T} of another release is loaded",
         "unset LD_LIBRARY_PATH, which may bring another; install {T} of the program's CUDA again",
         NVIDIA_SMI "it shows the newest CUDA that the driver runs"),
    PART_CLASS("cublasCreate|cublasLtCreate|cudnnCreate|cufft|cusolver|cusparseCreate|curandCreate",
               STATE),
    PART_CLASS("nccl", NCCL_CODE),
    PART_CLASS("cuFile", CUFILE_STATE),
    PART("call", "", "{S} of {T} fails, and the line does not say why",
         "look for the first error before it; CUDA_LAUNCH_BLOCKING=1 shows the call that fails "
         "first, and compute-sanitizer why",
         NVIDIA_SMI "a driver or a GPU that fails makes all calls fail"),
};

/* By what the line has; see pattern_matches(). */
static const struct message_row parts[] = {
    PART_CLASS("cublas*illegal value|cusparse*illegal value|cusolver*illegal value", REFUSED),
    PART_CLASS("assertion*status_success", STATE),
    PART_CLASS("== ncclsuccess (", NCCL_CODE),
    PART_CLASS("block: [*thread: [*assertion", ASSERT),
    PART_CLASS("assertion*cudasuccess|assertion*cuda_success", PROGRAM),
    PART_CLASS("privilege*cupti|gpu performance counters|err_nvgpuctrperm", PERMISSION),
    PART_CLASS("libfabric*register mr*cannot allocate|efa*register mr*cannot allocate", LOCKED),
    PART_CLASS("libfabric:|net/ofi", OFI),
    PART_CLASS("mps server|mps daemon|mps control|mps-control|mps-server|cuda-mps|mps client|] "
               "server encountered a fatal|legacy server",
               MPS),
    PART("no-gpu", "no devices were found|no supported gpus were found",
         "the driver is loaded, but finds no GPU that it can use",
         "sudo dmesg | grep NVRM says why: RTX 50 and later need the open kernel module "
         "(nvidia-driver-NNN-open), GPUs before Turing the other; else reboot, and look at the "
         "firmware's Above 4G Decoding and the power cable",
         "a container: docker run --gpus all; for MIG NVIDIA_VISIBLE_DEVICES must name a part"),
    PART("dkms",
         "/var/lib/dkms/nvidia|nvidia-kernel-dkms|nvidia-dkms|nvidia-installer.log|through "
         "dkms|failed for nvidia|nvidia-kmod|/akmods/nvidia|unable to find the development "
         "tool|dkms module nvidia|kernel module was not created|kernel source tree for the "
         "currently|could not resolve linux kernel version",
         "the driver's kernel module cannot be built for this kernel",
         "the first error in /var/lib/dkms/nvidia*/*/build/make.log (akmods: "
         "/var/cache/akmods/nvidia) tells why: install linux-headers-$(uname -r) and the gcc that "
         "built the kernel, or a newer driver, if the kernel is newer than it",
         "start the kernel before, for which it was built; or the newest, if the repository has no "
         "headers for this one"),
    PART_CLASS("cuda-capable gpu", NO_GPU),
    PART_CLASS("initialize cuda|initializing cuda|initialize nvml|init nvml|nvml_success == r",
               NOT_INITIALIZED),
    PART_CLASS("library at wrong path|cannot execute a stub file", STUB),
    PART("triton", "-lcuda*returned non-zero|-l:libcuda.so*returned non-zero",
         "Triton cannot compile its launcher with gcc, and an earlier line says why",
         "it needs gcc, Python's headers (Debian, Ubuntu: python3-dev; RPM: python3-devel) and "
         "libcuda.so: LIBRARY_PATH=/usr/local/cuda/lib64/stubs, or a link libcuda.so to "
         "libcuda.so.1",
         NULL),
    PART("nvcc",
         "nvcc failed with exit|nvcc*returned non-zero|nvcc*returned nonzero|nvcc*returned "
         "1|nvcc*returned 2|nvcc*exit status|nvcc*exit code",
         "nvcc fails, and an earlier line says why",
         "the first line above with error: or fatal; for a build of pip: pip install -v "
         "--no-build-isolation NAME, and explain its whole output",
         "if it says Killed, or nothing: too little memory, so MAX_JOBS=2"),
    PART_CLASS("device < num_gpus|but only * cuda device|but only * gpus|invalid cuda "
               "device|unsupported gpu id|invalid gpu id|cuda_visible_devices*invalid|invalid "
               "cuda_visible_devices|nodevfiles|invalid gpu index|valid gpu device id",
               DEVICE),
    PART_CLASS("rebuild this file with -gpu|mismatch of architecture", BUILD),
    PART_CLASS("kernel driver does not appear|nvidia kernel module|kernel module "
               "nvidia|nvidia.ko|nvidia-uvm|nvidia_uvm|nvidia-modeset|nvidia-drm|nvidiactl|/dev/"
               "nvidia|nvidia device nodes",
               MODULE),
    PART_CLASS("ibv_reg_mr*cannot allocate memory", LOCKED),
    PART_CLASS("ibv_reg_mr*bad address|couldnt allocate mr|couldnt register mr|couldnt register "
               "gpu mr|nvidia_p2p_get_pages|gdrdrv|gdr_open|gdr_pin|nvidia_peermem|nv_peer_mem",
               PEERMEM),
    PART("ucx", "cuda_ipc|gdr_copy|cuda_copy|ipc-cache", "UCX cannot use or share the GPU's memory",
         "UCX_TLS=^cuda_ipc does without CUDA's IPC, which containers only have with --ipc=host "
         "--pid=host",
         "a newer UCX, built with CUDA (ucx_info -d | grep cuda)"),
    PART_CLASS("out of resource: |outofresources", RESOURCES),
    PART("gpu-too-old", "gpus or newer|compute capability of at least|only with compute capability",
         "the program wants a newer GPU for what it is told to do",
         "do without: float16 in place of bfloat16 or fp8 (vLLM: --dtype=half), another attention "
         "(Transformers: attn_implementation=\"sdpa\"), or an older release",
         NULL),
    PART("optix", "optix_error|optix error|optix api error|create optix|optixinit|initialize optix",
         "OptiX, the driver's ray tracer, fails",
         "update the driver, whose OptiX (libnvoptix.so.1) may be older than the program's; a "
         "container: docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=all",
         "do without it: the program's device CUDA in place of OPTIX (Blender: Preferences, "
         "System)"),
    PART("decoder", "cuvid|nvdec|query*decoder capability",
         "the GPU's decoder (NVDEC) fails: it may not support the codec, profile or size",
         "decode in software (ffmpeg without -hwaccel cuda and -c:v NAME_cuvid); NVIDIA's decode "
         "matrix lists what each GPU supports",
         "a container needs NVIDIA_DRIVER_CAPABILITIES=compute,utility,video; nvidia-smi: the "
         "GPU's memory may be full"),
    PART("encoder",
         "nvenc*codec not supported|nvenc*invalid argument|nvenc*invalid param|nvenc*is "
         "invalid|nvenc*no capable|nvenc*not "
         "support|nvenc*unsupported|nvencinitialize|err_unsupported_param|err_invalid_param|"
         "lacking required capabilities",
         "the GPU's encoder (NVENC) does not support this codec, size or setting",
         "-pix_fmt yuv420p, fewer options, for H.264 at most 4096 pixels wide, or another codec: "
         "HEVC needs GTX 900, AV1 RTX 40; NVIDIA's encode matrix lists what each GPU supports",
         "A100, H100 and some small GPUs have no encoder"),
    PART("encoder", "openencodesession|nvenc|nv_enc_err",
         "the GPU's encoder (NVENC) cannot be opened",
         "update the driver, whose NVENC may be older than the program's; end other encoders: "
         "GeForce GPUs have a limit",
         "A100, H100 and some small GPUs have no encoder"),
    PART_CLASS("fastsocket|tcpx|fastrak|tcpgpudmarxd|sharp_coll|sharp plugin", PLUGIN),
    PART_CLASS("error code*outofmemory", MEMORY),
    PART("tensorrt", "compiled against cublas*but running against",
         "TensorRT finds another cuBLAS than the one that it was built with",
         "unset LD_LIBRARY_PATH, or put first in it the lib64 of the CUDA that TensorRT was built "
         "for, which has the cuBLAS that the line names first",
         "a TensorRT for the CUDA that is installed; then build the engine again"),
    PART("tensorrt",
         "[trt] [e]|[e] [trt]|[tensorrt] error|error code*: myelin (|error code*: cask (|cask "
         "error in|myelin error in|error code*: internal error (|: api usage error (",
         "TensorRT fails with a model, and its first error says why",
         "look at the first error of the log: trtexec --onnx=FILE --verbose shows more; a newer "
         "TensorRT supports more models and GPUs",
         "no implementation found: more memory (trtexec --memPoolSize=workspace:4096)"),
    PART_CLASS("create cuda context|create a cuda context|cuda context creation", IN_USE),
    PART("ucx",
         "ucx error*cuda|ucx error*cumem|ucx error*transport to|ucx error*device "
         "mem|nixl_err|nixlbackenderror",
         "UCX, the library for networks, fails",
         "UCX_LOG_LEVEL=info says more; UCX_NET_DEVICES=mlx5_0:1 names an adapter that reaches the "
         "other hosts, UCX_TLS=tcp,sm,cuda_copy,cuda_ipc does without RDMA",
         "ulimit -l unlimited (docker --ulimit memlock=-1); for GPU memory a UCX built with CUDA: "
         "ucx_info -d | grep cuda"),
    {"allocate failed due to|cannot allocate unhealthy|no healthy devices",
     {BARE, "the node's device plugin has no healthy, free GPU for the pod", "LN819",
      "nvidia-smi on the node, and the log of its nvidia-device-plugin pod, say what fails (dmesg: "
      "Xid); restart that pod, and delete the pods that were rejected",
      NULL, NULL, NULL},
     0},
    PART("operator",
         "/run/nvidia/validations|failed to validate the driver|validating driver "
         "installation|validating toolkit installation",
         "the GPU operator waits for its driver or container toolkit, which is not ready here",
         "kubectl logs -n gpu-operator ds/nvidia-driver-daemonset (also "
         "ds/nvidia-container-toolkit-daemonset) says why; a node with a driver of its own: helm "
         "--set driver.enabled=false",
         NULL),
    {"nvidia.com/gpu|nvidia-device-plugin|nvidia device plugin|/run/nvidia|device discovery "
     "strategy",
     {BARE, NULL, "LN819", NULL, NULL, NULL, NULL},
     0},
};

static const struct answer *answer_of(const struct message_row *row)
{
    return row->answer.ids ? &row->answer : &answer_classes[row->class_of];
}

/* Returns 1 for the last row of the calls, and for none. */
static int is_vague(const struct answer *answer)
{
    return !answer || answer == &calls[sizeof calls / sizeof *calls - 1].answer;
}

static int is_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

/* Returns 1 if the words around a name have one of those that say that it fails. */
static int fails_near(const char *line, const char *start, const char *end, const char *words)
{
    enum { NEAR = 48 };
    char around[2 * NEAR + 1];
    size_t before = (size_t)(start - line) < NEAR ? (size_t)(start - line) : NEAR;

    snprintf(around, sizeof around, "%.*s %.*s", (int)before, start - before, NEAR - 1, end);
    for (char *at = around; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return strings_contain_any(around, words);
}

/* Reads the first library of CUDA's mathematics that fails, in lower case. */
static int read_library(struct complaint *to, const char *line)
{
    static const char libraries[] = "cublas|cudnn|cufft|cusparse|cusolver|curand|npp|nvjpeg";
    size_t length;

    *to = (struct complaint){.kind = COMPLAINT_CALL};
    for (const char *at = line; *at; at++) {
        if ((at > line && (is_word(at[-1]) || strchr("-/.", at[-1]))) ||
            !(length = strings_length_of_first(libraries, at)) || is_word(at[length]) ||
            at[length] == '-' ||
            !fails_near(line, at, at + length,
                        "error|fail|cannot create|could not create|unable to"))
            continue;
        snprintf(to->library, sizeof to->library, "lib%.*s.so", (int)length, at);
        return 1;
    }
    return 0;
}

/* Reads the first function that a stub or the table of CUDA's runtime has. */
static int read_call(struct complaint *to, const char *line)
{
    for (const char *at = line, *end; *at; at = end) {
        for (end = at; is_word(*end);)
            end++;
        *to = (struct complaint){.kind = COMPLAINT_CALL};
        snprintf(to->symbol, sizeof to->symbol, "%.*s", (int)(end - at), at);
        end += end == at;
        if (strlen(to->symbol) < 6 || !strings_length_of_first("cu|nv|nccl|npp|__", to->symbol))
            continue; /* most words of a log */
        const struct owner owner = owner_of(to);
        if ((owner.library || owner.added || owner.always) &&
            fails_near(line, at, end,
                       "fail|error|cannot|cant |could not|unable|returned|abort|illegal"))
            return 1;
    }
    return 0;
}

const struct answer *parts_find(struct complaint *to, const struct clean_line *line)
{
    struct complaint part;

    if (!strings_contain_any(line->small, failing) || strings_contain_any(line->small, succeeding))
        return NULL;
    const struct answer *answer = NULL;
    if (read_call(to, line->text))
        for (size_t i = 0; i < sizeof calls / sizeof *calls && !answer; i++)
            if (!*calls[i].patterns || strings_length_of_first(calls[i].patterns, to->symbol))
                answer = answer_of(&calls[i]);
    for (size_t i = 0; i < sizeof parts / sizeof *parts && is_vague(answer); i++)
        if (pattern_matches(&part, line, parts[i].patterns)) {
            if (!answer)
                *to = (struct complaint){0};
            return answer_of(&parts[i]);
        }
    if (answer || !read_library(to, line->small))
        return answer;
    int is_start = strings_contain_any(line->small, "initial|creat");
    return &answer_classes[!is_start                                 ? CLASS_EXECUTION
                           : strcmp(to->library, "libcudnn.so") == 0 ? CLASS_CUDNN_STATE
                                                                     : CLASS_STATE];
}

int parts_say_more(const struct clean_line *line)
{
    return strings_contain_any(line->small,
                               "cuvid|nvdec|ucx error|cuda_ipc|ipc-cache|cuda_copy|gdr_copy");
}
