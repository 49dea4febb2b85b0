"""Lists the symbols of a stub: one library with the plain names, and one for each suffix family.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from gen.stub.declaration import Function
from gen.stub.stub import Stub
from gen.stub.version import Version, version


@dataclass(frozen=True)
class Symbol:
    name: str
    function: Function
    added: Version
    removed: Version | None = None


@dataclass(frozen=True)
class Library:
    stub: Stub
    family: int                  # the major of the suffix family; 0: the plain names
    symbols: tuple[Symbol, ...]  # in slot order

    @property
    def object(self) -> str:
        """The last part of the C names and the file name: nvjitlink, nvjitlink_12."""
        return self.stub.name + (f"_{self.family}" if self.family else "")

    @property
    def alias_bytes(self) -> int:
        """The length of the prefix that makes a name's alias; 0 if aliases are made otherwise."""
        alias = self.stub.symbols.alias or ""
        return len(alias) - len("{name}") if alias.endswith("{name}") and not self.family else 0

    @property
    def which(self) -> str:
        """The words for a suffix family in the first comment of a generated file."""
        return f" {self.family}: the names with its suffixes" if self.family else ""

    @property
    def sonames(self) -> list[str]:
        """The acceptable SONAMEs. A suffix family prefers its own major."""
        mine = [s for s in self.stub.sonames if not self.family or major(s) == self.family]
        others = self.stub.sonames if self.stub.cross_major else []
        return [*mine, *(s for s in others if s not in mine)]

    @property
    def packages(self) -> list[str]:
        return [p for p in self.stub.packages
                if not self.family or cuda_of(self.stub, p) == self.family]

    @property
    def highest_minor(self) -> int:
        """The highest minor of the suffix family; for the plain names, of all families."""
        families = self.stub.symbols.families
        return families.get(str(self.family), max(families.values(), default=0))

    def versions(self) -> tuple[list[tuple[str, ...]], list[int]]:
        """Returns the lists of symbol versions, and each slot's list: 1 for the first, 0: none."""
        by_slot = [versions(self.stub, symbol.function.name) for symbol in self.symbols]
        lists = list(dict.fromkeys(filter(None, by_slot)))
        return lists, [lists.index(each) + 1 if each else 0 for each in by_slot]

    def removed(self) -> list[tuple[Version, int]]:
        return [(s.removed, i) for i, s in enumerate(self.symbols) if s.removed]

    def runs(self) -> list[tuple[Version, int]]:
        """Returns the version and first slot of each run of symbols that one version added."""
        return [(s.added, i) for i, s in enumerate(self.symbols)
                if not i or s.added != self.symbols[i - 1].added]


def major(soname: str) -> int:
    return int(soname.partition(".so.")[2].split(".")[0] or 0)


def cuda_major(stub: Stub, soname: str) -> int:
    """Returns the CUDA major of a SONAME; 0 if it is in several or unknown."""
    return major(soname) if stub.cuda_named else stub.cuda_majors.get(soname, 0)


def cuda_of(stub: Stub, package: str) -> int:
    """Returns a package's CUDA major: 12 for nvidia-nvjitlink-cu12, the newest without -cuN."""
    named = re.search(r"-cu(\d+)$", package)
    return int(named[1]) if named else max(map(major, stub.sonames))


def versions(stub: Stub, name: str) -> tuple[str, ...]:
    """Returns the symbol versions that a function may have, preferred ones first; () for any."""
    return tuple(version for version, patterns in stub.symbols.versions.items()
                 if any(fnmatchcase(name, pattern) for pattern in patterns))


def has_unversioned(stub: Stub) -> bool:
    """Returns whether a function has no symbol version."""
    return not all(versions(stub, function.name) for function in stub.functions)


def libraries(stub: Stub) -> list[Library]:
    return [Library(stub, 0, tuple(_plain(stub)))] + [
        Library(stub, family, tuple(_suffixed(stub, family, highest)))
        for family, highest in sorted((int(f), h) for f, h in stub.symbols.families.items())]


def removed(stub: Stub, function: Function) -> Version | None:
    return version(stub.removed[function.name]) if function.name in stub.removed else None


def _plain(stub: Stub) -> Iterator[Symbol]:
    alias = stub.symbols.alias
    for function in stub.functions:
        for name in (function.name, *([alias.format(name=function.name)] if alias else [])):
            yield Symbol(name, function, function.added, removed(stub, function))


def _suffixed(stub: Stub, family: int, highest: int) -> Iterator[Symbol]:
    redeclared = {f.name: f for f in stub.symbols.redeclared.get(str(family), ())}
    suffixed = stub.symbols.suffixed or ""
    for function in stub.functions:
        gone = removed(stub, function)
        if (function.name in stub.symbols.never_suffixed or function.added.major > family
                or (gone and gone <= Version(family, 0))):
            continue
        for minor in range(highest + 1):
            name = suffixed.format(name=function.name, major=family, minor=minor)
            added = max(function.added, Version(family, minor))
            yield Symbol(name, redeclared.get(function.name, function), added, gone)
