"""Renders stubs/facts/errors.txt as C: each error code with the class of its explanation.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import sys
from pathlib import Path
from typing import NamedTuple

from gen.facts.phrase import hash_of, words

# The first class whose expression matches an enumerator applies; classes.h has its answer.
CLASSES = {
    "STUB": r"StubLibrary|STUB_LIBRARY",
    "OLD_DRIVER": r"InsufficientDriver|INSUFFICIENT_DRIVER|NewerDriver|NEWER_DRIVER|CUDA_DRIVER$"
                  r"|InsufficientLoader|INSUFFICIENT_LOADER",
    "OLD_NVML": r"NVML_ERROR_FUNCTION_NOT",
    "COMPAT": r"CompatNot|COMPAT_NOT",
    "MIXED_DRIVER": r"DriverMismatch|DRIVER_MISMATCH|LIB_RM_VERSION",
    "MODULE": r"NVML_ERROR_DRIVER_NOT",
    "LOST": r"NVML_ERROR_UNKNOWN",
    "FABRIC": r"SystemNotReady|SYSTEM_NOT_READY|FabricNotReady|FABRIC_NOT_READY",
    "FILES_OF_GPU": r"cudaErrorUnknown|CUDA_ERROR_UNKNOWN",
    "OPERATING_SYSTEM": r"cudaErrorOperatingSys|CUDA_ERROR_OPERATING_SYS|[^n]MapBuffer|_MAP_FAILED",
    "JIT_COMPILER": r"JitCompilerNot|JIT_COMPILER",
    "PERMISSION": r"NotPermitted|NOT_PERMITTED|PRIVILEGES|PERMISSION",
    "SENSOR": r"NVML_ERROR_(.*_)?NOT_SUPPORTED",
    "BLOCKED": r"NVML_ERROR_OPERATING",
    "HIDDEN": r"cudaErrorNoDevice|CUDA_ERROR_NO_DEVICE|NVML_ERROR_GPU_NOT",
    "NO_NVML": r"NVML_ERROR_LIBRARY",
    "NO_GPU": r"NoDevice|NO_DEVICE|StartupFailure|SharedObjectInit|SHARED_OBJECT_INIT"
              r"|NVML_ERROR_(UNINIT|DRIVER)",
    "CUFILE_STATE": r"^CU_FILE_",
    "CAPTURE": r"StreamCapture|STREAM_CAPTURE|CapturedEvent|CAPTURED_EVENT",
    "DEVICE": r"InvalidDevice$|INVALID_DEVICE$",
    "FAULTY": r"ECCUnc|ECC_UNC|NvlinkUnc|NVLINK_UNC|Contained|CONTAINED|GPU_IS_LOST|RESET_REQUIRED"
              r"|INFOROM|HardwareStack|HARDWARE_STACK",
    "MEMORY": r"MemoryAllocation|MEMORY_ALLOCATION|NO_MEMORY|ALLOCATOR_FAILURE|OUT_OF_MEMORY"
              r"|ALLOC(ATION)?_FAILED|INSUFFICIENT_RESOURCES"
              r"|NVML_ERROR_MEMORY|HEAP_EXHAUSTED|NO_WORKSPACE|MULTICAST_RESOURCE",
    "JPEG": r"^NVJPEG_.*(JPEG$|JPEG_NOT|INCOMPLETE|IMPLEMENTATION|PARAMETER)",
    "PARAMETERS": r"^(CUBLAS|CUDNN|CUFFT|CUSOLVER|CUSPARSE|CURAND|CUTENSOR|CUSPARSELT|NPP|NVJPEG)_"
                  r".*(NOT_SUPPORTED|ARCH_MISMATCH|UNSUPPORTED|NOT_IMPLEMENTED|BAD_JPEG)",
    "IMAGE": r"InvalidKernelImage|INVALID_IMAGE",
    "NVRTC_OPTION": r"NVRTC_ERROR_INVALID_OPTION",
    "BUILD": r"NoKernelImage|NO_BINARY|InvalidDeviceFunction"
             r"|ARCH_MISMATCH|COMPUTE_CAPABILITY|(UNRECOGNIZED|UNSUPPORTED|MISSING)_ARCH",
    "PEER_LIMIT": r"TooManyPeers|TOO_MANY_PEERS",
    "PEER": r"Peer(?!Access[AN])|PEER(?!_ACCESS_[AN])",
    "JITLINK": r"NVJITLINK_ERROR_(PTX|INVALID_INPUT|UNRECOGNIZED_INPUT|FINALIZE|NVVM|LTO)",
    "INVALID_PTX": r"InvalidPtx|CUDA_ERROR_INVALID_PTX",
    "PTX": r"UnsupportedPtx|UNSUPPORTED_PTX|JitCompilationDis"
           r"|JIT_COMPILATION|OUTDATED|NVVM_COMPILE",
    "BUILTINS": r"BUILTIN_OPERATION",
    "HEADERS": r"NVRTC_ERROR_COMPILATION",
    "CUDNN": r"SUBLIBRARY|SERIALIZATION_VERSION|INCOMPATIBLE_CUDART|(CURAND|CUDNN)_STATUS_VERSION",
    "NOT_HERE": r"NotSupported|NOT_SUPPORTED|LICENSE|Licensed"
                r"|IMPLEMENTED|NotYet|Unsupported|UNSUPPORTED",
    "CONTEXT": r"DeviceUninit|CUDA_ERROR_INVALID_CONTEXT|ContextIsDestroyed|CONTEXT_IS_DESTROYED",
    "NOT_INITIALIZED": r"cudaErrorInitialization|CUDA_ERROR_NOT_INIT",
    "ENDING": r"Unloading|CUDA_ERROR_DEINIT",
    "IN_USE": r"DevicesUnavailable|DEVICE_UNAVAILABLE",
    "NO_KERNEL": r"^CUDA_ERROR_NOT_FOUND|cudaErrorSymbolNotFound",
    "CODE_FILE": r"FileNotFound|FILE_NOT_FOUND",
    "LAUNCH_TIMEOUT": r"LaunchTimeout|LAUNCH_TIMEOUT",
    "RESOURCES": r"OutOfResources|LAUNCH_OUT_OF",
    "MPS": r"Mps|_MPS_",
    "CUDNN_STATE": r"CUDNN_STATUS_(NOT_INIT|RUNTIME_PREREQ)",
    "CUFFT_STATE": r"CUFFT_(INTERNAL|SETUP)",
    "COMPILER_STATE": r"(NVRTC|NVJITLINK)_ERROR_INTERNAL|CUFFT_NV(RTC|JIT)",
    "STATE": r"INITIAL|Initialization|Uninit|SETUP_FAILED|_INTERNAL|INTERNAL_ERROR$|MAPPING_ERROR"
             r"|UNAVAILABLE|ObjectInit|OBJECT_INIT|PREEXISTING|CUFFT_NV|ALLOCATION",
    "NCCL_ARGUMENT": r"ncclInvalidArgument",
    "NCCL_PEER": r"ncclRemoteError",
    "NCCL_USAGE": r"ncclInvalidUsage",
    "NCCL_SYSTEM": r"ncclSystemError",
    "NCCL_CUDA": r"ncclUnhandledCuda",
    "NCCL_CODE": r"^nccl",
    "EXECUTION": r"^CU(BLAS|DNN|FFT|SPARSE|SOLVER|RAND)_.*"
                 r"(EXECUTION_FAILED|EXEC_FAILED|LAUNCH_FAILURE)"
                 r"|^NVJPEG.*EXECUTION|^NPP_(CUDA|MEM|TEXTURE|ERROR$)",
    "REFUSED": r"BAD_PARAM|INVALID_VALUE|InvalidValue"
               r"|^(CUBLAS|CUDNN|CUFFT|CURAND|CUSOLVER|CUSPARSE|NPP|NVJPEG)_",
    "LAUNCH": r"InvalidConfiguration|LaunchTooLarge|LAUNCH_TOO_LARGE|ClusterSize|CLUSTER_SIZE",
    "HANDLE": r"InvalidResourceHandle|CUDA_ERROR_INVALID_HANDLE",
    "PROFILER": r"^CUPTI_",
    "ASSERT": r"cudaErrorAssert|CUDA_ERROR_ASSERT",
    "ACCESS": r"^(cuda|CUDA_).*(IllegalA|ILLEGAL_A|Misal|MISAL|LaunchFailure|LAUNCH_FAILED"
              r"|AddressSpace|ADDRESS_SPACE)",
    "PROGRAM": r"",
}


class Row(NamedTuple):
    api: str
    number: int
    name: str
    words: int
    hash: int

    @property
    def kind(self) -> str:
        return next(kind for kind, wanted in CLASSES.items() if re.search(wanted, self.name))

    @property
    def names(self) -> list[str]:
        """Returns the enumerator and, of NVML's, the exception of pynvml."""
        _, is_nvmls, words = self.name.partition("NVML_ERROR_")
        exception = "NVMLError_" + words.replace("_", " ").title().replace(" ", "")
        return [self.name, exception] if is_nvmls else [self.name]

    @property
    def texts(self) -> set[tuple[int, int]]:
        """Returns the number of words and the hash of the library's text; or else of what bindings
        for other languages make of the enumerator: ERROR_NO_DEVICE, NoDevice, no device."""
        bare = re.sub(r"^([A-Z]+_(STATUS_)?|cudaError)", "", self.name)
        said = re.sub(r"^ERROR_", "", bare).lower()
        joined = said.replace("_", "")
        of_library = {(self.words, self.hash)} if self.words else set()
        # some are common English
        if self.words or self.kind in ("PROGRAM", "ACCESS", "EXECUTION", "REFUSED", "DEVICE",
                                         "NO_KERNEL", "CODE_FILE"):
            forms = ({f"error{joined}", f"cudaerror {joined}"} if self.api in ("cudart", "cuda")
                     else set())
            if self.api == "cuda" and re.search("ADDRESS|INSTRUCTION", self.name):
                forms |= {said.replace("_", " "), said}  # Blender's
        else:
            forms = ({bare, joined, f"error{joined}", said.replace("_", " ")} if "_" in said
                     else {f"{said} error"})
        return of_library | {(len(words(form)), hash_of(form)) for form in forms}


