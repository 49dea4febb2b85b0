/* Findings that only a message can prove: LN7xx and LN8xx.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/findings/registry.h"

#define TOLD(...) FINDING_OF("lazynccl explain", __VA_ARGS__)

TOLD(
    LN704, "library-not-loaded", ERROR, "nothing loads the library before the module",
    "Every release that is known has this function, so the library is not too old: the module "
    "does not name it in DT_NEEDED, or lacks a static copy, and nothing else had loaded it.",
    "link the module with the library, or with -llazynccl; or import a package that loads it first",
    "pytorch/pytorch#14973, pytorch/pytorch#16860, ContinuumIO/anaconda-issues#11170")

TOLD(LN706, "link-time", ERROR, "the linker does not find the library",
     "-lNAME needs libNAME.so or libNAME.a in a folder of -L. Wheels have only libNAME.so.MAJOR, "
     "nvJitLink is in CUDA from 12.0 on, and -lcuda needs the folder lib64/stubs.",
     "-L/usr/local/cuda/lib64; or link -llazynccl after the objects: it needs no library to build",
     "NVIDIA/cuda-samples#168, apache/mxnet#2285, getkeops/keops#318")

TOLD(LN709, "nvrtc-without-headers", ERROR, "NVRTC does not find CUDA's headers",
     "NVRTC contains no headers; code that includes cuda_fp16.h or vector_types.h needs them "
     "from a toolkit or a package. CuPy needs them from CUDA 12.2 on.",
     "pip install nvidia-cuda-runtime-cu12 or nvidia-cuda-runtime, of NVRTC's release; or set "
     "CUDA_PATH",
     "cupy/cupy#8466, cupy/cupy#8593")

TOLD(LN710, "cudnn-differs", ERROR, "the loaded cuDNN is not that of the program's build",
     "A toolkit's or another package's cuDNN is found first, usually because of LD_LIBRARY_PATH, "
     "or its files come from several releases.",
     "unset LD_LIBRARY_PATH, or install the cuDNN that the program requires", "jax-ml/jax#5464")

TOLD(LN805, "ranks-out-of-step", NOTE, "ranks do not call the same collectives",
     "A rank took another branch, ended, is much slower, or runs another NCCL release or other "
     "NCCL_ settings. The others receive sizes that they do not expect, or wait until the time is "
     "over.",
     "lazynccl run --trace DIR -- COMMAND, then lazynccl trace DIR, which names the rank, its last "
     "call and the NCCL file of each process; one NCCL release and the same NCCL_ settings on all "
     "ranks; a longer timeout only for slow ranks",
     "hiyouga/LlamaFactory#7396, NVIDIA/nccl#296, NVIDIA/nccl#969, NVIDIA/nccl#1328")

TOLD(LN808, "extension-of-other-framework", NOTE,
     "an extension was built for another PyTorch or TensorFlow than is loaded",
     "NVIDIA's libraries are the right ones. The frameworks' C++ names change with their releases "
     "and with the compiler's ABI, so an extension works with one of them only.",
     "install the extension's build for this release, or build it here: pip install "
     "--force-reinstall --no-deps --no-cache-dir --no-build-isolation --no-binary NAME NAME",
     "Dao-AILab/flash-attention#1832, rusty1s/pytorch_sparse#29")

TOLD(LN817, "system-too-old", NOTE, "the C or C++ library is older than a module requires",
     "NVIDIA's libraries are the right ones. The module was built on a newer system, or conda's "
     "libstdc++ comes before or after the system's.",
     "a build for this system; for GLIBCXX also conda install libstdcxx-ng", "docs/stand-ins.md")
