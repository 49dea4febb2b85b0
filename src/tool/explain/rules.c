/* The answer to a complaint of a loader or a linker: by its kind, and by whose the library is.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/rules.h"
#include "common/machine/nvidia.h"
#include "common/text/strings.h"
#include <string.h>

/* Whose the library or the function is, and what else a row asks for. */
enum whose {
    ANYONES,
    NVIDIAS,
    DRIVERS,
    UNNUMBERED, /* the driver's, by a name that its packages do not install */
    PLAIN,      /* NVIDIA's, by the file's name without a number */
    NUMBERED,   /* NVIDIA's, with the number that ld.so and wheels have */
    ALWAYS,     /* NVIDIA's, and every release has the function */
    UNLINKED,   /* the same, but nobody links what asks for it: an interpreter, or unknown */
    DATED,      /* NVIDIA's, of a release that is known */
    REMOVED,    /* NVIDIA's, up to a release that is known */
    CUDNNS,     /* a symbol of cuDNN's that other files of cuDNN's want */
    SIBLINGS,   /* a symbol that another of NVIDIA's libraries wants */
    UNKNOWNS,   /* a symbol that no known release of NVIDIA's library has */
    VERSIONED,  /* NVIDIA's, of a symbol with a version */
    LACKING,    /* the same, which the library of that version does not have */
    HASHED,    /* anyone's, by the name that auditwheel gives to a copy: libcudart-1b201d85.so.10 */
    SOURCED,   /* not CUDA's, but known */
    FRAMEWORK, /* a C++ name of a framework such as PyTorch */
    STANDARD,  /* a C++ name of the standard library */
    CPP,       /* another C++ name */
    VERSION,   /* the version begins with `start` */
    ALONE,     /* the same, of a file that is not in the system's folders */
    TOOLKIT,   /* CUDA's toolkit */
    OWN_HEADERS, /* a compiler's error in CUDA's headers, without a name */
    BY_LIBRARY,  /* NVIDIA's, and a shared library asks for it */
};

#define NOT_FOUND "ld.so does not find {L}"
#define NOT_NVIDIAS "it is not part of CUDA: "
#define ITS_PACKAGE "install the package that has it (apt-file search {l}; dnf provides '*/{l}'), "
#define LINK_HELP                                                                                  \
    "-LDIR -l{N}, after the objects and archives that need it; DIR has lib{N}.so: {W}{A}"
#define LINK_STATIC                                                                                \
    "-LDIR, the folder of lib{P}.a: /usr/local/cuda/lib64 of a toolkit, which {D} installs"
#define PLAIN_NAME                                                                                 \
    "install {D}, which has that name; or a link lib{N}.so to the numbered file, in a folder "     \
    "that "                                                                                        \
    "ld.so "                                                                                       \
    "searches"
#define HEADERS                                                                                    \
    "install {D}; or name the folder in which you have it: -I, CPATH, or CMake's variable"
#define TOOLKITS "-DCUDAToolkit_ROOT=DIR, of FindCUDA -DCUDA_TOOLKIT_ROOT_DIR=DIR"
#define DEVRT                                                                                      \
    "link with nvcc; or -L/usr/local/cuda/lib64 -lcudadevrt -lcudart after the objects (Windows: " \
    "cudadevrt.lib); the package is cuda-cudart-dev-X-Y (conda: cuda-cudart-dev)"
#define DRIVER                                                                                     \
    "a container: docker run --gpus all (docker build has no driver), apptainer exec --nv; "       \
    "Kubernetes: nvidia-ctk runtime "                                                              \
    "configure --runtime=containerd --set-as-default, on a host with the driver"
#define CDI_SPEC                                                                                   \
    "with nvidia-container-toolkit installed: sudo nvidia-ctk cdi generate "                       \
    "--output=/etc/cdi/nvidia.yaml, again after each driver update"
#define NEWER_LIBSTDCXX                                                                            \
    "conda install -c conda-forge libstdcxx-ng, with the environment's lib first in "              \
    "LD_LIBRARY_PATH; or a newer system"
#define ON_MUSL "{F} was built for glibc, and this system has musl"
#define GLIBC_IMAGE "an image with glibc, such as Debian's or Ubuntu's"
#define ONE_TENSORRT                                                                               \
    "one release for all of them and for Python's tensorrt: unset LD_LIBRARY_PATH, and "           \
    "remove what dpkg -l | grep nvinfer or pip list | grep tensorrt lists of another; or a build " \
    "of {F} for the release that is there"
#define IN_CONTAINER                                                                               \
    "-e NVIDIA_DRIVER_CAPABILITIES=all for a container, whose default lacks it; on a host all of " \
    "the driver's packages, of one release (32-bit ones for 32-bit programs)"

