"""Renders a drop-in: python3 gen dropin SONAME STUB... -o FOLDER

A drop-in takes the place of the library of one soname, so it has only what releases of that soname
have. Writes SONAME-NAME.c and .S (SONAME-NAME_MAJOR.c and .S where symbols have suffixes),
SONAME-libraries.c and SONAME-names.c, and SONAME.map: what it exports, under the version that those
symbols carry.
The other stubs are read only for the names of their libraries' files.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from dataclasses import replace

from gen.c.render import code, tables
from gen.stub.declaration import Function
from gen.stub.reader import read_function
from gen.stub.stub import Stub, load
from gen.stub.symbols import Library, cuda_of, libraries, major, removed
from gen.stub.version import Version
from gen.template import template
from gen.write import InputError, write


def narrowed(stub: Stub, soname: str) -> Stub:
    """The stub without what only other sonames have."""
    values = stub.values | {"sonames": [soname]}
    if not stub["cuda_named"]:
        return replace(stub, values=values)
    cuda = major(soname)
    values["packages"] = [name for name in stub["packages"] if cuda_of(stub, name) == cuda]
    values["symbols.families"] = {f: minor for f, minor in stub["symbols.families"].items()
                                  if int(f) == cuda}
    functions = [f for f in stub.functions if f.added.major <= cuda
                 and (removed(stub, f) or Version(cuda + 1, 0)) > Version(cuda, 0)]
    functions += [passed_on(stub, name, count, Version(cuda, 0))
                  for name, count in stub["symbols.passed_on"].items()]
    return replace(stub, values=values, functions=tuple(functions))


def passed_on(stub: Stub, name: str, count: int, added: Version) -> Function:
    """A function that no header declares, with `count` integer or pointer arguments."""
    words = ", ".join(["uintptr_t"] * count)
    return read_function(f"{stub.result} {name}({words});", added, stub.line("symbols.passed_on"))


def version_script(soname: str, versioned: bool, every: list[Library]) -> str:
    names = sorted(symbol.name for each in every for symbol in each.symbols)
    return template("c/dropin.map.in").substitute(
        soname=soname, node=f"{soname} " if versioned else "",
        names="\n".join(f"    {name};" for name in names))


def names(stub: Stub, soname: str) -> list[str]:
    """The files of a drop-in, its version script first."""
    own = [f"{library.object}.{suffix}" for library in libraries(narrowed(stub, soname))
           for suffix in ("c", "S")]
    return [f"{soname}.map", *(f"{soname}-{name}" for name in [*own, "libraries.c", "names.c"])]


def files(soname: str, *paths: str) -> dict[str, str]:
    """Name → content of what this drop-in is built from, in addition to the runtime."""
    stubs = [load(path) for path in paths]
    stub = next((stub for stub in stubs if soname in stub["sonames"]), None)
    if not stub:
        raise InputError(f"{soname}: no stub has this soname")
    every = libraries(narrowed(stub, soname))
    made = {f"{soname}-{name}": text for name, text in (code(every) | tables(every, stubs)).items()}
    return made | {f"{soname}.map": version_script(soname, stub["symbols.versioned"], every)}


def main(arguments: list[str]) -> int:
    return write("gen dropin SONAME STUB...", arguments, files)
