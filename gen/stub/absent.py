"""Decides what a call of an absent function does: [absent.functions], then [absent.names], then
[absent.returns], then `otherwise`.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from fnmatch import fnmatchcase
from typing import NamedTuple

from gen.stub.declaration import Function
from gen.stub.stub import Stub

STOP = "stop"      # prints the reason and aborts
REASON = "reason"  # returns the reason as text


class Decided(NamedTuple):
    """The row that decides, by its key, and what it says."""
    key: str
    row: str
    value: str | None


def decided(stub: Stub, function: Function) -> Decided:
    """The first row that says what a call of an absent function does."""
    if function.name in stub.absent.functions:
        return Decided("absent.functions", function.name, stub.absent.functions[function.name])
    for pattern, value in stub.absent.names.items():
        if fnmatchcase(function.name, pattern):
            return Decided("absent.names", pattern, value)
    returns = function.returns.declare() if function.returns else ""
    if returns in stub.absent.returns:
        return Decided("absent.returns", returns, stub.absent.returns[returns])
    return Decided("absent.otherwise", "", None)


def answer(stub: Stub, function: Function) -> str | None:
    """The value as the stub writes it, STOP or REASON; "" if a void function returns; None if the
    stub does not say."""
    value = decided(stub, function).value
    if function.returns and function.returns.declare() == "void":
        return STOP if value == STOP else ""
    return stub.absent.otherwise if value is None else value


def typed(stub: Stub, function: Function) -> list[str]:
    """The types that the generated C must know. A jump needs none: only what returns a value of
    ours, or writes one, does."""
    if not stub.absent.otherwise:
        return function.types()
    value = answer(stub, function)
    if value == REASON or function.name in stub.absent.out:
        return function.types()
    if not function.returns or function.returns.pointers or value in ("", STOP):
        return []
    return [function.returns.base]
