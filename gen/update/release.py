"""Reads a release of a library: its version, its exports and its headers.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import mmap
import re
from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gen.describe import exports
from gen.describe.headers import Header
from gen.stub.stub import Stub
from gen.stub.toml import StubError
from gen.stub.version import ALWAYS, FROM_START, Version
from gen.update import header
from gen.update.files import NotFound, files, locate, others


@dataclass(frozen=True)
class Release:
    name: str                 # as given on the command line
    version: Version
    version_text: str         # as the stub writes versions: 2.28.9, 12.9
    exports: frozenset[str]   # functions only
    header: Header
    unread: tuple[str, ...]   # `file:line: why` of unreadable headers, except the first
    includes: str             # the #include lines of the headers that can be read
    versions: dict[str, list[str]]  # export → its symbol versions, the default first
    data: frozenset[str]      # the variables that it exports
    include: Path             # the folder of its headers

    @cached_property
    def macros(self) -> dict[str, str]:
        """Name → file:line of the macros, which may hide functions of the same name."""
        found = self.header.compiler.macros(self.includes)
        return {name: where for where, name, _ in found}

    def mentions(self, names: Set[str]) -> dict[str, Path]:
        """Returns name → the first header that contains it, without names that are in no header."""
        found: dict[str, Path] = {}
        for file in sorted(self.include.rglob("*.h")) if names else ():
            text = file.read_text(encoding="utf-8", errors="replace")
            for name in names & {*re.findall(r"\w+", text)}:
                found.setdefault(name, file)
        return found


def read(stub: Stub, asked: str) -> Release:
    """Finds a release by version, package or path, and reads its library and headers."""
    folder = locate(stub, asked)
    library, include = files(stub, folder)
    folders = (include, *others(stub, asked, folder, include))
    found = exports.read(library)
    exported = found.functions
    number = written_version(stub, library)
    there, declared, unread = read_headers(stub, folders, exported)
    includes = header.include(there)
    if not exported & declared.functions.keys():
        raise NotFound(f"{library} exports {len(exported)} functions, and {', '.join(there)} "
                       "declare none of them: give the stub the headers that do")
    if stub.described:
        number = number or header_version(stub, declared, includes) or asked_version(asked)
        if not number:
            raise NotFound(f"{library}: its version is unknown: {stub.path} has no version.text, "
                           f"the headers do not define {macro_of(stub)}, and {asked} has none")
        number = number[:len(stub.described.split("."))]
        version, text = Version(*number), ".".join(map(str, number))
    else:
        version, text = FROM_START, ALWAYS
    versions = {name: [default, *found.old.get(name, [])]
                for name, default in found.versions.items()}
    return Release(asked, version, text, exported, declared, unread, includes, versions,
                   frozenset(found.data), include)


def read_headers(stub: Stub, folders: tuple[Path, ...],
                 exported: frozenset[str]) -> tuple[list[str], Header, tuple[str, ...]]:
    """Returns the headers that exist, their declarations, and the errors of unreadable ones. The
    first header must be readable."""
    there = [name for name in stub.headers if (folders[0] / name).is_file()]
    unread: list[str] = []
    while True:
        try:
            return there, header.read(there, folders, exported, stub.passes), tuple(unread)
        except StubError as error:
            if len(there) == 1:
                raise
            unread.append(str(error))
            there.pop()


def written_version(stub: Stub, library: Path) -> tuple[int, ...]:
    """Returns the highest version that follows the text `version.text` in the file (for nvJitLink,
    its newest suffix), or () if the stub has no such key."""
    if stub.version.text is None:
        return ()
    text = re.compile(re.escape(stub.version.text.encode()) + rb"(\d+)[._](\d+)(?:[._](\d+))?")
    with open(library, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as content:
        found = [tuple(int(n or 0) for n in hit.groups()) for hit in text.finditer(content)]
    if not found:
        raise NotFound(f"{library}: no version after {stub.version.text!r}")
    return max(found)


def condition(stub: Stub) -> str:
    if stub.header_version is None:
        raise stub.error("described needs header_version", "described")
    return stub.header_version


def macro_of(stub: Stub) -> str:
    return condition(stub).split()[0]


def header_version(stub: Stub, declared: Header, includes: str) -> tuple[int, ...]:
    """Returns the version in the headers' macro; () if the macro is not defined. It is decoded by
    the formula in the stub's `header_version` or, if that has none, by NCCL's."""
    macros, _, formula = condition(stub).partition(">=")
    source = f"{includes}\nlazynccl_version {macros}\n"
    said = declared.compiler.preprocessed(source, stub.passes[0] if stub.passes else "")
    text = said.rpartition("lazynccl_version")[2].strip()
    if not re.fullmatch(r"[\d\s+*()]+", text):
        return ()
    number = arithmetic(text)
    try:
        factors = [arithmetic(formula.format(major=a, minor=b, patch=c))
                   for a, b, c in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    except (SyntaxError, NameError):
        factors = [10000, 100, 1]
    parts = []
    for factor in filter(None, factors):
        parts.append(number // factor)
        number %= factor
    return (*parts, 0, 0)[:3]


def arithmetic(text: str) -> int:
    return int(eval(text, {"__builtins__": {}}))


def asked_version(asked: str) -> tuple[int, ...]:
    found = re.search(r"(?:^|-)(\d+(?:\.\d+){1,2})$", asked)
    return tuple(map(int, found[1].split("."))) if found else ()
