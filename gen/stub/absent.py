"""Decides what a call of an absent function does: [absent.functions], then [absent.names], then
[absent.returns], then `otherwise`.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from fnmatch import fnmatchcase

from gen.stub.declaration import Function
from gen.stub.stub import Stub

STOP = "stop"      # prints the reason and aborts
REASON = "reason"  # returns the reason as text


def row(stub: Stub, function: Function) -> tuple[str, str] | None:
    """The key and the row that decide, if there is one."""
    if function.name in stub["absent.functions"]:
        return "absent.functions", function.name
    for pattern in stub["absent.names"]:
        if fnmatchcase(function.name, pattern):
            return "absent.names", pattern
    returns = function.returns.declare() if function.returns else ""
    return ("absent.returns", returns) if returns in stub["absent.returns"] else None


def answer(stub: Stub, function: Function) -> str | None:
    """The value as the stub writes it, STOP or REASON; "" if a void function returns; None if the
    stub does not say."""
    decided = row(stub, function)
    value = stub[decided[0]][decided[1]] if decided else None
    if function.returns and function.returns.declare() == "void":
        return STOP if value == STOP else ""
    return stub["absent.otherwise"] if value is None else value


def typed(stub: Stub, function: Function) -> list[str]:
    """The types that the generated C must know. A jump needs none: only what returns a value of
    ours, or writes one, does."""
    if not stub["absent.otherwise"]:
        return function.types()
    value = answer(stub, function)
    if value == REASON or function.name in stub["absent.out"]:
        return function.types()
    returned = function.returns and not function.returns.pointers and value not in ("", STOP)
    return [function.returns.base] if returned else []
