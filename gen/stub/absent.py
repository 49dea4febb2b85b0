"""Finds the row that decides what a call of an absent function does: in [absent.functions], then
[absent.answers], then [absent.names], then [absent.returns], then `otherwise`.

A value is a constant, optionally with an errno ("-1, ENOSYS"), or `call NAME` for a function of the
program.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import NamedTuple

from gen.stub.answers import assumed_line, is_assumed
from gen.stub.declaration import Function
from gen.stub.stub import Stub

STOP = "stop"      # prints the reason and aborts
REASON = "reason"  # returns the reason as text
CALL = re.compile(r"call ([A-Za-z_]\w*)")
ERRNO = re.compile(r"(.+), (E[A-Z][A-Z0-9]*)")
ENUM = "enum "     # begins the name of an enum without a row, which is passed like an int
WORD = re.compile(r"-?\d+|NULL")  # values for a function that is known only by name


class Value(NamedTuple):
    """The value that a call returns, and the errno that it sets."""
    text: str
    errno: str | None


def value_of(text: str) -> Value:
    found = ERRNO.fullmatch(text)
    return Value(found[1], found[2]) if found else Value(text, None)


def called(text: str | None) -> str | None:
    """Returns the function of the program that is called instead of an absent one, or None."""
    found = CALL.fullmatch(text or "")
    return found[1] if found else None


class Decided(NamedTuple):
    """The key and the row that decide, and the value there."""
    key: str
    row: str
    value: str | None


def decided(stub: Stub, function: Function) -> Decided:
    """Returns the first row that decides what a call of an absent function does."""
    if function.name in stub.absent.functions:
        return Decided("absent.functions", function.name, stub.absent.functions[function.name])
    for key, rows in (("absent.answers", stub.absent.answers or {}),
                      ("absent.names", stub.absent.names)):
        for pattern, value in rows.items():
            if fnmatchcase(function.name, pattern):
                return Decided(key, pattern, value)
    returns = function.returns.declare() if function.returns else ""
    if returns in stub.absent.returns:
        return Decided("absent.returns", returns, stub.absent.returns[returns])
    return Decided("absent.otherwise", "", None)


def answer(stub: Stub, function: Function) -> str | None:
    """Returns the fallback value as the stub writes it, STOP or REASON; "" for a void function that
    returns; None if the stub does not decide."""
    value = decided(stub, function).value
    if function.returns and function.returns.declare() == "void" and not called(value):
        return STOP if value == STOP else ""
    return stub.absent.otherwise if value is None else value


def is_answer(stub: Stub, function: Function) -> bool:
    """Returns whether a fallback value is an answer, returned if the library is not installed."""
    if stub.absent.answers is None:
        return is_assumed(function.name, answer(stub, function) or "")
    return decided(stub, function).key == "absent.answers"


def assumed(stub: Stub) -> str:
    """Returns the line about values that count as answers although the stub does not say so."""
    names = [each.name for each in stub.functions if is_answer(stub, each)]
    return assumed_line(stub.path, names if stub.absent.answers is None else [])


def typed(stub: Stub, function: Function) -> list[str]:
    """Returns the types that the generated C must define: those of code that returns or writes a
    fallback value. A trampoline needs none."""
    if not stub.absent.otherwise:
        return function.types()
    value = answer(stub, function)
    if called(value):
        return []
    if function.name in stub.absent.out:
        return function.types()
    if value == REASON:
        return [base for base in function.types() if not base.startswith(ENUM)]
    if not function.returns or function.returns.pointers or value in ("", STOP):
        return []
    return [function.returns.base]
