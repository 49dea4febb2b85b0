"""Finds the files of a release: the library, its headers, and the headers that they include.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
from pathlib import Path

from gen.stub.stub import Stub
from gen.update import wheel
from gen.write import InputError, say

LIB_FOLDERS = ("lib64", "lib", "lib/*-linux-gnu", "targets/*/lib")


class NotFound(InputError):
    """A release cannot be read. The message says what is missing and where."""


def locate(stub: Stub, asked: str) -> Path:
    """Returns the folder of a release, given by a path, a version, or a package with its version,
    such as `nvidia-nccl-cu12-2.18.1`. Downloads the wheel if necessary."""
    if os.sep in asked or os.path.isdir(asked):
        return Path(asked).absolute()
    package, _, number = asked.rpartition("-")
    if not re.fullmatch(r"\d+(\.\d+)+", number) or (
            package and package not in stub.packages + stub.includes):
        raise NotFound(f"{asked!r} is not a version, a package with its version, or a path; "
                       f"packages: {', '.join(stub.packages)}")
    packages = [package] if package else stub.packages
    cached = [p for p in packages if wheel.folder(p, number).is_dir()]
    failures = []
    for package in cached or packages:
        try:
            return wheel.fetch(package, number, say=say)
        except wheel.NotFetched as error:
            failures.append(str(error))
    raise NotFound("; ".join(failures))


def newest(stub: Stub) -> str:
    package = stub.packages[0]
    return f"{package}-{wheel.newest(package)}"


def files(stub: Stub, folder: Path) -> tuple[Path, Path]:
    """Returns the library and the folder of its headers."""
    folders = [found for pattern in (*stub.wheels, *LIB_FOLDERS)
               for found in sorted(folder.glob(pattern))]
    for soname in stub.sonames:
        for where in folders:
            for include in (where.parent / "include", folder / "include"):
                if (where / soname).is_file() and (include / first_header(stub)).is_file():
                    return where / soname, include.resolve()
    raise NotFound(f"{folder}: no {' or '.join(stub.sonames)} with {first_header(stub)} found in "
                   f"{', '.join((*stub.wheels, *LIB_FOLDERS))}")


def first_header(stub: Stub) -> str:
    return next(iter(stub.headers))


def others(stub: Stub, asked: str, folder: Path, include: Path) -> list[Path]:
    """Returns the folders of headers that the library's headers include from other packages: from
    the wheels beside the library, or from NVIDIA's packages for the same CUDA major."""
    folders = [folder]
    if not os.path.isdir(asked):
        of_cuda_12 = bool(re.search(r"-cu12-[\d.]+$", folder.name))
        folders = [locate(stub, f"{package}-{wheel.newest(package)}")
                   for package in stub.includes if package.endswith("-cu12") == of_cuda_12]
    return [other.resolve() for each in folders for other in sorted(each.glob("nvidia/*/include"))
            if other.resolve() != include]
