/* Finds which library or project a name belongs to, from the stubs and the name's prefix.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/owner.h"
#include "common/machine/nvidia.h"
#include "common/text/strings.h"
#include "tool/explain/elsewhere.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Functions that the oldest release of a stub has, and the libraries' first did not: all of the
 * driver since CUDA 9, from cudaTypedefs.h, and some of NVML. */
static const struct {
    const char *names; /* how they start */
    int added;         /* 110200 */
} later[] = {
    {"cuGetProcAddress_v2|cuTensorMap|cuLibrary|cuGraphInstantiateWithParams|cuCtxGetId|"
     "cuGraphAddKernelNode_v2|cuGraphKernelNodeGetParams_v2|cuGraphKernelNodeSetParams_v2|"
     "cuGraphExecKernelNodeSetParams_v2|cuGraphExecUpdate_v2",
     120000},
    {"cuStreamWaitValue32_v2|cuStreamWaitValue64_v2|cuStreamWriteValue32_v2|"
     "cuStreamWriteValue64_v2|cuStreamBatchMemOp_v2|cuGraphAddBatchMemOpNode|"
     "cuGraphBatchMemOpNode|cuGraphExecBatchMemOpNodeSetParams|cuMemGetHandleForAddressRange|"
     "cuModuleGetLoadingMode|cuOccupancyMaxActiveClusters|cuOccupancyMaxPotentialClusterSize",
     110700},
    {"nvmlDeviceGetComputeRunningProcesses_v3|nvmlDeviceGetGraphicsRunningProcesses_v3|"
     "nvmlDeviceGetMPSComputeRunningProcesses_v3|nvmlDeviceGetMemoryInfo_v2|"
     "cuArrayGetMemoryRequirements|cuGraphNodeGetEnabled|cuGraphNodeSetEnabled|"
     "cuLaunchKernelEx|cuMipmappedArrayGetMemoryRequirements",
     110600},
    {"cuCtxCreate_v3|cuDeviceGetUuid_v2|cuCtxGetExecAffinity|cuDeviceGetExecAffinitySupport|"
     "cuDeviceGetGraphMemAttribute|cuDeviceGraphMemTrim|cuDeviceSetGraphMemAttribute|"
     "cuGraphAddMemAllocNode|cuGraphAddMemFreeNode|cuGraphInstantiateWithFlags|"
     "cuGraphMemAllocNodeGetParams|cuGraphMemFreeNodeGetParams",
     110400},
    {"cuStreamGetCaptureInfo_v2|cuFlushGPUDirectRDMAWrites|cuGetProcAddress|"
     "cuGraphDebugDotPrint|cuGraphReleaseUserObject|cuGraphRetainUserObject|"
     "cuStreamUpdateCaptureDependencies|cuUserObject",
     110300},
    {"cuArrayGetPlane|cuDeviceGetDefaultMemPool|cuDeviceGetMemPool|cuDeviceSetMemPool|"
     "cuGraphAddExternalSemaphores|cuGraphExecExternalSemaphores|cuGraphExternalSemaphores|"
     "cuMemAllocAsync|cuMemAllocFromPoolAsync|cuMemFreeAsync|cuMemPool",
     110200},
    {"cuArrayGetSparseProperties|cuDeviceGetTexture1DLinearMaxWidth|cuEventRecordWithFlags|"
     "cuGraphAddEvent|cuGraphEvent|cuGraphExecChildGraphNodeSetParams|cuGraphExecEvent|"
     "cuGraphUpload|cuMemMapArrayAsync|cuMipmappedArrayGetSparseProperties",
     110100},
    {"cuDevicePrimaryCtxRelease_v2|cuDevicePrimaryCtxReset_v2|cuDevicePrimaryCtxSetFlags_v2|"
     "cuIpcOpenMemHandle_v2|cuGraphInstantiate_v2|nvmlDeviceGetComputeRunningProcesses_v2|"
     "nvmlDeviceGetGraphicsRunningProcesses_v2|cuCtxResetPersistingL2Cache|cuFuncGetModule|"
     "cuGraphKernelNodeCopyAttributes|cuGraphKernelNodeGetAttribute|"
     "cuGraphKernelNodeSetAttribute|cuMemRetainAllocationHandle|cuStreamCopyAttributes|"
     "cuStreamGetAttribute|cuStreamSetAttribute",
     110000},
    {"cuDeviceGetNvSciSyncAttributes|cuGraphExecHostNodeSetParams|cuGraphExecMem|"
     "cuGraphExecUpdate|cuMemAddress|cuMemCreate|cuMemExportToShareableHandle|cuMemGetAccess|"
     "cuMemGetAllocation|cuMemImportFromShareableHandle|cuMemMap|cuMemRelease|cuMemSetAccess|"
     "cuMemUnmap|cuOccupancyAvailableDynamicSMemPerBlock",
     100200},
    {"cuStreamBeginCapture_v2|cuGraphExecKernelNodeSetParams|cuStreamGetCaptureInfo|"
     "cuThreadExchangeStreamCaptureMode",
     100100},
    {"cuDestroyExternal|cuDeviceGetLuid|cuExternalMemoryGetMapped|cuGraphAdd|cuGraphC|"
     "cuGraphDestroy|cuGraphExecDestroy|cuGraphGet|cuGraphHostNode|cuGraphInstantiate|"
     "cuGraphKernelNode|cuGraphLaunch|cuGraphMem|cuGraphNode|cuGraphRemoveDependencies|"
     "cuImportExternal|cuLaunchHostFunc|cuSignalExternalSemaphoresAsync|cuStreamBeginCapture|"
     "cuStreamEndCapture|cuStreamIsCapturing|cuWaitExternalSemaphoresAsync",
     100000},
    {"cuDeviceGetUuid|cuStreamGetCtx", 90200},
    {"cuFuncSetAttribute|cuLaunchCooperativeKernel|cuStreamWaitValue64|cuStreamWriteValue64",
     90000},
};

