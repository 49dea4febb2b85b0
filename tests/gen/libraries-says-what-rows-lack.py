"""./dev libraries prints what a stub or row lacks of a file in a wheel, or the row that is missing.
"""
import os
import sys
from pathlib import Path

sys.path.insert(0, os.environ["SOURCE"])
from gen.update import libraries

FILE = Path(os.environ["FAKE"]) / "libnccl.so.2"
NVRTC = Path(os.environ["FAKE"]) / "libnvrtc.so.12"
EVERY = libraries.known()


def differences(path: Path, package: str, folder: str) -> list[str]:
    return list(libraries.differences(EVERY, package, path, folder))


assert differences(FILE, "nvidia-nccl-cu13", "nvidia/nccl/lib") == []
assert differences(FILE, "nvidia-nccl-cu14", "nvidia/cu14/lib") == [
    "nvidia-nccl-cu14: wheels of nccl lacks 'nvidia/cu14/lib'",
    "nvidia-nccl-cu14: packages of nccl lacks 'nvidia-nccl-cu14'"]
assert differences(NVRTC, "nvidia-cuda-nvrtc-cu12", "nvidia/cuda_nvrtc/lib") == []
assert differences(NVRTC, "nvidia-cuda-nvrtc", "nvidia/cu13/lib") == [
    "nvidia-cuda-nvrtc: packages_of of nvrtc lacks it for libnvrtc.so.12"]

EVERY = []
assert differences(FILE, "nvidia-nccl-cu13", "nvidia/nccl/lib") == [
    """nvidia-nccl-cu13: nvidia/nccl/lib/libnccl.so.2 has no row:
["nccl"]
title = "nccl"
sonames = ["libnccl.so.2"]
wheels = ["nvidia/nccl/lib"]
packages = ["nvidia-nccl-cu13"]"""]
