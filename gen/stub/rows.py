"""Reads stubs/facts/libraries.toml: the names of libraries without a stub.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gen.stub import check
from gen.stub.keys import wrong_row
from gen.stub.stub import Stub
from gen.stub.toml import Lines, StubError, read_toml

NAME = "{name}"
# CUDA major → the minor in the names of apt packages: the last minor of a finished major; for the
# newest major the first minor, which all drivers for this major can run.
APT_RELEASES = {13: 0, 12: 9}
OWN = ("names", "begin")  # keys that stubs do not have
KEYS = ("title", "sonames", "wheels", "home_variables", "packages", "packages_of", "conda",
        "apt", "cuda_named", "cuda_majors")


@dataclass(frozen=True)
class Names:
    """How the file names of one library begin, or of several libraries that share a row."""
    begins: str               # "libcublasmp.so", or "libnvidia-"
    stub: Stub                # has no functions if `has_stub` is false
    has_stub: bool = False
    several: bool = False


def read(path: str | os.PathLike[str]) -> list[Names]:
    """Returns the libraries of the table, then the rows of several libraries that begin alike."""
    file = os.fspath(path)
    tree, lines = read_toml(file)
    found = [each for section, row in tree.items() for each in _names(file, lines, section, row)]
    return sorted(found, key=lambda each: each.several)


def of_stub(stub: Stub) -> Names:
    return Names(_stem(stub.sonames[0]), stub, has_stub=True)


def numbered(stub: Stub) -> list[tuple[str, str]]:
    """Returns (number, package) for each package of the library, newest first: the package has a
    file with this number after .so. The number "0" stands for any."""
    by_name = {soname: [p for p in stub.packages if _fits(stub, soname, p)]
               for soname in stub.sonames} | stub.packages_of
    return [(soname.partition(".so.")[2] or "0", package)
            for soname, packages in by_name.items() for package in packages]


def numbered_apt(stub: Stub) -> list[tuple[str, str]]:
    """Returns the same for the packages of NVIDIA's apt repositories."""
    found = {(soname.partition(".so.")[2] or "0", _fill_release(stub.apt, cuda)): None
             for soname in stub.sonames if stub.apt
             for cuda in APT_RELEASES if _cuda(stub, soname) in (0, cuda)}
    return list(found)


def _fill_release(apt: str, cuda: int) -> str:
    return apt.replace("{major}", str(cuda)).replace("{minor}", str(APT_RELEASES[cuda]))


def _cuda(stub: Stub, soname: str) -> int:
    """Returns CUDA's major of a SONAME, or 0 if it is for any."""
    if stub.cuda_named:
        return int(soname.partition(".so.")[2].partition(".")[0])
    return stub.cuda_majors.get(soname, 0)


def _fits(stub: Stub, soname: str, package: str) -> bool:
    """Returns whether a package has a SONAME: -cu12 is for CUDA 12, no suffix for 13 or newer."""
    cuda = _cuda(stub, soname)
    named = package.partition("-cu1")[2]
    return not cuda or (f"1{named[:1]}" == str(cuda) if named else cuda >= 13)


def _stem(soname: str) -> str:
    return soname.partition(".so")[0] + ".so"


def _names(file: str, lines: Lines, section: str, row: dict[str, Any]) -> Iterator[Names]:
    for key, value in row.items():
        if not (isinstance(value, list) if key in OWN else key in KEYS and
                wrong_row(key, value) is None):
            raise StubError(file, lines.nearest(section, key), f"wrong key {key}, or its value")
    facts = {key: value for key, value in row.items() if key not in OWN}
    for name in row.get("names", [section]):
        stub = _stub(file, lines, name, facts)
        for number, what in check.check_lists(stub):
            raise StubError(file, number, what)
        yield Names(_stem(stub.sonames[0]), stub)
    for begins in row.get("begin", []):
        yield Names(begins, _stub(file, lines, section, facts), several=True)


def _stub(file: str, lines: Lines, name: str, facts: dict[str, Any]) -> Stub:
    filled = {key: _fill(value, name) for key, value in facts.items()}
    return Stub(path=file, lines=lines, releases=(), functions=(), name=name,
                **{"sonames": [], **filled})


def _fill(value: Any, name: str) -> Any:
    """Replaces {name} in the SONAMEs of a value."""
    if isinstance(value, dict):
        return {key.replace(NAME, name): each for key, each in value.items()}
    if isinstance(value, list):
        return [each.replace(NAME, name) for each in value]
    return value