/* Returns the release that added a function that the oldest of its stub has; 0: none is known. */
static int later_release(const char *symbol)
{
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if (strings_length_of_first(later[i].names, symbol))
            return later[i].added;
    return 0;
}

/* Returns 0 if a function that is not in `later` may be newer than its library nevertheless: NVML's
 * header does not tell since when it has a function. Drivers of 2012 have those that are named. */
static int is_dated(const char *symbol)
{
    static const char old[] = "nvmlInit|nvmlShutdown|nvmlErrorString|nvmlSystemGetDriver|"
                              "nvmlDeviceGetCount|nvmlDeviceGetHandleBy|nvmlDeviceGetName|"
                              "nvmlDeviceGetTemperature|nvmlDeviceGetUtilizationR";

    return strncmp(symbol, "nvml", 4) != 0 || strings_length_of_first(old, symbol) > 0;
}

/* Looks a symbol up in the stubs. Returns 1 if one has it, else 0. */
static int find_in_stubs(struct owner *owner, const char *symbol)
{
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *desc = lazynccl_libraries[l]->description;
        int index = lazynccl_symbol_index(desc, symbol);

        if (index < 0)
            continue;
        int added = lazynccl_added_in(desc, index);
        int oldest = !desc->suffixed && added == desc->added->version;

        owner->library = lazynccl_libraries[l]->base->description;
        owner->removed = lazynccl_removed_in(desc, index);
        owner->added = oldest ? later_release(symbol) : added;
        owner->always = oldest && !owner->added && !owner->removed && is_dated(symbol);
        snprintf(owner->soname, sizeof owner->soname, "%s", owner->library->sonames[0]);
        return 1;
    }
    return 0;
}

static int by_name(const void *name, const void *row)
{
    return strcmp(name, ((const struct function_row *)row)->name);
}

/* Looks a function up in the table of CUDA's runtime. Returns 1 if the table has it, else 0. */
static int find_in_runtime(struct owner *owner, const char *function)
{
    const struct function_row *row =
        bsearch(function, functions_rows, functions_row_count, sizeof *functions_rows, by_name);

    /* which nvcc's code calls, and no header declares */
    int is_nvccs = strings_length_of_first("__cudaRegister|__cudaUnregister|__cudaPush|__cudaPop|"
                                           "__cudaInitModule",
                                           function) > 0;

    if (!row && !is_nvccs)
        return 0;
    owner->added = row                                                         ? row->added
                   : strcmp(function, "__cudaRegisterFatBinaryEnd") == 0       ? 100100
                   : strings_length_of_first("__cudaPush|__cudaPop", function) ? 90200
                                                                               : 0;
    owner->removed = row ? row->removed : 0;
    owner->always = !owner->added && !owner->removed;
    snprintf(owner->soname, sizeof owner->soname, "libcudart.so");
    return 1;
}

