"""Renders a drop-in: python3 gen/dropin.py SONAME STUB... -o FOLDER

A drop-in stands in for the library of one soname, so it is made from as much of a stub as releases
of that soname have. Writes SONAME-NAME.c (SONAME-NAME_MAJOR.c where symbols have suffixes),
SONAME-libraries.c, and SONAME.map: what it exports, under the version that those symbols carry.
The other stubs say only how the files of their libraries are named.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import sys
from dataclasses import replace

import library
from declaration import Function, read_function
from render import table
from stub import Bad, Stub, load
from symbols import Library, cuda_of, libraries, major, removed
from template import template
from version import Version


def narrowed(stub: Stub, soname: str) -> Stub:
    """The stub without what other sonames have."""
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
    """A function that no header declares: its arguments are so many integers or pointers."""
    words = ", ".join(["uintptr_t"] * count)
    return read_function(f"{stub.result} {name}({words});", added, stub.line("symbols.passed_on"))


def version_script(soname: str, versioned: bool, every: list[Library]) -> str:
    names = sorted(symbol.name for each in every for symbol in each.symbols)
    return template("dropin.map.in").substitute(
        soname=soname, node=f"{soname} " if versioned else "",
        names="\n".join(f"    {name};" for name in names))


def files(soname: str, stubs: list[Stub]) -> dict[str, str]:
    """Name → content of what this drop-in is built from, besides the runtime."""
    stub = next(stub for stub in stubs if soname in stub["sonames"])
    every = libraries(narrowed(stub, soname))
    made = {f"{soname}-{each.object}.c": library.render(each) for each in every}
    return made | {f"{soname}-libraries.c": table(every, stubs),
                   f"{soname}.map": version_script(soname, stub["symbols.versioned"], every)}


def main(arguments) -> int:
    if len(arguments) < 4 or arguments[-2] != "-o":
        print("usage: dropin.py SONAME STUB... -o FOLDER", file=sys.stderr)
        return 2
    try:
        for name, content in files(arguments[0], [load(path) for path in arguments[1:-2]]).items():
            with open(os.path.join(arguments[-1], name), "w", encoding="utf-8") as file:
                file.write(content)
    except Bad as bad:
        print(bad, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    except StopIteration:
        print(f"{arguments[0]}: no stub has this soname", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
