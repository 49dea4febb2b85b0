"""Renders stubs as C: python3 gen render STUB... -o FOLDER

Writes NAME.c, NAME.S and NAME-check.c for each stub, NAME_MAJOR.c and .S for each suffix family,
and libraries.c, partners.c, standin-answers.c and standin-versions.c.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Iterable

from gen.c.clashes import load_all
from gen.c.interface import REMOVED, accessor, functions
from gen.c.tables import tables
from gen.library import answers, assembly, header_check, library, start
from gen.library.description import version
from gen.stub.load import load
from gen.stub.stub import Stub
from gen.stub.symbols import Library, libraries
from gen.stub.types import types
from gen.template import template
from gen.write import write


def versions(stubs: Iterable[Stub]) -> str:
    """Renders the functions that ask each library for its version, by the number of its stub."""
    asked = {i: stub for i, stub in enumerate(stubs) if stub.version.function}
    return template("c/versions.c.in").substitute(
        types="\n".join(dict.fromkeys(types(stub).get(stub.result, "") for stub in asked.values())),
        functions="\n".join(version(libraries(stub)[0]) for stub in asked.values()),
        cases="\n".join(f"    case {i}:\n        return version_{stub.name}(function);"
                        for i, stub in asked.items()))


def version_script(*paths: str) -> dict[str, str]:
    """Renders the version script of the shared library with these stubs."""
    every = [each for path in paths for each in libraries(load(path))]
    public = functions() | REMOVED | {accessor(each.stub) for each in every}
    public |= {symbol.name for each in every for symbol in each.symbols}
    return {"lazynccl.map": template("c/lazynccl.map.in").substitute(
        names="\n".join(f"    {name};" for name in sorted(public)))}


def code(every: list[Library]) -> dict[str, str]:
    """Renders the C and the assembly of each library."""
    made = {f"{each.object}.{kind.suffix}": kind.render(each)
            for each in every for kind in (library, assembly)}
    for each in every:
        made[f"{each.object}.c"] += start.render([each])
    return made


def files(*paths: str) -> dict[str, str]:
    """Returns name → content of each file that is rendered from these stubs."""
    stubs = load_all(paths)
    every = [each for stub in stubs for each in libraries(stub)]
    made = code(every)
    made |= {f"{stub.name}-check.c": header_check.render(stub) for stub in stubs}
    made |= {"standin-answers.c": answers.render(every), "standin-versions.c": versions(stubs)}
    return made | tables(every)


def main(arguments: list[str]) -> int:
    return write("gen render STUB...", arguments, files)
