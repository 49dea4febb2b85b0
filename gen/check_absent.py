"""Refuses stubs that leave open, or say wrongly, what a call answers when its library is absent.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re

from check_types import Found
from declaration import Type
from stub import Stub


def fits(stub: Stub, type_: Type, value: str) -> bool:
    """Can a result of this type be this text?"""
    kind = stub.types.get(type_.base)
    if type_.pointers or kind == "handles":
        return value == "NULL" or type_.declare() == "const char *" and value == '""'
    if kind == "enums":
        return value in stub["types.enums"][type_.base]
    if kind == "structs":
        return bool(re.fullmatch(r"\{-?\d+(, -?\d+)*\}", value))
    return kind != "opaque" and bool(re.fullmatch(r"-?\d+|U?INT\d+_MAX", value))


def returns(stub: Stub) -> Found:
    """What absent functions return."""
    asked = stub.function(stub["version.function"])
    errors = asked.returns.base if asked else None
    values = stub["absent.returns"] | {}
    for function in stub.functions:
        type_ = function.returns.declare()
        values.pop(type_, None)
        if type_ == "void" or function.name in stub["absent.functions"]:
            continue
        if type_ not in stub["absent.returns"]:
            yield function.line, f"[absent.returns] does not say what an absent {type_} is"
    for type_ in values:
        yield stub.line("absent.returns", type_), f"no function returns {type_}"
    rows = [("absent.returns", f.returns.declare(), f) for f in stub.functions]
    rows += [("absent.functions", f.name, f) for f in stub.functions]
    seen = set()
    for key, row, function in rows:
        value, type_ = stub[key].get(row), function.returns
        if value is None or (key, row) in seen:
            continue
        seen.add((key, row))
        if value == "reason":
            if type_.declare() != "const char *":
                yield stub.line(key, row), "only a const char * can be the reason"
        elif not fits(stub, type_, value):
            yield stub.line(key, row), f"{value!r} is no {type_.declare()}"
        elif type_.base == errors and not stub["types.enums"].get(errors, {}).get(value):
            yield stub.line(key, row), f"{value} reads as success"


def outs(stub: Stub) -> Found:
    """What absent functions leave where the caller looks for results."""
    opaque = {"void", "char", *stub["types.opaque"]}
    for function in stub.functions:
        row = dict(stub["absent.out"].get(function.name, {}))
        line, count = stub.line("absent.out", function.name), row.pop("count", None)
        writable = {str(i): t.pointee() for i, t in enumerate(function.parameters, 1)
                    if t.writable() and (len(t.pointers) > 1 or t.base not in opaque)}
        if count is not None:
            at = function.parameters[count - 1:count] if count > 0 else ()
            if not at or at[0].pointers or not fits(stub, at[0], "0"):
                yield line, f"{function.name}: count must be the position of an integer"
        for position, value in row.items():
            if position not in writable:
                yield line, f"{function.name}: parameter {position} is no pointer to a result"
            elif value != "in" and not fits(stub, writable[position], value):
                yield line, (f"{function.name}: {value!r} is no "
                             f"{writable[position].declare()}")
        for position in sorted(writable.keys() - row.keys()):
            yield function.line, (f"{function.name}: what parameter {position} is after an absent "
                                  'call, or "in", must stand in [absent.out]')


RULES = (returns, outs)
