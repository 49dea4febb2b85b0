"""Finds the stubs and libraries that the command names, and reads them.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import difflib
import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gen.c.only import unknown
from gen.c.options import ABSENT, NULL, REASON, Options
from gen.library import assembly
from gen.own import ROOT, content, has, names, source
from gen.stub import absent
from gen.stub.input_names import name_of
from gen.stub.load import load
from gen.stub.stub import Stub
from gen.stub.toml import FOLDERS
from gen.write import InputError, MisuseError

if TYPE_CHECKING:
    from gen.describe.exports import Exports

LIBRARY = re.compile(r"(?:.*/)?[^/]+\.so(\.\d+)*$")
# The machines of NVIDIA's libraries, whose stubs are in stubs/; others are in stubs/others/.
NVIDIAS = ("x86_64", "aarch64")


@dataclass(frozen=True)
class Inputs:
    names: list[str]  # names of stubs in stubs/, or paths of stubs and libraries
    exports: dict[str, Exports]  # of the libraries
    absent: dict[str, str]  # function → what absent calls return; "" for all other functions

    @property
    def paths(self) -> list[str]:
        return [name if name in self.exports else path_of(name) for name in self.names]

    def stubs(self) -> list[Stub]:
        stubs = {name: load(path) for name, path in zip(self.names, self.paths)
                 if name not in self.exports}
        # the prefix of libraries: the first stub's or, without stubs, lazyNAME
        prefix = next((stub.prefix for stub in stubs.values()), None) or "lazy" + next(
            name_of(found.soname) for found in self.exports.values())
        if self.exports:
            from gen.c import from_library
            stubs |= {name: from_library.stub(name, found, prefix, self.absent)
                      for name, found in self.exports.items()}
        return [stubs[name] for name in self.names]


def machines() -> list[str]:
    return assembly.machines(source(assembly.JUMP))


def inputs(asked: Sequence[str], options: Options) -> Inputs:
    """Finds the stubs and reads the libraries. Names of stubs may have capitals: NCCL."""
    paths, exports = read_libraries([*filter(LIBRARY.match, asked)])
    names = [paths.get(name) or (name if name.endswith(".toml") else name.lower())
             for name in asked]
    return Inputs(names, exports, absent_values(exports, options))


def read_libraries(asked: Sequence[str]) -> tuple[dict[str, str], dict[str, Exports]]:
    """Returns the paths of libraries, and what each path exports."""
    if not asked:
        return {}, {}
    from gen.describe.compiler import Compiler, library_path
    from gen.describe.exports import read_own

    compiler = Compiler()
    paths = {name: library_path(name, compiler.command) for name in asked}
    return paths, {path: read_own(Path(path), compiler) for path in paths.values()}


def absent_values(exports: Mapping[str, Exports], options: Options) -> dict[str, str]:
    """Returns function → what absent calls return, in libraries without a stub; "" for the rest."""
    number, reasons, nulls = options.last(ABSENT), options.of(REASON), options.of(NULL)
    given = next((option for option in (ABSENT, REASON, NULL) if options.of(option)), "")
    if given and not exports:
        raise MisuseError(f"{given}: is for a library without a stub, not for a stub, which has "
                          "[absent]")
    if not re.fullmatch(r"(-?\d+)?", number):
        raise MisuseError(f"{ABSENT}: {number} is not an integer")
    known = {name: path for path, found in exports.items() for name in found.functions}
    titles = ", ".join(found.soname for found in exports.values())
    wrong = [*unknown(REASON, reasons, known, titles), *unknown(NULL, nulls, known, titles)]
    wrong += [f"{NULL}: {name} is also in {REASON}" for name in nulls if name in reasons]
    if wrong:
        raise InputError(*wrong)
    return ({"": number} if number else {}) | dict.fromkeys(reasons, absent.REASON) | (
        dict.fromkeys(nulls, "NULL"))


def default_machines(given: Inputs) -> Sequence[str]:
    """Returns NVIDIA's machines if all libraries are NVIDIA's; otherwise (), for all machines."""
    own = {os.path.realpath(path) for path in in_tree(FOLDERS[:1]).values()}
    return NVIDIAS if {*map(os.path.realpath, given.paths)} <= own else ()


def direct_of(path: str, found: Exports) -> dict[str, str]:
    """Returns name → what it is and what to do, for names that this file alone cannot make lazy."""
    stub = f"{name_of(found.soname)}.toml"
    link = "which cannot be lazy: link the library"
    described = (f"a variable of {found.soname}, which is lazy only with the headers: lazynccl "
                 f"describe HEADER... {path} -o {stub}, then vendor {stub}")
    refused = f"a name of {found.soname} that cannot go into assembly, {link}"
    return {name: described if is_described(name, kind) else
            f"a {'thread-local ' if kind == 'tls' else ''}variable of {found.soname}, {link}"
            for name, kind in found.data.items()} | dict.fromkeys(found.refused, refused)


def is_described(name: str, kind: str) -> bool:
    """Returns whether `describe` can make a variable lazy: not a thread-local one or one of C++."""
    return kind == "object" and not name.startswith("_Z")


def digest(path: str) -> str:
    return hashlib.sha256(content(path)).hexdigest()


def in_tree(folders: Sequence[str] = FOLDERS) -> dict[str, str]:
    """Returns name → path of the libraries' stubs in these folders. Interfaces' names have a _."""
    split = ((folder, *name.partition(".")) for folder in folders if folder == FOLDERS[0] or
             has(folder) for name in names(folder))
    return {name: os.path.join(ROOT, *folder.split("/"), f"{name}.toml")
            for folder, name, _, kind in split if kind == "toml" and "_" not in name}


def path_of(asked: str) -> str:
    """Returns the file of a stub that is given by name or path."""
    known = in_tree()
    if not asked.endswith(".toml") and asked not in known:
        near = difflib.get_close_matches(asked.lower(), known, 1)
        meant = f"did you mean {near[0]}?" if near else "try: lazynccl vendor --help"
        raise MisuseError(f"no such library: {asked}; {meant}")
    return known.get(asked, asked)