/* Finds the library whose function prefix the name has, followed by a capital letter. */
static const char *soname_of_prefix(const char *symbol, char soname[COMPLAINT_NAME])
{
    static const char *const others[][2] = {{"cuda", "libcudart.so"},
                                            {"cu", "libcuda.so"},
                                            {"nvml", "libnvidia-ml.so"},
                                            {"nvtx", "libnvToolsExt.so"},
                                            {"cuvid", "libnvcuvid.so"},
                                            {"createInfer", "libnvinfer.so"},
                                            {"createNvOnnx", "libnvonnxparser.so"},
                                            {"initLibNvInfer", "libnvinfer_plugin.so"},
                                            {"getBuilderPlugin", "libnvinfer.so"},
                                            {"getPlugin", "libnvinfer.so"},
                                            {"getInferLib", "libnvinfer.so"},
                                            {"cublasLt", "libcublasLt.so"},
                                            {"cusparseLt", "libcusparseLt.so"},
                                            {"cusolverMg", "libcusolverMg.so"}};
    static const char *const foreign[][2] = {{"omp_|GOMP_|__kmpc_", "libgomp.so"},
                                             {"MPI_|PMPI_|ompi_", "libmpi.so"},
                                             {"PMIx_", "libpmix.so"},
                                             {"ucp_|ucs_|uct_|ucm_", "libucp.so"},
                                             {"ibv_", "libibverbs.so"},
                                             {"NvBufSurf", "libnvbufsurface.so"},
                                             {"_ZN3fmt|_ZNK3fmt", "libfmt.so"}};
    struct nvidia vendor;

    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (strings_length_of_first(foreign[i][0], symbol))
            return foreign[i][1];
    symbol += strspn(symbol, "_");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t length = strlen(others[i][0]);

        if (strncmp(symbol, others[i][0], length) == 0 && isupper((unsigned char)symbol[length]))
            return others[i][1];
    }
    for (size_t end = 3; end < 40 && symbol[end - 1]; end++) {
        snprintf(soname, COMPLAINT_NAME, "lib%.*s.so", (int)end, symbol);
        if (!islower((unsigned char)symbol[end]) && nvidia_of(soname, &vendor))
            return soname;
    }
    return NULL;
}

/* As people paste it: without an underscore of two, with a suffix that only the header adds. */
static void find_symbol(struct owner *owner, const char *symbol)
{
    static const char *const forms[][2] = {{"", ""}, {"__", ""}, {"_", ""}, {"", "_v2"}};
    const char *bare = symbol + strspn(symbol, "_");
    int is_cccls = strcmp(symbol, "cub") == 0 || strcmp(symbol, "thrust") == 0;
    char name[COMPLAINT_NAME], soname[COMPLAINT_NAME];

    if (strncmp(bare, "pnccl", 5) == 0)
        bare++;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        snprintf(name, sizeof name, "%s%.*s%s", forms[i][0], (int)strcspn(bare, "@") % 200, bare,
                 forms[i][1]);
        if (find_in_stubs(owner, name) || find_in_runtime(owner, name))
            return;
    }
    const char *found = is_cccls ? "libcccl.so" : soname_of_prefix(symbol, soname);
    if (!found && isupper((unsigned char)*symbol)) { /* an enumerator */
        snprintf(name, sizeof name, "%.*s", (int)strcspn(symbol, "_"), symbol);
        found = strcmp(name, "CU") == 0 || strcmp(name, "CUDA") == 0 ? "libcuda.so"
                                                                     : nvidia_named(name);
    }
    if (found)
        snprintf(owner->soname, sizeof owner->soname, "%s", found);
}

/* Finds a library by the name that wheels, stubs and people use: "-lcudart" has no SONAME. */
static void set_library(struct owner *owner, const char *name)
{
    const char *base = strings_base_name(name);

    if (elsewhere_soname(base, owner->soname))
        return;
    const char *soname = strstr(base, ".so") ? base : nvidia_named(base);

    snprintf(owner->soname, sizeof owner->soname, "%s", soname ? soname : base);
}

