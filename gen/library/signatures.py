"""Renders the types of functions' parameters as texts, for traces of their calls.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

from gen.library.layout import MACHINES, leaves, places, size
from gen.stub.declaration import Function, Type
from gen.stub.stub import Stub
from gen.stub.symbols import Library

PLACES = "0123456789abcdefghijklmnopqrstuvwxyz"  # registers, then words on the stack


def kind(stub: Stub, type_: Type) -> str:
    """Returns the letter of a parameter's type, from the list in signatures.h."""
    base, stars = type_.base, len(type_.pointers)
    if type_.text or type_.parameters is not None or stars > 1:
        return "p"
    if base in stub.types.handles:
        return "H" if stars else "h"
    if stars:
        return "U" if base in stub.types.structs and size(stub, Type(base)) > 16 else "p"
    parts = leaves(stub, type_)
    if len(parts) > 1:
        return "S" if size(stub, type_) > 16 else "?"
    if parts[0][1]:
        return "f"
    whole = stub.types.numbers.get(base, base)
    unsigned = whole == "size_t" or whole.startswith(("u", "_Bool"))
    return ("u" if unsigned else "i") if parts[0][0] == 8 else ("w" if unsigned else "n")


def signature(stub: Stub, function: Function) -> str | None:
    """Returns the row of a function without its name, in the format of signatures.h, or None if
    the location of a parameter is not known."""
    if function.returns is None or function.variadic:
        return None
    found, stack = [], MACHINES[0][0]
    for position, type_ in enumerate(function.parameters, 1):
        at = places(stub, function, position)
        letter = kind(stub, type_)
        if at and letter == "S":  # on x86-64 it is on the stack itself
            at[0] = max(at[0], stack)
            stack += (size(stub, type_) + 7) // 8
        if not at or letter == "?" or max(at) >= len(PLACES):
            return None
        bytes_ = str(size(stub, Type(type_.base))) if letter in "SU" else ""
        found.append(f"{letter}{PLACES[at[0]]}{PLACES[at[1]]}{bytes_} {type_.declare()}")
    integer = not any(point for _, point in leaves(stub, function.returns)) and (
        function.returns.declare() == "void" or size(stub, function.returns) <= 8)
    return ("=" if integer else "~") + ";".join(found)


def rows(every: list[Library]) -> list[str]:
    """Returns the rows of lazynccl_signatures."""
    found: set[tuple[str, str]] = set()
    for library in every:
        for symbol in library.symbols if not library.family else ():
            text = signature(library.stub, symbol.function)
            if text is not None:
                found.add((symbol.name, text))
    return [f'"{name}{text}\\0"' for name, text in sorted(found)]
