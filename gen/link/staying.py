"""Finds the libraries that stay linked directly in a shared library, because calls of them would
stop the program if they are missing. Programs that load the shared library did not choose that.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from _collections_abc import Mapping, Sequence

from gen import elf
from gen.elf import Elf
from gen.link.fallbacks import STOP, Fallbacks
from gen.link.inputs import Inputs
from gen.link.library import Library, uses
from gen.link.modes import FALLBACKS, VARIABLE
from gen.link.table import Wanted
from gen.stub.input_names import short


def used(linked: Elf, needed: Sequence[Library]) -> dict[str, dict[str, str]]:
    """Returns SONAME → name → version of the functions that a file takes from these libraries."""
    found: dict[str, dict[str, str]] = {}
    for symbol, library in uses(linked, needed):
        if not any(other.name == symbol.name and other.type in elf.DATA
                   for other in library.file.symbols):
            found.setdefault(library.soname, {})[symbol.name] = symbol.version
    return found


def stopping(library: Library, functions: Mapping[str, str], fallbacks: Fallbacks) -> list[str]:
    """Returns which of these functions stop the program if the library is missing."""
    if not fallbacks.is_stub:
        return [name for name in sorted(functions) if fallbacks.value(name) == STOP]
    from gen.link.stub import answers_by_types

    wanted = Wanted(library.soname, library.name, functions)
    return answers_by_types(wanted, fallbacks.path).stopping(sorted(functions))


def why_direct(library: Library, functions: Mapping[str, str], fallbacks: Fallbacks) -> str:
    """Returns why a shared library stays linked with a library whose functions it uses, and what
    the author can do; an empty text if the used library can be lazy."""
    names = stopping(library, functions, fallbacks)
    calls = ", ".join(map(short, names[:3])) + ", …" * (len(names) > 3)
    return f"because without it calls of {calls} would stop programs that load this library: " \
           f"write their values to {library.name}.toml in a folder of {FALLBACKS}, or " \
           f"{library.name}:{STOP} in {VARIABLE}" if names else ""


def reasons_to_stay(inputs: Inputs, fallbacks: Mapping[str, Fallbacks]) -> dict[str, str]:
    """Returns SONAME → the line to print, for each library that stays linked directly."""
    functions = {} if inputs.linked.is_program else used(inputs.linked, inputs.needed)
    reasons = {library.soname: why_direct(library, functions.get(library.soname, {}),
                                          fallbacks[library.soname])
               for library in inputs.lazy if not inputs.choice(library)[1]}
    return {soname: f"{short(soname)} stays linked directly, {why}"
            for soname, why in reasons.items() if why}