/* Headers that came later than their library, or went away (the release is below 0). */
static const struct {
    const char *names; /* how they start */
    int release;       /* of CUDA or cuDNN: 110200 */
} headers[] = {
    {"cuda_fp4.|cuda_fp6.", 120800},
    {"cuda_fp8.", 110800},
    {"cufile.", 110400},
    {"cooperative_groups/|cuda_bf16.|cub/cub.|cub/block|cub/device", 110000},
    {"cublasLt.", 100100},
    {"nvJitLink.", 120000},
    {"cudnn_version.|cudnn_backend.", 80000},
    {"cudnn_graph.|cudnn_ops.|cudnn_cnn.|cudnn_adv.", 90000},
    {"cudnn_ops_infer.|cudnn_cnn_infer.|cudnn_adv_infer.|cudnn_ops_train.|cudnn_cnn_train.",
     -90000},
};

/* "nccl.h", "cublas_v2.h", "CUDNN", "CUDAToolkit": by the start of their names. */
static void set_development(struct owner *owner, const char *name)
{
    static const char runtime[] = "cuda.h|cuda_|vector_types|device_|cooperative_groups|"
                                  "driver_types|crt/|texture_types|math_constants|sm_";
    char word[COMPLAINT_NAME];

    snprintf(word, sizeof word, "%s", strings_base_name(name));
    word[strcspn(word, "._-")] = '\0';
    set_library(owner, strings_length_of_first("CUDA_CUDA|CUDA_cuda|cuda_driver", name)
                           ? "libcuda.so"
                       : strings_length_of_first(runtime, name)                  ? "libcudart.so"
                       : strings_length_of_first("cuda/|thrust/|cub/|nv/", name) ? "libcccl.so"
                       : strcasecmp(word, "cuda") == 0 || strcasecmp(word, "CUDAToolkit") == 0 ||
                               strcmp(word, "TOOLKIT") == 0
                           ? "nvcc"
                       : strings_length_of_first("NvInfer|NvOnnx|NvUff", word) ? "tensorrt"
                                                                               : word);
}