// clang-format off
#define RULE(of, whose, start, kind, means, ids, help)                                             \
    {COMPLAINT_##of, whose, start, {kind, means, ids, help, NULL, NULL, NULL}}
#define RULE_WORD(of, whose, start, kind, word, means, help)                                       \
    {COMPLAINT_##of, whose, start, {kind, means, "", help, NULL, word, NULL}}
#define COMPLAINT_ASKED COMPLAINT_NAMED | COMPLAINT_OPENED
#define COMPLAINT_ANY_PACKAGE COMPLAINT_PACKAGE | COMPLAINT_CONFIG
// clang-format on

/* The first row that fits is the answer. A SONAME begins with one of the words of `start`, if that
 * is not NULL; or the line has what follows its star. */
static const struct rule {
    int of; /* kinds of complaints */
    enum whose whose;
    const char *start;
    struct answer answer;
} rules[] = {
    RULE(NOT_FOUND, ANYONES, "*NET/Plugin", ASKED, "NCCL cannot load its network plugin",
         "LN302 LN301 LN304", NULL),
    RULE(NOT_FOUND, ANYONES, "libnccl-", ASKED, "NCCL cannot load its network plugin",
         "LN302 LN301 LN304", NULL),
    RULE(NOT_FOUND, ANYONES, "libibverbs", CAUSE, NOT_FOUND, "LN201", NULL),
    RULE(NOT_FOUND, DRIVERS, "*libcuda.so.1, needed by|libnvidia-ml.so.1, needed by", CAUSE,
         "the linker does not find the driver's {L}, which {F} needs", "LN706",
         "for the build only, the toolkit's stub: ln -s /usr/local/cuda/lib64/stubs/lib{N}.so "
         "DIR/{l}, and -Wl,-rpath-link=DIR"),
    RULE(NOT_FOUND, NVIDIAS, "*, needed by", CAUSE, "the linker does not find {L}, which {F} needs",
         "LN706", "-Wl,-rpath-link=DIR, the folder that has {l}; or install the {T} that has it"),
    RULE_WORD(NAMED | COMPLAINT_ANY_PACKAGE | COMPLAINT_LINK, NVIDIAS, "libnvToolsExt", CAUSE,
              "package", "libnvToolsExt (NVTX 2) is not found: CUDA 12.9 and later do not have it",
              "a release of the program, or of PyTorch, that uses NVTX 3 (CUDA::nvtx3); or "
              "cuda-nvtx-12-8 of a toolkit that has it"),
    RULE_WORD(NOT_FOUND | COMPLAINT_NAMED, NVIDIAS,
              "*onfigure: error|CMake Error| headers|setup.py|--with-|DCMAKE|resolve "
              "dependency|eson.build|Turning the option off",
              CAUSE, "package", "the build does not find {P} ({T})", HEADERS),
    RULE(NOT_FOUND | COMPLAINT_HEADER, NVIDIAS,
         "*uda Configuration Error|matching version|o library found under", CAUSE,
         "Bazel's CUDA configuration does not find {L}, or finds another release", "LN706",
         "TF_CUDA_PATHS=/usr/local/cuda,/usr, or the other folders that have it, and "
         "TF_CUDA_VERSION, TF_CUDNN_VERSION of what is there; or install {D}"),
    RULE(NOT_FOUND | COMPLAINT_ASKED, ANYONES, "libnvrtc-builtins", CAUSE,
         NOT_FOUND ", of the release of libnvrtc", "LN108 LN112", NULL),
    RULE_WORD(NOT_FOUND, HASHED, NULL, CAUSE, "wheel",
              NOT_FOUND ", a copy that a wheel has for itself",
              "install the package of {F} again, whole: pip install --force-reinstall "
              "--no-cache-dir NAME; no other package has a file of that name"),
    RULE_WORD(NOT_FOUND, SOURCED, "libtriton|libnv|libtensorrt|libdoca|libcu|libth_", CAUSE,
              "other", NOT_FOUND ", which {F} needs",
              "install {O}, or add its folder to LD_LIBRARY_PATH"),
    RULE_WORD(NOT_FOUND | COMPLAINT_OPENED, SOURCED, NULL, OTHERS, "other",
              NOT_FOUND ", which {F} needs", "install {O}, or add its folder to LD_LIBRARY_PATH"),
    RULE(NOT_FOUND, NVIDIAS, "*rror loading shared library", CAUSE,
         "musl's loader does not find {L}, which needs glibc", "LN119 LN126",
         "an image with glibc, such as Debian's or Ubuntu's, and docker run --gpus all for the "
         "driver's libraries; without a GPU a build of the program for the CPU"),
    RULE_WORD(NOT_FOUND, ANYONES, "*rror loading shared library ld-linux", OTHERS, "other", ON_MUSL,
              GLIBC_IMAGE),
    RULE(NOT_FOUND, UNNUMBERED, NULL, CAUSE, "a program opens {l}; the driver has {l}.1",
         "LN119 LN126",
         "if nvidia-smi works, a link {l} to {l}.1 in its folder; on a host without it install "
         "NVIDIA's driver; " DRIVER),
    RULE(NOT_FOUND, DRIVERS, "*: pattern ", CAUSE,
         "the container toolkit does not find the driver's {l} on the host", "LN126",
         "install all of the driver's packages, of the release of its kernel module "
         "(libnvidia-compute-NNN; RPM: nvidia-driver-cuda-libs), then sudo nvidia-ctk cdi generate "
         "--output=/etc/cdi/nvidia.yaml"),
    RULE(NOT_FOUND, DRIVERS, "libcuda.|libnvidia-ml|libnvidia-ptx|libnvidia-opencl", CAUSE,
         NOT_FOUND, "LN119 LN126 LN105", DRIVER "; on a host install NVIDIA's driver"),
    RULE(NOT_FOUND, DRIVERS, NULL, CAUSE, NOT_FOUND, "LN119 LN126", IN_CONTAINER),
    RULE(NOT_FOUND, NUMBERED, NULL, CAUSE, NOT_FOUND, "LN115 LN109 LN116 LN125 LN129", NULL),
    RULE(NOT_FOUND | COMPLAINT_ASKED, NVIDIAS, "libnvvm", CAUSE,
         "{T} of CUDA's compiler is not found, or cannot be loaded", "LN115",
         "CUDA_HOME=DIR, a toolkit with DIR/nvvm/lib64/libnvvm.so, such as /usr/local/cuda; or "
         "conda install -c conda-forge cuda-nvcc cuda-nvrtc (up to CUDA 11: cudatoolkit)"),
    RULE(NOT_FOUND, NVIDIAS, "*pathfinder", CAUSE, NOT_FOUND, "LN115", NULL),
    RULE(NOT_FOUND, NVIDIAS, NULL, CAUSE, "a program opens {l}, a name that wheels do not have",
         "LN110 LN115 LN109 LN125", PLAIN_NAME),
    RULE_WORD(NOT_FOUND, ANYONES, NULL, OTHERS, "other", NOT_FOUND ", which {F} needs",
              NOT_NVIDIAS ITS_PACKAGE "or add its folder to LD_LIBRARY_PATH"),
    RULE_WORD(PACKAGE, ANYONES, "*cl.exe|isual Studio using", CAUSE, "toolkit",
              "nvcc does not find the C++ compiler of Visual Studio, or not one that it supports",
              "install Visual Studio's C++ tools, of a release that this CUDA supports (CUDA 11.6 "
              "and later: 2022), and build in its prompt, x64 Native Tools; nvcc -ccbin names the "
              "folder of another cl.exe"),
    RULE_WORD(PACKAGE, TOOLKIT,
              "*(missing: CUDA_INCLUDE_DIRS|(missing: CUDA_CUDART_LIBRARY|) (found", CAUSE,
              "toolkit", "CUDA's toolkit is found, but not its headers or its libcudart",
              "install cuda-cudart-dev-X-Y of that release (conda: cuda-cudart-dev); then " TOOLKITS
              ", in an empty build folder"),
    RULE_WORD(PACKAGE, TOOLKIT, "*unsuitable version", CAUSE, "toolkit",
              "CUDA's toolkit that is found is of another release than the build requires",
              "install that release, and name its folder in an empty build folder: " TOOLKITS),
    RULE_WORD(CONFIG, TOOLKIT, "*FindCUDA.cmake|provided by CUDA with", CAUSE, "package",
              "this CMake does not offer its old module FindCUDA, which the build uses",
              "-DCMAKE_POLICY_DEFAULT_CMP0146=OLD, or pip install 'cmake<3.27', in an empty build "
              "folder"),
    RULE_WORD(CONFIG, TOOLKIT, NULL, CAUSE, "package",
              "this CMake is too old for FindCUDAToolkit, which the build uses",
              "pip install 'cmake>=3.18,<4', and run it in an empty build folder"),
    RULE_WORD(NAMED, TOOLKIT, "*is not recognized", CAUSE, "toolkit",
              "Windows does not find nvcc of CUDA's toolkit",
              "install CUDA's toolkit for Windows, and open a new terminal: PATH must have its "
              "folder bin"),
    RULE_WORD(NAMED, TOOLKIT, "*--cuda-path", CAUSE, "toolkit",
              "clang does not find CUDA's toolkit",
              "--cuda-path=/usr/local/cuda, or the folder of another toolkit, of a release that "
              "this clang knows; without one install it (cuda-toolkit-12-8; conda: cuda-toolkit)"),
    RULE_WORD(NAMED, TOOLKIT, "*xec format error", CAUSE, "toolkit",
              "a program of CUDA's toolkit is for another kind of machine, or damaged",
              "install the toolkit for the machine that uname -m shows (aarch64: sbsa, on a Jetson "
              "its own); docker run --platform takes an image for it"),
    RULE_WORD(
        NAMED | COMPLAINT_ANY_PACKAGE, TOOLKIT, NULL, CAUSE, "toolkit",
        "CUDA's toolkit is not found, with its compiler nvcc",
        "conda install -c conda-forge cuda-toolkit, or install CUDA's toolkit for this system; in "
        "a container: an image of nvidia/cuda with devel in its tag; export CUDA_HOME=DIR "
        "PATH=DIR/bin:$PATH CUDACXX=DIR/bin/nvcc with its folder; CMake: " TOOLKITS),
    RULE(NAMED | COMPLAINT_ANY_PACKAGE | COMPLAINT_LINK, ANYONES, "libcudadevrt", CAUSE,
         "the build does not find libcudadevrt.a, CUDA's runtime for device code", "LN706", DEVRT),
    RULE(REFERENCE | COMPLAINT_SYMBOL, ANYONES, "*_cuda_device_runtime", CAUSE,
         "a program is not linked with libcudadevrt.a, CUDA's runtime for device code", "LN706",
         DEVRT),
    RULE(REFERENCE | COMPLAINT_SYMBOL, ANYONES, "*culibos", CAUSE,
         "a program has one of CUDA's static libraries, but not libculibos.a, which they need",
         "LN706", "-L/usr/local/cuda/lib64 -lculibos after them; or link the shared libraries"),
    RULE(REFERENCE, ANYONES, "*nvlink error|ptxas fatal", CAUSE,
         "device code needs {S}, which is in no file of the device link", "LN706",
         "compile all files with -rdc=true (CMake: CUDA_SEPARABLE_COMPILATION ON), and link the "
         "object or archive that defines it; of CUDA's own functions -lcudadevrt"),
    RULE(REFERENCE | COMPLAINT_SYMBOL, ANYONES, "*cudaRegisterLinkedBinary|__fatbinwrap", CAUSE,
         "device code of several files (-rdc=true) was not linked", "LN706",
         "link with nvcc; or nvcc -dlink OBJECTS -o dlink.o, and link dlink.o, too (CMake: "
         "CUDA_SEPARABLE_COMPILATION and CUDA_RESOLVE_DEVICE_SYMBOLS ON; setup.py: dlink=True)"),
    RULE_WORD(NAMED, ANYONES, "libdevice", CAUSE, "toolkit",
              "libdevice of CUDA's compiler is not found",
              "pip install nvidia-cuda-nvcc-cu12 (CUDA 13: nvidia-nvvm); or CUDA_HOME=DIR, for JAX "
              "XLA_FLAGS=--xla_gpu_cuda_data_dir=DIR, a toolkit such as /usr/local/cuda"),
    RULE(ASKED, DRIVERS, "libnvcuvid|libnvidia-encode", CAUSE, NOT_FOUND, "LN119 LN126",
         IN_CONTAINER),
    RULE(NAMED, DRIVERS, "*is not recognized", CAUSE, "Windows does not find nvidia-smi", "LN119",
         "install NVIDIA's driver for Windows, where nvidia-smi must work, and open a new "
         "terminal: it is in C:\\Windows\\System32"),
    RULE(NAMED, DRIVERS, "*nvidia-smi", CAUSE, "nvidia-smi of {T} is not found, or fails",
         "LN119 LN126 LN105",
         DRIVER
         "; on a host install NVIDIA's driver; to build without a GPU, name its architecture: "
         "TORCH_CUDA_ARCH_LIST=8.6, CUDA_COMPUTE_CAP=86, -DCMAKE_CUDA_ARCHITECTURES=86"),
    RULE(ASKED, DRIVERS, NULL, CAUSE, "{T} is not found", "LN119 LN126 LN105",
         DRIVER "; on a host install NVIDIA's driver"),
    RULE(NAMED, NVIDIAS, "*searched for library names", CAUSE,
         "{T} is not found by any of the names that the program tries",
         "LN115 LN110 LN117 LN109 LN125", PLAIN_NAME),
    RULE(NAMED, NVIDIAS, "*not found in the system path", CAUSE,
         "{T} is not found in the folders that Python searches", "LN115",
         "install PyTorch again with its dependencies, not with --no-deps: they are the wheels of "
         "CUDA's libraries; or LD_LIBRARY_PATH=DIR, a toolkit's lib64"),
    RULE(
        NAMED, NVIDIAS, "*TF-TRT", OTHERS, "TensorFlow does not find {T}", "LN115",
        "harmless for a program without TF-TRT; else TensorRT 8, which TensorFlow uses up to 2.17"),
    RULE(NAMED, PLAIN, "*.so", CAUSE, "{T} is not found, or cannot be loaded, by the name {l}",
         "LN115 LN110 LN117 LN109 LN125", PLAIN_NAME),
    RULE(NAMED, NVIDIAS, "*Is it installed?|jaxlib/", CAUSE,
         "JAX does not find {T}, or finds another release", "LN115 LN117 LN109 LN125",
         "unset LD_LIBRARY_PATH, which may bring another; pip install --upgrade 'jax[cuda12]' "
         "(CUDA 13: jax[cuda13]) installs the right one"),
    RULE(ASKED, NVIDIAS, NULL, CAUSE, "{T} is not found, or cannot be loaded",
         "LN115 LN117 LN109 LN125", NULL),
    RULE_WORD(ELSEWHERE, ANYONES, "*zlibwapi", CAUSE, "elsewhere",
              "cuDNN 8 on Windows needs {P}, which is not found",
              "NVIDIA's guide to installing cuDNN names its download: zlibwapi.dll in a folder of "
              "PATH; or cuDNN 9, which does not need it"),
    RULE_WORD(ELSEWHERE, NVIDIAS, "*193|valid Win32", CAUSE, "elsewhere",
              "{L} is damaged, or for another machine: a program of 32 bits, or on ARM",
              "a 64-bit build of the program, or of Python; or install {C} again"),
    RULE_WORD(ELSEWHERE, DRIVERS, NULL, CAUSE, "elsewhere", "{L} is not found, or cannot be loaded",
              "install NVIDIA's driver for Windows, where nvidia-smi must work; on a machine "
              "without an NVIDIA GPU a build of the program for the CPU"),
    RULE_WORD(ELSEWHERE, NVIDIAS, NULL, CAUSE, "elsewhere", "{E} is not found",
              "install {C}, and start the program with its folder (bin, or lib) in PATH; Python "
              "searches os.add_dll_directory() in place of PATH; or a release of the program for "
              "the CUDA that is installed"),
    RULE_WORD(ELSEWHERE, ANYONES,
              "*providers_cuda|providers_tensorrt|_cuda.dll|cuda.dll|jnicu|jninv|JCu|JNv|JNpp|"
              "nvrtc.dll|gpu.dll|-gpu",
              CAUSE, "elsewhere", "{E} is not found, most often one of CUDA or cuDNN",
              "install the CUDA and the cuDNN that this release of the program names; on Windows "
              "with their folders bin in PATH, and Microsoft's Visual C++ Redistributable; on "
              "Linux with their lib64 in LD_LIBRARY_PATH"),
    RULE_WORD(ELSEWHERE, ANYONES, "*.dylib", OTHERS, "other", "{E} is not found",
              "install what has it, or a build of the program for this macOS; otool -L FILE lists "
              "what a file needs"),
    RULE_WORD(ELSEWHERE, ANYONES, NULL, OTHERS, "other", "{E} is not found, or of another release",
              "install the program again, and Microsoft's Visual C++ Redistributable; dumpbin "
              "/dependents FILE lists what a file needs"),
    RULE_WORD(DENIED, ANYONES, NULL, CAUSE, "other", "ld.so has no permission to read {L}",
              "ls -lL {P}; its folders need the permission x"),
    RULE(BROKEN, NVIDIAS, "*/aarch64-linux-gnu/", CAUSE,
         "{L} is empty or damaged: a Jetson's containers have a placeholder", "LN117",
         "docker run --runtime nvidia, which mounts the Jetson's file there, with JetPack on it: "
         "sudo apt install nvidia-jetpack; elsewhere reinstall its package"),
    RULE(BROKEN, DRIVERS, "*file too short|is empty", CAUSE,
         "{L} is an empty placeholder: the container has no driver", "LN117",
         "docker run --gpus all, which mounts the host's driver there; on a host reinstall it"),
    RULE(BROKEN, NVIDIAS, "*ELFCLASS32", CAUSE, "a {L} of 32 bits is found first", "LN117",
         "remove its folder from LD_LIBRARY_PATH (/usr/lib, /usr/lib32, i386-linux-gnu), or put "
         "that of the 64-bit file before it: /usr/lib64 or /usr/lib/x86_64-linux-gnu"),
    RULE(BROKEN, NVIDIAS, NULL, CAUSE, "{L} is truncated, damaged or for another machine", "LN117",
         "install its package for the machine that uname -m shows (aarch64: sbsa, on a Jetson "
         "JetPack's), and remove that file"),
    RULE_WORD(BROKEN, ANYONES, NULL, OTHERS, "other",
              "{L} is truncated, damaged or for another machine", "reinstall its package"),
    RULE(SYMBOL, STANDARD, NULL, EFFECT, "libstdc++ is older than {F} requires", "LN817",
         NEWER_LIBSTDCXX),
    RULE(SYMBOL, FRAMEWORK, NULL, EFFECT, "{F} was built for another {T}", "LN808", NULL),
    RULE_WORD(SYMBOL, CPP, "*8nvinfer1|11nvonnxparser|11nvuffparser", CAUSE, "engine",
              "{F} needs {S}: libraries of two TensorRT releases are mixed", ONE_TENSORRT),
    RULE_WORD(SYMBOL, CPP, NULL, OTHERS, "other",
              "{F} needs the C++ name {S}, which no library that is loaded has",
              "if it is a name of {F}'s own, build that again, with all its sources; else install "
              "the releases of {F} and of the library with that name that belong together"),
    RULE_WORD(SYMBOL, SOURCED, NULL, OTHERS, "other",
              "{F} needs {S} of {O}, and nothing has loaded it, or another release",
              "LD_PRELOAD={l} with its number, where it is installed; or install it"),
    RULE_WORD(SYMBOL, UNKNOWNS, "*Error relocating", CAUSE, "other", ON_MUSL, GLIBC_IMAGE),
    RULE_WORD(SYMBOL, UNKNOWNS, "*AttributeError", OTHERS, "other",
              "a program asks {F} for {S}, which no known release has",
              "report it to the program's authors, unless {F} is new"),
    RULE(SYMBOL, PLAIN, "* not found in lib", CAUSE,
         "{S} of {T} is not found: {l} is missing by that name, or of another release",
         "LN103 LN110", PLAIN_NAME),
    RULE(SYMBOL, ANYONES, "libnvJitLink", CAUSE, "{F} needs {S}, which this {T} lacks",
         "LN107 LN102 LN118", NULL),
    RULE(SYMBOL, NVIDIAS, "*annot load symbol cudnn", CAUSE,
         "cuDNN does not find one of its parts, or finds one of another release", "LN710",
         "LD_LIBRARY_PATH=DIR, the folder that has all libcudnn_*.so of one release; pip install "
         "--force-reinstall nvidia-cudnn-cu12 (CUDA 13: nvidia-cudnn-cu13)"),
    RULE(SYMBOL, CUDNNS, NULL, CAUSE, "files of two cuDNN releases are loaded", "LN710", NULL),
    RULE(SYMBOL, REMOVED, NULL, CAUSE, "{F} needs {S}, which {T} {R} and later do not have",
         "LN103 LN102 LN101",
         "a build of {F} for the {T} that is there; or a {T} before {R}, its folder first in "
         "LD_LIBRARY_PATH"),
    RULE(SYMBOL, UNLINKED, "libcuda.|libnvidia-ml", CAUSE,
         "{F} needs {S}, and NVIDIA's driver is not loaded: most often it is not there",
         "LN119 LN126 LN105", DRIVER "; on a host install NVIDIA's driver"),
    RULE(SYMBOL, UNLINKED, NULL, CAUSE, "{F} needs {S}, and nothing has loaded {T}", "LN704",
         "load {T} before: import the package that brings it, or LD_PRELOAD its file"),
    RULE(SYMBOL, ALWAYS, NULL, CAUSE, "{F} needs {S}, and nothing has loaded {T}", "LN704",
         "link {F} with -l{N}{A}; or import a package that loads it first; or a newer {T}, if it "
         "is years old"),
    RULE(SYMBOL, DATED, "libcuda.|libnvidia-ml", CAUSE,
         "{F} needs {S}, which this driver lacks: it is older than CUDA {R}", "LN106",
         "update the driver, unless nvidia-smi shows CUDA {R} or later: then nothing has loaded "
         "it, and the module must be linked with -l{N}"),
    RULE(SYMBOL, DRIVERS, "libnvidia-ml", CAUSE,
         "{F} needs {S}, of a newer driver, or loads the driver too late", "LN106",
         "update the driver; if it is new, link {F} without -z now (Go: go build "
         "-ldflags=-extldflags=-Wl,-z,lazy)"),
    RULE(SYMBOL, DRIVERS, NULL, CAUSE, "{F} needs {S}, which this driver lacks", "LN106", NULL),
    RULE(SYMBOL, DATED, NULL, CAUSE, "{F} needs {S}, which this {T} lacks",
         "LN103 LN102 LN101 LN104 LN118",
         "update {T} to {R} or later; or remove the older one from LD_LIBRARY_PATH; if it is as "
         "new, link {F} with -l{N}"),
    RULE_WORD(SYMBOL, NVIDIAS, "libnvinfer|libnvonnx", CAUSE, "engine",
              "{F} needs {S} of {T}, which is of another release, or not loaded",
              "the release of {T} that {F} was built for: " ONE_TENSORRT
              "; in a build of your own link {F} with -l{N}"),
    RULE(SYMBOL, SIBLINGS, NULL, CAUSE, "{F} and {l} are of two CUDA releases",
         "LN103 LN102 LN101 LN104 LN118",
         "unset LD_LIBRARY_PATH, which may bring the other; or install both again, of one release"),
    RULE(SYMBOL, NVIDIAS, "libnpp|libnvjpeg|libnvTools|libnvshmem|libcudss|libnvcomp", CAUSE,
         "{F} needs {S} of {T}, which is not loaded, or is of another release",
         "LN103 LN102 LN101 LN104 LN118",
         "link {F} with -l{N}, or load that first; else the release of {T} that {F} was built for, "
         "and no other in LD_LIBRARY_PATH"),
    RULE(SYMBOL, NVIDIAS, NULL, CAUSE, "{F} needs {S}, which this {T} lacks",
         "LN103 LN102 LN101 LN104 LN118",
         "most often it is too old: a newer {T}, of the CUDA that {F} was built for; if it is "
         "newer than that, a build of {F} for it; unset LD_LIBRARY_PATH, which may bring another"),
    RULE_WORD(SYMBOL, ANYONES, "*libnvonnxparser|libnvinfer|libnvparsers", CAUSE, "engine",
              "{F} needs {S}: libraries of two TensorRT releases are mixed", ONE_TENSORRT),
    RULE_WORD(SYMBOL, ANYONES, NULL, OTHERS, "other", "{F} needs {S}, which is not in {l}",
              NOT_NVIDIAS "install the release that {F} was built for"),
    RULE(VERSION, VERSION, "FABRIC", ASKED, "the network plugin requires a newer libfabric",
         "LN302", NULL),
    RULE_WORD(
        VERSION, VERSION, "GLIBC_PRIVATE", EFFECT, "other",
        "{F} is a part of another glibc than the one of this system",
        "remove {F} from the program's folder or LD_LIBRARY_PATH, so that the system's is found"),
    RULE(VERSION, ANYONES, "*/.singularity.d/libs", CAUSE,
         "the image's C library is older than {F}, which --nv takes from the host, requires ({V})",
         "LN817",
         "an image of a newer system; or without --nv's libraries for graphics: remove their lines "
         "from nvliblist.conf, or --nvccli in place of --nv"),
    RULE(
        VERSION, ALONE, "GLIBC_", EFFECT,
        "a C library that is not the system's, {P}, is older than {F} requires ({V})", "LN817",
        "remove its folder from LD_LIBRARY_PATH, or {l} and ld-linux from that folder, so that the "
        "system's is found; a program of a snap: without it; or a build of {F} for that C library"),
    RULE(VERSION, VERSION, "GLIBC_", EFFECT, "the C library is older than {F} requires ({V})",
         "LN817",
         "a newer system or container image, or a build of {F} for this one: an older release, or "
         "from its source"),
    RULE(VERSION, VERSION, "GLIBC|CXXABI|GCC_", EFFECT,
         "gcc's libraries are too old, such as libstdc++.so.6: {V} is missing", "LN817",
         NEWER_LIBSTDCXX),
    RULE(VERSION, ANYONES, "libnvJitLink", CAUSE, "{F} demands version {V} of {L}",
         "LN107 LN103 LN105", NULL),
    RULE(VERSION, NVIDIAS, NULL, CAUSE, "{F} demands version {V} of {L}", "LN103 LN105 LN104",
         NULL),
    RULE_WORD(VERSION, ANYONES, NULL, OTHERS, "other", "{F} demands version {V} of {L}",
              NOT_NVIDIAS "install the release that {F} was built for"),
    RULE(UNVERSIONED, NVIDIAS, NULL, CAUSE,
         "a {L} without symbol versions is found before the real one", "LN105 LN113", NULL),
    RULE_WORD(UNVERSIONED, ANYONES, NULL, OTHERS, "other",
              "{L} has no symbol versions, which {F} requires",
              NOT_NVIDIAS "install the release that {F} was built for"),
    RULE_WORD(TLS, ANYONES, NULL, CAUSE, "tls",
              "ld.so has no room left for the thread-local variables of {L}; memory is not short",
              "import what brings it before all others, or name it in LD_PRELOAD ({P}); with glibc "
              "2.32 or later GLIBC_TUNABLES=glibc.rtld.optional_static_tls=4096"),
    RULE_WORD(STACK, ANYONES, NULL, CAUSE, "other", "{L} requires an executable stack",
              "install a newer release of it, or patchelf --clear-execstack {P}"),
    RULE_WORD(UNMAPPED, ANYONES, NULL, CAUSE, "other",
              "{L} cannot be mapped: no memory, or a folder mounted noexec",
              "ulimit -v, and mount | grep noexec for the folder of {P}"),
    RULE(LINK | COMPLAINT_REFERENCE, NVIDIAS, "*LNK", CAUSE,
         "the linker does not find a library of {T}", "LN706",
         "its .lib in the linker's input, and in its folders %CUDA_PATH%\\lib\\x64 (cuDNN, "
         "TensorRT: lib of their archive)"),
    RULE(LINK, DRIVERS, "libcuda.", CAUSE, "the linker does not find -l{P} ({T})", "LN706",
         "LIBRARY_PATH=/usr/local/cuda/lib64/stubs, or -L with it and -l{N} after the objects that "
         "need it; or a link lib{N}.so to the driver's lib{N}.so.1 there (Triton: "
         "TRITON_LIBCUDA_PATH){A}"),
    RULE(LINK, DRIVERS, "libnvidia-p|libnvidia-e|libnvidia-o|libnvcuvid|libnvoptix", CAUSE,
         "the linker does not find -l{P} ({T})", "LN706",
         "on a machine with the driver a link lib{N}.so to its lib{N}.so.1, in a folder of -L: no "
         "toolkit has that library"),
    RULE(LINK, NVIDIAS, "*_static", CAUSE, "the linker does not find lib{P}.a ({T})", "LN706",
         LINK_STATIC),
    RULE(LINK, NVIDIAS, NULL, CAUSE, "the linker does not find -l{P} ({T})", "LN706", LINK_HELP),
    RULE(REFERENCE, REMOVED, NULL, CAUSE,
         "an object was compiled for a {T} before {R}, which had {S}, and another is linked",
         "LN706",
         "one toolkit for all: its nvcc first in PATH, its lib64 in -L, then make clean; or a "
         "release of the source for the newer {T}"),
    RULE(REFERENCE, LACKING, NULL, EFFECT,
         "libraries of two CUDA releases are linked: {S} is from another release", "LN706",
         "-L and -rpath-link with one toolkit's folder only"),
    RULE(REFERENCE, VERSIONED, NULL, EFFECT, "ld does not find {l}, which {F} needs", "LN706",
         "-Wl,-rpath-link=DIR, the folder that has {l}; or load its module, or install the {T} "
         "that has it"),
    /* ld warns before of the library that the other one needs */
    RULE(REFERENCE, BY_LIBRARY, NULL, EFFECT,
         "{F} needs {S}, and the linker does not find the library that defines it ({T})", "LN706",
         LINK_HELP),
    RULE(REFERENCE, NVIDIAS, NULL, CAUSE,
         "a program is not linked with the library that defines {S} ({T})", "LN706", LINK_HELP),
    RULE_WORD(LINK, SOURCED, NULL, OTHERS, "other", "the linker does not find -l{P}",
              "install {O}, with its development package; -LDIR if the linker does not search its "
              "folder"),
    RULE_WORD(REFERENCE, ANYONES, NULL, OTHERS, "other",
              "a program is not linked with the library that defines {S}",
              "add the library that defines it after the objects that need it; if it is there, it "
              "is of another release or C++ ABI"),
    RULE_WORD(HEADER, ANYONES, "libcccl", CAUSE, "header", "the compiler does not find {P} (CCCL)",
              "install cuda-cccl-X-Y (conda: cuda-cccl, pip: nvidia-cuda-cccl, whose folder must "
              "be in -I), of CUDA X.Y; CUDA 13 has it in include/cccl"),
    RULE_WORD(HEADER, ANYONES, "*cudnn_frontend|cutlass/|cute/|helper_cuda.h|helper_math.h", CAUSE,
              "header", "the compiler does not find {P}, of a library that CUDA does not contain",
              "git submodule update --init --recursive in the source; or clone it (NVIDIA/cutlass, "
              "NVIDIA/cudnn-frontend, NVIDIA/cuda-samples), and name its include or Common in -I"),
    RULE(HEADER, ANYONES, "*cannot open source", CAUSE, NULL, "LN709", NULL),
    RULE_WORD(HEADER, REMOVED, NULL, CAUSE, "header",
              "the compiler does not find {P}, which {T} {R} and later do not have",
              "a newer release of the source; or a {T} before {R}, its folder first in -I (Debian, "
              "Ubuntu: libcudnn8-dev; conda: cudnn=8)"),
    RULE_WORD(HEADER, DATED, NULL, CAUSE, "header",
              "the compiler does not find {P}, which {T} has from {R} on",
              "a {T} of that release or later, and its folder first in -I: " HEADERS),
    RULE_WORD(HEADER, NVIDIAS, NULL, CAUSE, "header", "the compiler does not find {P} of {T}",
              HEADERS),
    RULE(OLD, ANYONES, "libcudnn", CAUSE, NULL, "LN710", NULL),
    RULE(OLD, ANYONES, "*jax|JAX|utdated |PJRT", CAUSE,
         "{P} is not of the release that JAX requires", "LN103 LN102 LN101 LN118",
         "unset LD_LIBRARY_PATH, which may bring it; pip install --upgrade 'jax[cuda12]' (CUDA 13: "
         "jax[cuda13]) installs the right one"),
    RULE_WORD(OLD, DRIVERS, NULL, OTHERS, "release", "the program requires another release of {T}",
              "update the driver to the release that the line names"),
    RULE_WORD(OLD, TOOLKIT, NULL, OTHERS, "release", "the program requires another release of CUDA",
              "a toolkit of the release that the line names, first in PATH and in CUDA_HOME "
              "(CMake: " TOOLKITS ", in an empty build folder); or another release of the program; "
              "nvidia-smi shows the newest that the driver runs"),
    RULE_WORD(OLD, ANYONES, NULL, OTHERS, "release", "the program requires another release of {T}",
              "install {T} of the release that the line names, and remove the other: unset "
              "LD_LIBRARY_PATH, which may bring it; or another release of the program"),
    RULE_WORD(PACKAGE, ANYONES, "*ffnvcodec", CAUSE, "package",
              "FFmpeg's configure does not find the headers of NVENC (nv-codec-headers)",
              "install them (Debian, Ubuntu: libffmpeg-nvenc-dev; conda: nv-codec-headers; or make "
              "install in their sources, of a release that the driver supports), and "
              "PKG_CONFIG_PATH=DIR, the folder of ffnvcodec.pc"),
    RULE_WORD(PACKAGE, NVIDIAS, "*CUDA::", CAUSE, "package",
              "CMake's target CUDA::{P} is not defined where it is used",
              "find_package(CUDAToolkit) in CMakeLists.txt, before it and before packages that use "
              "it, such as Ceres (CMake 3.17 or later); and install {D}"),
    RULE_WORD(
        PACKAGE, NVIDIAS, "*o rule to make target", CAUSE, "package",
        "the build names {P}, which is not there: of a toolkit that is gone",
        "an empty build folder, and -DCUDAToolkit_ROOT=DIR of the toolkit that is there; build "
        "anew what was built with the other (its Config.cmake names the file), or install its {D}"),
    RULE_WORD(PACKAGE, ANYONES, "*cublas_device|CUDA_nppi_|CUDA_nppicom_", CAUSE, "package",
              "this CMake looks for lib{P}, which this release of CUDA does not have",
              "pip install 'cmake>=3.18,<4', and run it in an empty build folder"),
    RULE_WORD(CONFIG, NVIDIAS, "libnccl|libcudnn|libnvinfer", CAUSE, "package",
              "CMake looks for a package file of {T}, which has none",
              "give CMake a module Find{P}.cmake in CMAKE_MODULE_PATH, as of another project or "
              "vcpkg's port; and install {D}"),
    RULE_WORD(ANY_PACKAGE, DRIVERS, NULL, CAUSE, "package",
              "the build does not find lib{N}.so, a library of the driver",
              "for the build only, a stub: -DCMAKE_LIBRARY_PATH=/usr/local/cuda/lib64/stubs "
              "(libcuda, libnvidia-ml), or the Video Codec SDK's; in an empty build folder"),
    RULE_WORD(ANY_PACKAGE, NVIDIAS, NULL, CAUSE, "package", "the build does not find {P}", HEADERS),
    RULE_WORD(ANY_PACKAGE | COMPLAINT_LINK | COMPLAINT_HEADER, ANYONES, NULL, OTHERS, "other",
              "the build does not find {P}",
              NOT_NVIDIAS "install its development package, or add -L or -I with its folder"),
    RULE_WORD(ABSENT, ANYONES, "*modulefile|module(s)", CAUSE, "packages",
              "this cluster has no environment module {P}, or not for what is loaded",
              "module avail lists the names (Lmod: module spider NAME, also what must be loaded "
              "before); module use DIR for a folder of others"),
    RULE_WORD(ABSENT, ANYONES, "* was not found", CAUSE, "packages",
              "apt's repositories do not have that release of {P}",
              "apt-cache madison {P} lists those that there are; older ones are in NVIDIA's CUDA "
              "repository of another release of the system, or in a local installer (.deb)"),
    RULE_WORD(
        ABSENT, ANYONES, "*nvidia-container|nvidia-docker|libnvidia-container", CAUSE, "packages",
        "no repository of this system has {P}, NVIDIA's container toolkit",
        "set up the repository libnvidia-container of NVIDIA (stable/deb or stable/rpm), then sudo "
        "apt-get update; install nvidia-container-toolkit: nvidia-docker2 is its old name"),
    RULE_WORD(
        ABSENT, ANYONES, "*nvidia-cuda-toolkit|nvidia-driver|nvidia-smi|nvidia-utils", CAUSE,
        "packages", "no repository of this system has {P}",
        "Debian: contrib non-free non-free-firmware in sources.list; Ubuntu: add-apt-repository "
        "restricted multiverse; Fedora: RPM Fusion's; then update the lists"),
    RULE_WORD(
        ABSENT, ANYONES, NULL, CAUSE, "packages", "no repository of this system has {P}",
        "set up NVIDIA's CUDA repository of this distribution and machine (package cuda-keyring, "
        "or cuda-DISTRIBUTION.repo), then sudo apt-get update; apt-cache search or dnf search "
        "lists its names: cuda-toolkit-12-8, libcudnn9-cuda-12, libnvinfer-dev"),
    RULE_WORD(CONFLICT, ANYONES, "*but you have", EFFECT, "packages",
              "another release of {P} is installed than a package requires",
              "pip install the release that the line names, unless a newer one is wanted; pip "
              "check lists all that do not fit"),
    RULE_WORD(CONFLICT, ANYONES, "*; however|is needed by", CAUSE, "packages",
              "{P} is missing or of another release: dpkg -i and rpm -i install no dependencies",
              "sudo apt-get install ./FILE.deb or sudo dnf install ./FILE.rpm also installs what "
              "FILE needs, with NVIDIA's CUDA repository set up; after dpkg -i: sudo apt "
              "--fix-broken install"),
    RULE_WORD(
        CONFLICT, ANYONES, "*depends on |a different Python|because these package versions", CAUSE,
        "packages", "pip finds no release of {P} that fits this Python and the other packages",
        "remove the pins of nvidia packages: PyTorch and TensorFlow require their own; install "
        "their packages in one command, from one index, with a Python that they support"),
    RULE_WORD(CONFLICT, ANYONES,
              "*epends: |Problem: |Problem 1|onflicts: |reaks: |reaks dependency|<unmet>| from "
              "|attempted installs|_64",
              CAUSE, "packages",
              "{P} cannot be installed: what it needs is of another release, or held",
              "disable the second repository of the driver or CUDA (a PPA, RPM Fusion, a local "
              "cuda-repo) and sudo apt --fix-broken install or dnf distro-sync (pacman -Syu, not "
              "-Sy); then name one release for all: apt-get install NAME=VERSION, as apt-cache "
              "policy NAME lists"),
    RULE_WORD(CONFLICT, ANYONES, NULL, CAUSE, "packages",
              "conda finds no releases that fit each other: {P} is among them",
              "request fewer exact releases, in one command with all packages, and one channel: "
              "conda create -n NAME -c conda-forge cuda-version=12.4 PACKAGES; conda info shows "
              "__cuda, the driver's CUDA"),
    RULE_WORD(SOURCE, ANYONES, "*atomicAdd|__half|__nv_bfloat|__shfl", EFFECT, "source",
              "device code uses {S} in a way that the GPU architecture of the build does not have",
              "build for newer ones only, such as TORCH_CUDA_ARCH_LIST=8.6 or "
              "-DCMAKE_CUDA_ARCHITECTURES=86: arithmetic of __half needs sm_53, atomicAdd of "
              "double sm_60, of __half sm_70; __shfl_down is __shfl_down_sync from CUDA 9 on"),
    RULE_WORD(SOURCE, NVIDIAS, "*arguments to function|passing argument|to convert from", EFFECT,
              "source",
              "the source was written for another release of {T}: {S} has other arguments",
              "headers of {T} of the release that the source was written for, or a newer release "
              "of the source; -I must name the headers of one release only"),
    RULE_WORD(SOURCE, ALWAYS, NULL, EFFECT, "source",
              "{S} of {T} is not declared: a header is missing, or not nvcc compiles the file",
              "#include the header of {T}, and compile .cu files with nvcc; -I must name the "
              "headers of one release only"),
    RULE_WORD(SOURCE, NVIDIAS, NULL, EFFECT, "source",
              "the source does not fit the headers of this {T}: they declare {S} otherwise, or not",
              "headers of {T} of the release that the source was written for, or a newer release "
              "of the source; -I must name the headers of one release only; of thrust and cub "
              "#include the header of each name"),
    RULE_WORD(SOURCE, OWN_HEADERS, NULL, EFFECT, "source",
              "the compiler refuses a header of CUDA's: most often those of two releases are mixed",
              "-I and CPATH must name the headers of one CUDA only, of the release of nvcc: no "
              "copy of cub, thrust or cuda_fp16.h in the source's folders or conda; then an empty "
              "build folder, and an nvcc that supports the build's -std and the host's gcc"),
    RULE_WORD(SOURCE, ANYONES, NULL, OTHERS, "other",
              "the source uses {S}, which no header that it includes declares",
              "the releases of the source and of that library that belong together"),
    RULE(BUILD, ANYONES, NULL, CAUSE, NULL, "LN814", NULL),
    RULE(UNSEEN, ANYONES, NULL, OTHERS, "a program sees no GPU that it can use",
         "LN119 LN105 LN106 LN126 LN814",
         "nvidia-smi must list it, if it is one of NVIDIA's, with CUDA_VISIBLE_DEVICES unset: a "
         "container: docker run --gpus all; on a host install NVIDIA's driver; then the program's "
         "build with CUDA, if this one has none: pip install torch --index-url "
         "https://download.pytorch.org/whl/cu128, pip install 'jax[cuda12]', onnxruntime-gpu"),
    RULE_WORD(OPENED, ANYONES, NULL, OTHERS, "other", "the program does not find its library {L}",
              NOT_NVIDIAS ITS_PACKAGE
              "or add its folder to LD_LIBRARY_PATH (Java: -Djava.library.path=DIR)"),
    RULE_WORD(INDEX, ANYONES, NULL, OTHERS, "other",
              "pip finds no {P} for this Python and machine, or not in this index",
              "--extra-index-url, where -i or --index-url replaces the usual index, or for what "
              "NVIDIA has in its own (tensorrt, RAPIDS: their installation guides name it); pip "
              "index versions {P} shows what there is: it may need another Python, or a newer pip"),
    RULE_WORD(
        MODULE, ANYONES, NULL, EFFECT, "packages", "this Python does not have the module {P}",
        "python -m pip install its package, with the Python that runs the program: nvidia.X is in "
        "nvidia-X-cu12 (nvidia.cudnn: nvidia-cudnn-cu12; CUDA 13: nvidia.cu13 in nvidia-X), pynvml "
        "in nvidia-ml-py, cuda in cuda-python, cupy in cupy-cuda12x, tensorrt in tensorrt"),
    RULE(CDI, DRIVERS, NULL, CAUSE, "a CDI specification names a file of another driver: {l}",
         "LN819", CDI_SPEC),
    RULE(CDI, ANYONES, "*nsufficient ", CAUSE, "no node offers a free GPU", "LN819",
         "kubectl describe nodes: if Allocatable has no nvidia.com/gpu, the device plugin does not "
         "run there, or the node's runtime is not nvidia's; else all GPUs are in use"),
    RULE(CDI, ANYONES, "*CDI host device|/dev/nvidia", CAUSE,
         "the container's configuration names a device that the host does not have: {P}", "LN819",
         "sudo nvidia-modprobe -u -c=0 -m on the host makes the device files; " CDI_SPEC),
    RULE(CDI, ANYONES, "*runtime.nvidia.com/gpu|management.nvidia.com/gpu", CAUSE,
         "the container toolkit has not made the CDI specification of the GPU: {P}", "LN819",
         "nvidia-smi must work on the host; restart the GPU operator's container toolkit, or "
         "update nvidia-container-toolkit; mode = \"legacy\" in "
         "/etc/nvidia-container-runtime/config.toml does without CDI"),
    RULE(CDI, ANYONES, "* nvidia.com/gpu", CAUSE,
         "the container engine has no CDI specification of the GPU", "LN819",
         CDI_SPEC "; nvidia-ctk cdi list shows the names; podman from 4.1 on knows them"),
    RULE(TOOL, ANYONES, "*nvidia-modprobe|nvidia-persist|nvidia-cuda-mps", CAUSE,
         "{P} is not installed", "LN126",
         "install it: a package of the driver, of its release (Debian, Ubuntu: nvidia-modprobe, "
         "nvidia-compute-utils-NNN)"),
    RULE(TOOL, ANYONES, NULL, CAUSE, "the host lacks {P}, a program of NVIDIA's container toolkit",
         "LN819",
         "install nvidia-container-toolkit on the host, on each node of a cluster; then sudo "
         "nvidia-ctk runtime configure --runtime=docker (or containerd, crio), and restart that; "
         "Singularity works without it: --nv, but not --nvccli"),
    RULE(CLI, ANYONES, "*device error", CAUSE,
         "the host has no GPU of the number or UUID that the container asks for", "LN819",
         "nvidia-smi -L on the host lists them: correct --gpus or NVIDIA_VISIBLE_DEVICES"),
    RULE(CLI, ANYONES, "*file exists", CAUSE,
         "the image contains files of the driver, which the host mounts", "LN819",
         "remove libcuda.so.* and libnvidia-* from the image, and build it again without a driver"),
    RULE(CLI, ANYONES, "*WSL environment", CAUSE, "WSL has no GPU of NVIDIA's that works", "LN819",
         "update NVIDIA's driver in Windows, wsl --update and wsl --shutdown (WSL 2, not 1: wsl -l "
         "-v); on a machine without such a GPU start the container without --gpus"),
    RULE(CLI, ANYONES, "*nvidia-persistenced/socket", CAUSE,
         "the socket of the host's nvidia-persistenced cannot be mounted", "LN819",
         "sudo systemctl restart nvidia-persistenced on the host; a container that has one of its "
         "own must not mount /run/nvidia-persistenced"),
    RULE(CLI, ANYONES, "*ldcache error", CAUSE, "the container toolkit cannot run ldconfig",
         "LN819",
         "ldconfig = \"@/sbin/ldconfig.real\" (Debian, Ubuntu; others: @/sbin/ldconfig), a program "
         "of the host that works there, in /etc/nvidia-container-runtime/config.toml; update "
         "nvidia-container-toolkit, and pull the image anew"),
    RULE(CLI, ANYONES, "*stat failed", CAUSE,
         "the host lacks a device file, or a file of its driver", "LN819",
         "sudo nvidia-modprobe -u -c=0 on the host, where nvidia-smi must work"),
    RULE(CLI, ANYONES, "*requirement error", CAUSE,
         "the image asks for another driver or GPU than the host has (NVIDIA_REQUIRE_*)", "LN819",
         "-e NVIDIA_DISABLE_REQUIRE=1, to start it nevertheless; update the host's driver, or take "
         "an image of the CUDA that nvidia-smi shows"),
    RULE(CLI, ANYONES, "*cgroup|device rules|container error|permission denied", CAUSE,
         "the container toolkit may not give devices to a container", "LN819",
         "update nvidia-container-toolkit; for a rootless engine no-cgroups = true in "
         "/etc/nvidia-container-runtime/config.toml"),
    RULE(CLI, ANYONES, "*detection error", CAUSE,
         "the container toolkit cannot read the host's GPUs", "LN819",
         "update nvidia-container-toolkit, as old ones do not know MIG; nvidia-smi -L must work on "
         "the host, and list parts if MIG is on"),
    RULE(CLI, ANYONES, "*mount error", CAUSE,
         "the container toolkit cannot mount a file of the driver", "LN819",
         "sudo systemctl restart nvidia-persistenced; update nvidia-container-toolkit, and remove "
         "old files of the driver from the host and the image; a read-only image must have them"),
    {COMPLAINT_CLI,
     ANYONES,
     NULL,
     {CAUSE, "the host's driver is missing or does not work, says its container toolkit", "LN819",
      "install NVIDIA's driver on the host, or reboot after its update, then sudo ldconfig: "
      "nvidia-smi must work there",
      "WSL: update NVIDIA's driver in Windows, then wsl --update and wsl --shutdown", "host",
      NULL}},
    RULE(CDI, ANYONES, NULL, CAUSE, "the container engine has no CDI specification of {P}", "LN819",
         "the driver or plugin that provides these devices writes it to /var/run/cdi: look whether "
         "it runs on this node, and whether the engine's cdi_spec_dirs has that folder"),
};

static int begins(const char *name, const char *start)
{
    return strncmp(name, start, strlen(start)) == 0;
}

/* 1 if a file is not one that its user links: an interpreter, NVIDIA's own, or unknown. */
static int is_unlinked(const char *file)
{
    const char *base = strings_base_name(file);

    return !*base || nvidia_title(base) ||
           (!strstr(base, ".so") &&
            strings_length_of_first("python|julia|node|java|R|beam", base) > 0 &&
            !base[strcspn(base, "+_-")]);
}

/* 1 for a file's name with a hash before its suffix. */
static int is_copy(const char *file)
{
    const char *end = strstr(file, ".so"),
               *dash = end ? memrchr(file, '-', (size_t)(end - file)) : NULL;

    return dash && end - dash == 9 && strspn(dash + 1, "0123456789abcdef") == 8;
}

/* 1 if a row is about the owner of what a complaint names. */
static int fits(const struct rule *rule, const struct complaint *is, const struct owner *owner,
                const char *line)
{
    int is_version = rule->whose == VERSION || rule->whose == ALONE;
    const char *name = is_version ? is->version : owner->soname;
    const char *framework = owner->is_nvidias ? NULL : owner_of_cpp(is->symbol);

    if (!(rule->of & (int)is->kind))
        return 0;
    if (rule->start &&
        !(*rule->start == '*' ? strings_contain_any(line, rule->start + 1)
                              : strings_length_of_first(rule->start, strings_base_name(name)) > 0))
        return 0;
    switch (rule->whose) {
    case ANYONES:
    case VERSION:
        return 1;
    case ALONE:
        return *is->library == '/' && !strings_length_of_first("/lib|/usr/lib", is->library);
    case NVIDIAS:
        return owner->is_nvidias;
    case DRIVERS:
        return owner->is_driver;
    case UNNUMBERED:
        return owner->is_driver && !owner_has_number(owner->soname);
    case PLAIN:
        return owner->is_nvidias && strstr(is->library, ".so") && !owner_has_number(owner->soname);
    case NUMBERED:
        return owner->is_nvidias && owner_has_number(owner->soname);
    case ALWAYS:
        return owner->is_nvidias && owner->always;
    case UNLINKED:
        return owner->is_nvidias && owner->always && is_unlinked(is->requester);
    case DATED:
        return owner->is_nvidias && owner->added && !*is->version;
    case REMOVED:
        return owner->is_nvidias && owner->removed;
    case CUDNNS:
        return begins(owner->soname, "libcudnn") &&
               (begins(owner->soname, "libcudnn_") ||
                begins(strings_base_name(is->requester), "libcudnn"));
    case SIBLINGS:
        return owner->is_nvidias && nvidia_title(strings_base_name(is->requester)) &&
               !owner_is_file(owner, is->requester);
    case UNKNOWNS:
        return !*owner->soname && nvidia_title(strings_base_name(is->requester));
    case VERSIONED:
        return owner->is_nvidias && strchr(is->symbol, '@');
    case LACKING:
        return owner->is_nvidias && strchr(is->symbol, '@') && owner->lacks;
    case HASHED:
        return is_copy(is->library);
    case SOURCED:
        return owner->source != NULL;
    case FRAMEWORK:
        return framework && *framework;
    case STANDARD:
        return framework && strcmp(framework, "libstdc++") == 0;
    case CPP:
        return framework && !*framework;
    case OWN_HEADERS:
        return !*is->symbol;
    case BY_LIBRARY:
        return owner->is_nvidias && strstr(is->requester, ".so");
    case TOOLKIT:
        return strcmp(owner->soname, "nvcc") == 0;
    }
    return 0;
}

const struct answer *rules_answer(const struct complaint *is, const char *line)
{
    const struct owner owner = owner_of(is);
    const struct rule *rule = rules;

    if (is->kind == COMPLAINT_GPU)
        return &answer_classes[strstr(line, "capable device is detected") ? CLASS_HIDDEN
                                                                          : CLASS_NO_GPU];
    while (!fits(rule, is, &owner, line))
        rule++; /* the last rows are for anyone's */
    return &rule->answer;
}
