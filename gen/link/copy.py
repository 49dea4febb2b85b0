"""Writes and compiles the small copy of lazynccl that is linked into a program.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from gen.c.from_library import name_of
from gen.c.interface import header
from gen.c.vendor import prefixed, unit
from gen.link import command
from gen.stub.absent import STOP
from gen.stub.declaration import Function
from gen.stub.input_names import check_file, short
from gen.stub.stub import SONAME, AbsentKeys, Stub, SymbolKeys, TypeKeys, VersionKeys
from gen.stub.toml import Lines
from gen.write import InputError

PREFIX = "lazylink"
OPTIONS = "-Os -fPIC -fno-lto -fno-asynchronous-unwind-tables -w -x c -c".split()


@dataclass(frozen=True)
class Wanted:
    """The functions that a program uses from a library."""
    soname: str
    name: str                     # the name to look up fallback values by, such as z
    functions: Mapping[str, str]  # name → version, or ""


def stub_of(wanted: Wanted, given: Stub | None, taken: set[str], prefix: str) -> Stub:
    """Returns the stub of the library, with the types and fallback values of the given stub."""
    check_file(short(wanted.soname), wanted.soname, {*wanted.functions.values()} - {""})
    name = stem = name_of(os.path.basename(wanted.soname))
    while name in taken:
        name = f"{stem}x{len(taken)}"
    versions: dict[str, list[str]] = {}
    for function, version in sorted(wanted.functions.items()):
        if version:
            versions.setdefault(version, []).append(function)
    made = Stub(path=wanted.soname, lines=Lines(), releases=("always",), name=name,
                title=os.path.basename(wanted.soname).partition(".so")[0], prefix=prefix,
                search=SONAME, sonames=[wanted.soname], version=VersionKeys(), types=TypeKeys(),
                absent=AbsentKeys(otherwise=STOP), symbols=SymbolKeys(versions=versions),
                functions=tuple(Function(each, None, ()) for each in sorted(wanted.functions)))
    if not given:
        return made
    declared = {function.name: function for function in given.functions}
    return replace(made, path=given.path, lines=given.lines, priority=given.priority,
                   types=given.types, absent=replace(given.absent, otherwise=STOP),
                   functions=tuple(declared.get(each.name, each) for each in made.functions))


def source(wants: Sequence[Wanted], given: Callable[[str], Stub | None],
           prefix: str) -> dict[str, str]:
    """Returns name → content of the two files of the copy."""
    stubs: list[Stub] = []
    for wanted in wants:
        stubs.append(stub_of(wanted, given(wanted.name), {stub.name for stub in stubs}, prefix))
    made = {"lazynccl.c": unit(stubs, [], "", ()), "lazynccl.h": header(stubs)}
    return {file: prefixed(text, prefix) for file, text in made.items()}


def write(wants: Sequence[Wanted], given: Callable[[str], Stub | None], folder: str,
          prefix: str = PREFIX) -> str:
    """Returns the object file, which is compiled in this folder."""
    for file, text in source(wants, given, prefix).items():
        with open(os.path.join(folder, file), "w", encoding="utf-8") as to:
            to.write(text)
    object_ = os.path.join(folder, "lazylink.o")
    words = [*command.compiler(), *OPTIONS, os.path.join(folder, "lazynccl.c"), "-o", object_]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise InputError(f"{words[0]} cannot compile the copy of lazynccl:",
                         *done.stderr.rstrip().split("\n"))
    return object_