/* Where libraries come from that are not part of CUDA, by the starts of their names. */
static const char *source_of(const char *soname)
{
    static const char *const sources[][2] = {
        {"libtritonserver|libtrtserver",
         "NVIDIA's Triton (the container nvcr.io/nvidia/tritonserver)"},
        {"libnvcv_types|libcvcuda", "CV-CUDA (pip: cvcuda-cu12)"},
        {"libcudafor|libacc|libnvomp|libnvf.|libnvc.|libnvcpumath|libnvhpc|libpgmath|libblas_lp64."
         "so.0",
         "NVIDIA's HPC SDK (module load nvhpc; its folder is compilers/lib)"},
        {"libnvds|libgstnv|libnvcv_",
         "NVIDIA's DeepStream (the container nvcr.io/nvidia/deepstream)"},
        {"libnvbuf|libnvargus|libnvmedia|libnvdla|libnvrm_|libnvos.|libtegra",
         "nvidia-l4t-multimedia of Jetson Linux (a container: --runtime nvidia)"},
        {"libnvvpi", "NVIDIA's VPI of the Jetson repository"},
        {"librivermax", "NVIDIA's Rivermax SDK, a download of its own"},
        {"libdoca", "NVIDIA's DOCA of its own repository"},
        {"libholoscan|libgxf", "NVIDIA's Holoscan SDK (pip: holoscan-cu12)"},
        {"libcustatevec|libcutensornet|libcudensitymat", "cuQuantum (pip: cuquantum-cu12)"},
        {"libcufftMp", "cuFFTMp (pip: nvidia-cufftmp-cu12)"},
        {"libcublasmp", "cuBLASMp (pip: nvidia-cublasmp-cu12)"},
        {"libcusolverMp", "cuSOLVERMp (pip: nvidia-cusolvermp-cu12)"},
        {"libcal.", "NVIDIA's communication layer (pip: nvidia-libcal-cu12)"},
        {"libnvimgcodec", "nvImageCodec (pip: nvidia-nvimgcodec-cu12)"},
        {"libdali", "DALI (pip: nvidia-dali-cuda120)"},
        {"libcudf|librmm|libcuml|libcugraph|libraft|libkvikio",
         "RAPIDS, all packages of one release (pip: libcudf-cu12)"},
        {"libnvidia-container", "nvidia-container-toolkit"},
        {"libtensorrt_llm|libnvinfer_plugin_tensorrt_llm|libth_common",
         "TensorRT-LLM of the release that the program needs (pip: tensorrt-llm)"},
        {"libnvparsers|libnvcaffe_parser",
         "TensorRT up to 8 (of libnvparsers.so.N the package libnvparsersN)"},
        {"libnvgraph", "CUDA up to 10 (of libnvgraph.so.10 the package cuda-nvgraph-10-2)"},
        {"libcuinj64|libaccinj64", "the profiler of that CUDA (cuda-nvprof-X-Y)"},
        {"libtorch|libc10|libcaffe2", "PyTorch of the release that the module was built for"},
        {"libtensorflow", "TensorFlow of the release that the module was built for"},
        {"libonnxruntime", "ONNX Runtime (pip: onnxruntime-gpu)"},
        {"libpmix.so.2", "PMIx (libpmix2)"},
        {"libopen-pal.so.80", "Open MPI 5, on every host (conda: openmpi=5)"},
        {"libopen-pal.so.40|libopen-rte.so.40",
         "Open MPI 4, on every host (libopenmpi3; conda: openmpi=4)"},
        {"libmpi.so.40|libmpi_cxx.so.40|libmpi_mpifh.so.40|libmpi_usempi",
         "Open MPI, on every host (4: libopenmpi3; conda: openmpi)"},
        {"libmpi.so.12|libmpifort.so.12|libmpicxx.so.12",
         "MPICH or Intel MPI, on every host (libmpich12; conda: mpich)"},
        {"libmpi|libopen-|libpmix", "MPI with that number, on every host (.so.40: Open MPI 3 to 5; "
                                    ".so.20: Open MPI 2; .so.12: "
                                    "MPICH or Intel MPI)"},
        {"libucp|libucs|libuct|libucm", "UCX (libucx0)"},
        {"libfabric|libefa", "libfabric (libfabric1, or the EFA installer)"},
        {"libGL.|libEGL.|libGLX.|libOpenGL", "libglvnd (libgl1, libegl1)"},
        {"libOpenCL", "OpenCL's loader (ocl-icd-libopencl1)"},
        {"libbitsandbytes", "a bitsandbytes that has it (pip install --upgrade bitsandbytes)"},
        {"libmkl_sycl|libsycl", "Intel's oneAPI (pip: mkl-dpcpp; or source its setvars.sh)"},
        {"libmkl|libiomp5", "Intel MKL (pip: mkl; for .so.1 mkl==2021.*)"},
        {"libsycl|libccl.", "Intel oneAPI (and source its setvars.sh)"},
        {"libamdhip|libroc|librccl|libhip|libhsa", "AMD's ROCm"},
        {"libascend|libhccl|libacl", "Huawei's CANN (and source its set_env.sh)"},
        {"libibverbs", "rdma-core (libibverbs1)"},
        {"libfmt.", "fmt (libfmt9)"},
        {"libgomp-plugin-nvptx", "gcc's offloading to NVIDIA GPUs (gcc-NN-offload-nvptx)"},
        {"JCu|JNv|JNpp", "JCuda for the CUDA that is there (Maven: org.jcuda:jcuda-natives)"},
        {"jnicu|jninv|jninccl", "JavaCPP's CUDA (Maven: org.bytedeco:cuda-platform)"},
        {"libgomp", "gcc's OpenMP, package libgomp1"},
        {"libstdc++|libgomp|libgcc_s", "gcc's libraries (libstdc++6, libgomp1, libgcc-s1)"},
        {"libpython", "Python of that release (of libpython3.N.so the package libpython3.N-dev)"},
    };

    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (strings_length_of_first(sources[i][0], soname))
            return sources[i][1];
    return NULL;
}

/* Finds the library of the linker's option -lNAME. */
static void set_linked(struct owner *owner, const char *name)
{
    char file[COMPLAINT_NAME];

    set_library(owner, name);
    snprintf(file, sizeof file, "lib%.*s.so", COMPLAINT_NAME - 8, name);
    int is_part = strncmp(name, "cudnn_", 6) == 0; /* cuDNN's parts are files */
    if ((is_part || !strstr(owner->soname, ".so")) && (source_of(file) || nvidia_title(file)))
        set_library(owner, file);
}

