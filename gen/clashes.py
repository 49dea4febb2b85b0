"""Refuses stubs that cannot stand in one build.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from collections.abc import Iterator

from interface import accessor, functions
from library import types
from stub import Bad, Stub
from symbols import libraries


def names(stub: Stub) -> Iterator[tuple[str, str | None, int]]:
    """Each C name that a stub brings along, the type that it stands for if it may be there twice,
    and its line."""
    yield accessor(stub), None, stub.line("name")
    for name, definition in types(stub).items():
        line = stub.line(f"types.{stub.types[name]}", name)
        yield name, definition, line
        for constant in stub["types.enums"].get(name, ()):
            yield constant, definition, line
    for library in libraries(stub):
        for symbol in library.symbols:
            yield symbol.name, None, symbol.function.line


def clashes(stubs: list[Stub]) -> list[Bad]:
    """The first name of each stub that another uses, and not for the same type."""
    taken, found = {name: ("lazynccl.h", None) for name in functions()}, []
    for stub in stubs:
        mine = {}
        for name, what, line in names(stub):
            where, other = taken.get(name, (None, what))
            if where and (what is None or what != other):
                found.append(Bad(stub.path, line, f"{name} is in {where} too"))
                break
            mine[name] = where or os.path.basename(stub.path), other
        taken |= mine
    return found
