"""Finds the libraries that stay linked directly in a shared library, because it uses functions that
would stop. The programs that load it did not choose the abort.

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


def stopping(library: Library, functions: Mapping[str, str], given: Fallbacks) -> list[str]:
    """Returns which of these functions stop the program if the library is missing."""
    if not given.is_stub:
        return [name for name in sorted(functions) if given.value(name) == STOP]
    from gen.link.stub import answers_by_types

    wanted = Wanted(library.soname, library.name, functions)
    return answers_by_types(wanted, given.path).stopping(sorted(functions))


def staying(inputs: Inputs, given: Mapping[str, Fallbacks]) -> dict[str, str]:
    """Returns SONAME → line of the libraries that stay linked directly."""
    if inputs.linked.is_program:
        return {}
    lines, functions = dict[str, str](), used(inputs.linked, inputs.needed)
    for library in inputs.lazy:
        taken = functions.get(library.soname, {})
        names = stopping(library, taken, given[library.soname])
        if names and not inputs.choice(library)[1]:
            calls = ", ".join(map(short, names[:3])) + ", …" * (len(names) > 3)
            lines[library.soname] = (
                f"{short(library.soname)} stays linked directly, because without it calls of "
                f"{calls} would stop programs that load this library: write their values to "
                f"{library.name}.toml in a folder of {FALLBACKS}, or {library.name}:{STOP} in "
                f"{VARIABLE}")
    return lines
