"""Writes stubs/facts/errors.txt from the headers of NVIDIA's newest wheels: ./dev errors

Each line contains an API, a number and an enumerator, and for CUDA the hash of the text that
cudaGetErrorString() returns, because many programs print only that text.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import ctypes
import re
import sys
from pathlib import Path

from gen.facts.phrase import hash_of, words
from gen.update.wheel import NotFetched, fetch, newest
from gen.write import report

HEAD = """# The error codes of CUDA's libraries and NCCL: API, number, enumerator; if the
# library has a text for it, also how many words that has, and their hash. Written by ./dev errors;
# gen/facts/errors.py makes C of it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""
SOURCES = [  # API, package, header, prefix of the error enumerators
    ("cudart", "nvidia-cuda-runtime", "driver_types.h", "cudaError"),
    ("cuda", "nvidia-cuda-runtime", "cuda.h", "CUDA_ERROR_"),
    ("cublas", "nvidia-cublas", "cublas_api.h", "CUBLAS_STATUS_"),
    ("cudnn", "nvidia-cudnn-cu13", "cudnn_graph.h", "CUDNN_STATUS_"),
    ("cudnn", "nvidia-cudnn-cu11==8.9.6.50", "cudnn_ops_infer.h", "CUDNN_STATUS_"),
    ("cufft", "nvidia-cufft", "cufft.h", "CUFFT_"),
    ("curand", "nvidia-curand", "curand.h", "CURAND_STATUS_"),
    ("cusolver", "nvidia-cusolver", "cusolver_common.h", "CUSOLVER_STATUS_"),
    ("cusparse", "nvidia-cusparse", "cusparse.h", "CUSPARSE_STATUS_"),
    ("nvrtc", "nvidia-cuda-nvrtc", "nvrtc.h", "NVRTC_ERROR_"),
    ("nvjitlink", "nvidia-nvjitlink", "nvJitLink.h", "NVJITLINK_ERROR_"),
    ("nvml", "nvidia-nvml-dev", "nvml.h", "NVML_ERROR_"),
    ("cupti", "nvidia-cuda-cupti", "cupti_result.h", "CUPTI_ERROR_"),
    ("cufile", "nvidia-cufile", "cufile.h", "CU_FILE_"),
    ("cutensor", "cutensor-cu13", "types.h", "CUTENSOR_STATUS_"),
    ("nvfatbin", "nvidia-nvfatbin", "nvFatbin.h", "NVFATBIN_ERROR_"),
    ("nvjpeg", "nvidia-nvjpeg", "nvjpeg.h", "NVJPEG_STATUS_"),
    ("nvvm", "nvidia-nvvm", "nvvm.h", "NVVM_ERROR_"),
    ("nccl", "nvidia-nccl-cu13", "nccl.h", "nccl"),
]
TEXTS = {  # the library, the function that returns a text, and what the library needs
    "cudart": ("libcudart.so.*", "cudaGetErrorString", None),
    "cublas": ("libcublas.so.*", "cublasGetStatusString", None),
    "cusparse": ("libcusparse.so.*", "cusparseGetErrorString", "libnvJitLink.so.*"),
    "nccl": ("libnccl.so.2", "ncclGetErrorString", None)}
# What nvmlErrorString() returns. No wheel contains this function, only the driver.
NVML_TEXTS = {
    1: "Uninitialized", 2: "Invalid Argument", 3: "Not Supported", 4: "Insufficient Permissions",
    5: "Already Initialized", 6: "Not Found", 7: "Insufficient Size",
    8: "Insufficient External Power", 9: "Driver Not Loaded", 10: "Timeout",
    11: "Interrupt Request Issue", 12: "NVML Shared Library Not Found", 13: "Function Not Found",
    14: "Corrupted infoROM", 15: "GPU is lost", 16: "GPU requires reset",
    17: "GPU access blocked by the operating system", 18: "Driver/library version mismatch",
    19: "In use by another client", 20: "Insufficient Memory", 999: "Unknown Error"}
OLD_TEXTS = {  # texts of CUDA up to 11
    ("cudart", 46): "all CUDA-capable devices are busy or unavailable"}