def rows(path: Path) -> list[Row]:
    lines = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return [Row(line[0], int(line[1]), line[2], *(int(line[3]), int(line[4], 16))
                if len(line) > 3 else (0, 0)) for line in lines if line[0] != "#"]


def render(table: list[Row]) -> str:
    apis = list(dict.fromkeys(row.api for row in table))  # the first two share their numbers
    named = sorted(((name, row) for row in table for name in row.names),
                   key=lambda entry: entry[0].encode())
    rows = "\n".join(f'    {{"{name}", CLASS_{row.kind}, {apis.index(row.api)}, {row.number}}},'
                     for name, row in named)
    texts = "\n".join(f"    {{0x{value:08x}, {count}, {index}}},"
                      for value, count, index in sorted(
                          (value, count, index) for index, (name, row) in enumerate(named)
                          if name == row.name for count, value in row.texts))
    return f"""/* Error codes, sorted by name. Generated by gen/facts/errors.py.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/errors.h"

const struct error_row errors_rows[] = {{
{rows}
}};
const size_t errors_row_count = sizeof errors_rows / sizeof *errors_rows;
const struct phrase_row errors_texts[] = {{
{texts}
}};
const size_t errors_text_count = sizeof errors_texts / sizeof *errors_texts;
const char *const errors_apis[] = {{{", ".join(f'"{api}"' for api in apis)}, NULL}};
"""


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: gen error-rows stubs/facts/errors.txt", file=sys.stderr)
        return 2
    sys.stdout.write(render(rows(Path(arguments[0]))))
    return 0
