"""Renders the part of a copy for Windows, where the linker delays the import of each function, and
the files NAME.def, from which dlltool or lib makes the libraries to link.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Sequence
from typing import Optional

from gen.c.interface import accessor
from gen.library import absent
from gen.library.description import changed_of, optional_of, quotes, version
from gen.own import source
from gen.stub.absent import STOP, answer
from gen.stub.stub import Stub
from gen.stub.symbols import Library, libraries
from gen.stub.types import types
from gen.template import fold, quote, template

INCLUDE = re.compile(r'^#include "windows/.*\n', re.MULTILINE)
# In a fallback that calls no handler: on_absent() exempts functions that return an error's text.
RETURNS_TEXT = "return lazynccl_absent_reason("
CALLED = "\n{\n    lazynccl_called();\n"


def all_names(stub: Stub) -> Library:
    """Returns one library with the plain and the suffixed names: on Windows, no table of slots
    belongs to one family."""
    return Library(stub, 0, tuple(symbol for each in libraries(stub) for symbol in each.symbols))


def without_dll(library: Library) -> str:
    """Renders the functions of a library that does not exist for Windows."""
    made = []
    for symbol in library.symbols:
        begin = [f"lazynccl_announce(&lazynccl_library_{library.object}, {quote(symbol.name)});"]
        if answer(library.stub, symbol.function) == STOP:
            head, lines = f"void {symbol.name}(void)", ["lazynccl_stop();"]
        else:
            function, lines = absent.absent(library, symbol.function)
            calls = [] if RETURNS_TEXT in "".join(lines) else ["lazynccl_called();"]
            head, begin = function.declare(symbol.name), [*begin, *calls]
        made.append("\n".join([head, "{", *(f"    {line}" for line in [*begin, *lines]), "}", ""]))
    return "\n".join(made)


def wheel_folder(folder: str) -> str:
    """Returns where a wheel for Windows has its DLLs."""
    of_all = re.fullmatch(r"nvidia/cu\d+/lib", folder)
    return folder.removesuffix("lib").replace("/", "\\") + ("bin\\x86_64" if of_all else "bin")


def companion(stub: Stub) -> Optional[str]:
    found = re.fullmatch(r"lib(.+)\.so\.\{major\}\.\{minor\}", stub.companion or "")
    return f"{found[1]}64_%d%d.dll" if found else None


def tables(stub: Stub, known: frozenset[str]) -> str:
    """Renders the tables of a library for delayload.c. Types in `known` are already defined."""
    library = all_names(stub)
    texts, addresses, answers = absent.render(library)
    reasons, certain = absent.counts(library, answers)
    if not stub.windows:
        texts, addresses, answers = [without_dll(library)], ["NULL"], [0]
    else:
        texts = [text if RETURNS_TEXT in text else text.replace("\n{\n", CALLED, 1)
                 for text in texts]
    asks = version(library) if stub.windows else ""
    rendered = template("c/windows.c.in").substitute(
        name=stub.name, title=stub.title,
        types="\n".join(text for name, text in types(stub).items() if name not in known),
        absent="\n".join(texts), version=asks,
        addresses="\n".join(f"    {address.replace('NULL', 'lazynccl_stop')},"
                            for address in addresses),
        answers=", ".join(map(str, answers)), reasons=reasons, certain=certain,
        names="\n".join(f'    "{symbol.name}\\0"' for symbol in library.symbols),
        dlls="".join(f"{{{quote(name)}, {cuda}}}, " for name, cuda in stub.windows.items()),
        companion=quote(companion(stub)), wheels=quotes([*map(wheel_folder, stub.wheels)]),
        version_function=quote(stub.version.function if asks else None),
        asked=f"version_{stub.name}" if asks else "NULL", changed=changed_of(library),
        suffixed=int(bool(stub.symbols.suffixed)), complete=int(stub.complete),
        optional=optional_of(library))
    return "\n".join(map(fold, rendered.split("\n")))


def render(stubs: Sequence[Stub]) -> str:
    """Renders the C between `#ifdef _WIN32` and the part for Linux."""
    header, code = (INCLUDE.sub("", source(f"windows/delayload.{kind}")) for kind in "hc")
    parts, known = [header.replace("#pragma once\n", "")], frozenset(["ssize_t"])
    for stub in stubs:
        parts.append(tables(stub, known))
        known |= types(stub).keys()
    rows = "".join(f"&lazynccl_library_{stub.name}, " for stub in stubs)
    parts.append(f"lazynccl_library *const lazynccl_libraries[] = {{{rows}NULL}};\n")
    parts += [f"lazynccl_library *{accessor(stub)}(void)\n{{\n"
              f"    return &lazynccl_library_{stub.name};\n}}\n" for stub in stubs]
    return "\n".join([*parts, code])


def definitions(stubs: Sequence[Stub]) -> dict[str, str]:
    """Returns name → content of the module-definition files."""
    return {f"{stub.name}.def": "\n".join(
        [f"LIBRARY {next(iter(stub.windows))}", "EXPORTS",
         *(symbol.name for symbol in all_names(stub).symbols), ""])
        for stub in stubs if stub.windows}
