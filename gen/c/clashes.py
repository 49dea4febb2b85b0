"""Reads the stubs of one build, and checks that their C names do not clash.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from gen.c.interface import accessor, functions
from gen.stub import check
from gen.stub.load import load
from gen.stub.stub import Stub
from gen.stub.symbols import libraries
from gen.stub.toml import StubError
from gen.stub.types import types
from gen.write import InputError


def names(stub: Stub) -> Iterator[tuple[str, str | None, int]]:
    """Yields each C name of a stub, its definition (None: no other stub may have it), its line."""
    yield accessor(stub), None, stub.line("name")
    for name, definition in types(stub).items():
        if name not in stub.types.kinds:
            continue  # the tag of a struct, which several stubs may declare
        line = stub.line(f"types.{stub.types.kinds[name]}", name)
        yield name, definition, line
        for constant in stub.types.enums.get(name, ()):
            yield constant, definition, line
    for library in libraries(stub):
        for symbol in library.symbols:
            yield symbol.name, None, symbol.function.line


def clashes(stubs: list[Stub]) -> list[StubError]:
    """Returns an error for the first name of each stub that another stub defines differently."""
    taken: dict[str, tuple[str, str | None]] = dict.fromkeys(functions(), ("lazynccl.h", None))
    found: list[StubError] = []
    for stub in stubs:
        mine: dict[str, tuple[str, str | None]] = {}
        for name, what, line in names(stub):
            where, other = taken.get(name, (None, what))
            if where and (what is None or what != other):
                found.append(StubError(stub.path, line, f"{where} also defines {name}"))
                break
            mine[name] = where or os.path.basename(stub.path), other
        taken |= mine
    return found


def load_all(paths: Iterable[str]) -> list[Stub]:
    """Reads the stubs of one build. Raises InputError if they have errors."""
    return distinct(check.checked([load(path) for path in paths]))


def distinct(stubs: list[Stub]) -> list[Stub]:
    """Returns the stubs, or raises InputError if their C names clash."""
    if wrong := clashes(stubs):
        raise InputError(*wrong)
    return stubs