const char *owner_release(const struct owner *owner, char text[LAZYNCCL_VERSION_TEXT])
{
    int release = owner->removed ? owner->removed : owner->added;

    if (owner->library && !owner->is_driver)
        return lazynccl_version_text(owner->library, release, text);
    snprintf(text, LAZYNCCL_VERSION_TEXT, "%d.%d", release / 10000, release / 100 % 100);
    return text;
}

int owner_is_file(const struct owner *owner, const char *file)
{
    const char *base = strings_base_name(file);
    size_t length = strcspn(owner->soname, ".");

    return strncmp(base, owner->soname, length) == 0 && base[length] == '.';
}

struct owner owner_of(const struct complaint *complaint)
{
    struct owner owner = {0};
    int by_symbol = complaint->kind &
                    (COMPLAINT_SYMBOL | COMPLAINT_REFERENCE | COMPLAINT_CALL | COMPLAINT_SOURCE);

    if (by_symbol)
        find_symbol(&owner, complaint->symbol);
    const char *version = strchr(complaint->symbol, '@');
    version = *complaint->version ? complaint->version : version ? strrchr(version, '@') + 1 : "";
    if (strncmp(version, "lib", 3) == 0 && strstr(version, ".so")) {
        snprintf(owner.soname, sizeof owner.soname, "%s", version);
        int major = lazynccl_major_of(version);
        owner.lacks = major > 1 && ((owner.removed && owner.removed / 10000 <= major) ||
                                    owner.added / 10000 > major);
        owner.always = 0; /* a library of another release is loaded */
    } else if (complaint->kind &
               (COMPLAINT_HEADER | COMPLAINT_PACKAGE | COMPLAINT_CONFIG | COMPLAINT_OLD)) {
        set_development(&owner, complaint->library);
        for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
            if (strings_length_of_first(headers[i].names, complaint->library)) {
                owner.added = headers[i].release > 0 ? headers[i].release : 0;
                owner.removed = headers[i].release < 0 ? -headers[i].release : 0;
            }
    } else if (complaint->kind == COMPLAINT_LINK) {
        set_linked(&owner, complaint->library);
    } else if (*complaint->library && !(by_symbol && *owner.soname)) {
        set_library(&owner, complaint->library);
    }
    const char *suffix = strstr(complaint->symbol, "_v");
    if (complaint->is_loaded || (suffix && atoi(suffix + 2) > 2)) /* which came later */
        owner.always = 0;
    if (*complaint->requester && owner_is_file(&owner, complaint->requester))
        owner.always = 0; /* the library expects it from another of its files */
    owner.source = source_of(owner.soname);
    owner.title = owner.source ? NULL : nvidia_title(owner.soname);
    owner.is_nvidias = owner.title != NULL;
    owner.is_driver = owner.title && nvidia_is_driver(owner.soname);
    return owner;
}

const char *owner_of_cpp(const char *symbol)
{
    static const char *const frameworks[][2] = {
        {"3c10", "PyTorch"},    {"5torch", "PyTorch"},          {"2at", "PyTorch"},
        {"6caffe2", "PyTorch"}, {"10tensorflow", "TensorFlow"}, {"3tsl", "TensorFlow"},
        {"3xla", "XLA"}};

    if (strncmp(symbol, "THP", 3) == 0 || strncmp(symbol, "THC", 3) == 0)
        return "PyTorch"; /* its C names */
    if (strncmp(symbol, "_Z", 2) != 0)
        return NULL;
    if (strncmp(symbol + 2 + strspn(symbol + 2, "NKTVI"), "St", 2) == 0)
        return "libstdc++";
    const char *at = symbol + strcspn(symbol, "0123456789");
    for (size_t i = 0; i < sizeof frameworks / sizeof *frameworks; i++)
        if (strncmp(at, frameworks[i][0], strlen(frameworks[i][0])) == 0)
            return frameworks[i][1];
    return *at ? "" : NULL;
}

int owner_has_number(const char *library)
{
    const char *at = strstr(library, ".so.");

    return at && isdigit((unsigned char)at[4]);
}
