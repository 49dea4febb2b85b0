"""A release of a library: where its files are, its version, its exports and its headers.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import mmap
import os
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gen.describe import exports
from gen.describe.headers import Header
from gen.stub.stub import Stub, StubError
from gen.stub.version import ALWAYS, Version
from gen.update import header
from gen.update import wheel
from gen.write import InputError

LIB_FOLDERS = ("lib64", "lib", "lib/*-linux-gnu", "targets/*/lib")


class NotFound(InputError):
    """A release that cannot be read; the message says what is missing and where."""


@dataclass(frozen=True)
class Release:
    name: str                 # as asked for
    version: Version
    version_text: str         # as the stub writes versions: 2.28.9, 12.9
    exports: frozenset[str]   # functions only
    header: Header
    unread: tuple[str, ...]   # `file:line: why` for headers beyond the first that cannot be read
    includes: str             # what reads the others

    @cached_property
    def macros(self) -> dict[str, str]:
        """Name → file:line; a macro may hide the function of the same name."""
        found = self.header.compiler.macros(self.includes)
        return {name: where for where, name, _ in found}


def read(stub: Stub, asked: str, tool: str) -> Release:
    library, include = files(stub, locate(stub, asked))
    exported = exports.read(library, tool).functions
    text = written_version(stub, library)
    there, declared, unread = read_headers(stub, include, exported)
    includes = header.include(there)
    if not exported & declared.functions.keys():
        raise NotFound(f"{library} exports {len(exported)} functions, and {', '.join(there)} "
                       "declare none of them: give the stub the headers that do")
    if stub["described"]:
        number = text or header_version(stub, declared, includes) or asked_version(asked)
        if not number:
            raise NotFound(f"{library}: its version is unknown: {stub.path} has no version.text, "
                           f"the headers do not define {macro_of(stub)}, and {asked} has none")
        number = number[:len(stub["described"].split("."))]
        version, text = Version(*number), ".".join(map(str, number))
    else:
        version, text = Version(0, 0), ALWAYS
    return Release(asked, version, text, exported, declared, unread, includes)


def locate(stub: Stub, asked: str) -> Path:
    """A path, a version, or a package and its version: `nvidia-nccl-cu12-2.18.1`."""
    if os.sep in asked or os.path.isdir(asked):
        return Path(asked).absolute()
    package, _, number = asked.rpartition("-")
    if not re.fullmatch(r"\d+(\.\d+)+", number) or package and package not in stub["packages"]:
        raise NotFound(f"{asked!r} is not a version, a package with its version, or a path; "
                       f"packages: {', '.join(stub['packages'])}")
    packages = [package] if package else stub["packages"]
    cached = [p for p in packages if wheel.folder(p, number).is_dir()]
    failures = []
    for package in cached or packages:
        try:
            return wheel.fetch(package, number, say=lambda line: print(line, flush=True))
        except wheel.NotFetched as error:
            failures.append(str(error))
    raise NotFound("; ".join(failures))


def newest(stub: Stub) -> str:
    package = stub["packages"][0]
    return f"{package}-{wheel.newest(package)}"


def files(stub: Stub, folder: Path) -> tuple[Path, Path]:
    """The library, and the folder of its headers."""
    folders = [found for pattern in (*stub["wheels"], *LIB_FOLDERS)
               for found in sorted(folder.glob(pattern))]
    for soname in stub["sonames"]:
        for where in folders:
            for include in (where.parent / "include", folder / "include"):
                if (where / soname).is_file() and (include / first_header(stub)).is_file():
                    return where / soname, include.resolve()
    raise NotFound(f"{folder}: no {' or '.join(stub['sonames'])} with {first_header(stub)}; looked "
                   f"in {', '.join((*stub['wheels'], *LIB_FOLDERS))}")


def first_header(stub: Stub) -> str:
    return next(iter(stub["headers"]))


def read_headers(stub: Stub, include: Path, exported: frozenset[str]):
    """The headers that exist, and what they declare; all but the first may be unreadable."""
    there, unread = [name for name in stub["headers"] if (include / name).is_file()], []
    while True:
        try:
            return there, header.read(there, include, exported), tuple(unread)
        except StubError as error:
            if len(there) == 1:
                raise
            unread.append(str(error))
            there.pop()


def written_version(stub: Stub, library: Path) -> tuple[int, ...]:
    """The version that is written in the file; for nvJitLink, its newest suffix. () if the stub
    does not say where."""
    if stub["version.text"] is None:
        return ()
    text = re.compile(re.escape(stub["version.text"].encode()) + rb"(\d+)[._](\d+)(?:[._](\d+))?")
    with open(library, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as content:
        found = [tuple(int(n or 0) for n in hit.groups()) for hit in text.finditer(content)]
    if not found:
        raise NotFound(f"{library}: no version after {stub['version.text']!r}")
    return max(found)


def macro_of(stub: Stub) -> str:
    return stub["header_version"].split()[0]


def header_version(stub: Stub, declared: Header, includes: str) -> tuple[int, ...]:
    """The version in the headers' macro, converted as the number of the version function is."""
    value = stub["version.value"] or "number"
    for _, name, text in declared.compiler.macros(includes):
        if name == macro_of(stub) and text.strip().isdecimal() and "number" in value:
            number = eval(value.replace("/", "//"), {"__builtins__": {}, "number": int(text)})
            return number // 10000, number // 100 % 100, number % 100
    return ()


def asked_version(asked: str) -> tuple[int, ...]:
    found = re.search(r"(?:^|-)(\d+(?:\.\d+){1,2})$", asked)
    return tuple(map(int, found[1].split("."))) if found else ()