OLD = {  # the numbers in CUDA's runtime up to 10.0, with the names in libcudart.so.10.0
    "cudart": {
        "cudaErrorNoDevice": 38, "cudaErrorUnknown": 30, "cudaErrorNoKernelImageForDevice": 48,
        "cudaErrorIllegalAddress": 77, "cudaErrorAssert": 59, "cudaErrorInvalidValue": 11,
        "cudaErrorECCUncorrectable": 39, "cudaErrorMisalignedAddress": 74,
        "cudaErrorPeerAccessUnsupported": 64, "cudaErrorInvalidKernelImage": 47,
        "cudaErrorNotSupported": 71},
}
def enumerators(text: str, start: str) -> dict[str, int]:
    """Returns name → number of the enumerators with this prefix; by default, 1 more than before."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*|^\s*#[^\n\\]*$", "", text, flags=re.DOTALL | re.MULTILINE)
    found: dict[str, int] = {}
    for body in re.findall(r"enum\b[^{;]*\{([^}]*)\}", text):
        number = -1
        for item in body.split(","):
            name, _, value = (re.sub(r"\w+\((.*)\)", r"\1", item)).partition("=")
            words_of = name.split()
            if not words_of:
                continue
            try:
                number = int(value.strip().rstrip("uU"), 0) if value.strip() else number + 1
            except ValueError:
                continue
            found.setdefault(words_of[0], number)
    for offset, name in re.findall(r"CUFILE_OP\(CUFILEOP_BASE_ERR \+ (\d+),\s*(\w+)", text):
        found[name] = 5000 + int(offset)
    wanted = {name: number for name, number in found.items() if name.startswith(start)}
    return {name: number for name, number in wanted.items() if 0 < abs(number) < 10000}


def texts(folders: dict[str, Path], api: str) -> dict[int, str]:
    """Returns the text of each error number, from the library's function, which needs no GPU."""
    library, name, needed = TEXTS[api]
    files = [next(file for folder in folders.values() for file in folder.rglob(wanted))
             for wanted in (needed, library) if wanted]
    function = [ctypes.CDLL(str(file), ctypes.RTLD_GLOBAL) for file in files][-1][name]
    function.restype = ctypes.c_char_p
    return {number: re.sub(r" [-(].*", "", function(number).decode()) for number in range(1000)}


def is_wanted(api: str, number: int, name: str) -> bool:
    """Returns whether an enumerator is an error: other enumerators may have the same prefix."""
    if number < 0:
        return False
    if api == "nccl":
        return bool(re.search(r"Error$|^ncclInvalid|^ncclInProgress", name))
    if api == "cufft":
        return number < 100 and bool(re.fullmatch(
            r"CUFFT_(\w+_(ERROR|FAILED|PLAN|TYPE|VALUE|SIZE|DATA|DEVICE|FAILURE|LIST)"
            r"|NO_WORKSPACE|NOT_IMPLEMENTED|NOT_SUPPORTED)", name))
    return api != "cufile" or number >= 5000


def lines(folders: dict[str, Path]) -> list[str]:
    rows: dict[tuple[str, int], str] = {}  # old codes only if no newer one has their number
    for api, package, header, start in SOURCES:
        [path] = list(folders[package].rglob(header))[:1]
        said = texts(folders, api) if api in TEXTS else NVML_TEXTS if api == "nvml" else {}
        for name, number in enumerators(path.read_text(errors="replace"), start).items():
            text = said.get(number, "")
            if is_wanted(api, number, name):
                rows.setdefault((api, number), f"{api} {number} {name}" + (
                    f" {len(words(text))} {hash_of(text):08x}" if text else ""))
    for api, old in OLD.items():
        for name, number in old.items():
            rows.setdefault((api, number), f"{api} {number} {name}")
    older = [f"{rows[code].rsplit(' ', 2)[0]} {len(words(text))} {hash_of(text):08x}"
             for code, text in OLD_TEXTS.items()]
    return list(rows.values()) + older


def main(arguments: list[str]) -> int:
    if arguments:
        print("usage: gen errors", file=sys.stderr)
        return 2
    try:
        packages = {package for _, package, _, _ in SOURCES}
        folders = {package: fetch(name, version or newest(name), print) for package in packages
                   for name, _, version in [package.partition("==")]}
    except NotFetched as error:
        report(f"gen errors: {error}")
        return 1
    target = Path(__file__).parents[2] / "stubs/facts/errors.txt"
    target.write_text(HEAD + "\n".join(lines(folders)) + "\n", encoding="utf-8")
    return 0
