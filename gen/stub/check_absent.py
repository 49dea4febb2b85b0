"""Checks that a stub decides, with a valid value, what each call does if the library is absent.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Mapping

from gen.stub.absent import REASON, STOP, WORD, answer, called, decided, value_of
from gen.stub.declaration import Function, Type
from gen.stub.stub import Found, Out, Stub


def fits(stub: Stub, type_: Type, value: str) -> bool:
    """Returns whether the text is a value of the type."""
    kind = stub.types.kinds.get(type_.base)
    if type_.pointers or kind == "handles":
        return value == "NULL" or (type_.declare() == "const char *" and value == '""')
    if kind == "enums":
        return value in stub.types.enums[type_.base]
    if kind == "structs":
        return bool(re.fullmatch(r"\{[\d{}, -]+\}", value))
    return kind != "opaque" and bool(re.fullmatch(r"-?\d+|U?INT\d+_MAX", value))


def returns(stub: Stub) -> Found:
    """Checks the fallback values of functions."""
    for function in stub.functions:
        key, row, _ = decided(stub, function)
        value, type_, line = answer(stub, function), function.returns, stub.line(key, row)
        if value is None:
            yield function.line, (f"[absent.returns] has no value for {type_.declare()}" if type_
                                  else f"{function.name} has no declaration: add a row "
                                       f'{function.name} = "{STOP}" to [absent.functions]')
        elif value in ("", STOP) or called(value):
            continue
        elif not type_:
            if value != REASON and not WORD.fullmatch(value_of(value).text):
                yield line, (f"{row}: {function.name} has no declaration, so the value must be an "
                             f'integer, NULL, "{REASON}" or "{STOP}"')
        elif value == REASON and type_.declare() not in ("const char *", "char *"):
            yield line, f'{row}: "{REASON}" is only for functions that return a text'
        elif value != REASON:
            yield from unfit(stub, type_, value_of(value).text, line, row,
                             tells_reason(stub, function))


def uses(stub: Stub) -> Found:
    """Checks that each row decides a function."""
    used = {decided(stub, function)[:2] for function in stub.functions}
    for key, table in (("absent.answers", stub.absent.answers or {}),
                       ("absent.names", stub.absent.names)):
        for pattern in table:
            if (key, pattern) not in used:
                yield stub.line(key, pattern), f"{pattern} decides no function: remove it"
    returned = {f.returns.declare() for f in stub.functions if f.returns}
    for row in stub.absent.returns.keys() - returned:
        yield stub.line("absent.returns", row), f"no function returns {row}: remove the row"


def rows(stub: Stub) -> Found:
    """Checks that `otherwise` is "stop" if it is given, and that each answer is a value."""
    if stub.absent.otherwise not in (None, STOP):
        yield stub.line("absent.otherwise"), f'otherwise must be "{STOP}"'
    for row, value in (stub.absent.answers or {}).items():
        if value in (STOP, REASON) or called(value):
            yield stub.line("absent.answers", row), f'{row}: "{value}" is not an answer'


def answers(stub: Stub) -> Found:
    """Checks that functions that write the reason have no answer."""
    for function in stub.functions:
        key, row, _ = decided(stub, function)
        if key == "absent.answers" and tells_reason(stub, function):
            yield stub.line(key, row), f"{function.name} writes the reason, so it has no answer"


def tells_reason(stub: Stub, function: Function) -> bool:
    """Returns whether an absent call writes the reason into a buffer. Such a call has done its job,
    so that it may return success."""
    return REASON in stub.absent.written(function.name).values.values()


def unfit(stub: Stub, type_: Type, value: str, line: int, row: str, told: bool = False) -> Found:
    if not fits(stub, type_, value):
        yield line, f"{row}: {value} is not of type {type_.declare()}"
    elif type_.declare() == stub.result and not told and not (
            stub.types.enums[stub.result][value]):
        yield line, f"{row}: {value} means success: give an error code"


def out_params(stub: Stub) -> Found:
    """Checks what absent calls write through their out-parameters."""
    opaque = {"void", "char", *stub.types.opaque}
    for function in stub.functions:
        out = stub.absent.written(function.name)
        line = stub.line("absent.out", function.name)
        writable = {i: t.pointee() for i, t in enumerate(function.parameters, 1)
                    if t.writable() and (len(t.pointers) > 1 or t.base not in opaque)}
        if out.count is not None and not is_count(stub, function, out.count):
            yield line, f"{function.name}: count must be the position of an integer parameter"
        yield from written(stub, function, out, writable, line)
        # If the others stop, parameters without a row are not written.
        for position in () if stub.absent.otherwise else sorted(writable.keys() - out.values):
            yield function.line, (f"{function.name}: [absent.out] has no value for parameter "
                                  f'{position}: give the value that an absent call writes, or '
                                  '"in" if the function only reads it')


def is_count(stub: Stub, function: Function, position: int) -> bool:
    at = function.parameters[position - 1:position] if position > 0 else ()
    return bool(at) and not at[0].pointers and fits(stub, at[0], "0")


def written(stub: Stub, function: Function, out: Out, writable: Mapping[int, Type],
            line: int) -> Found:
    """Checks the values of one function's parameters."""
    for position, value in out.values.items():
        at = function.parameters[position - 1:position]
        if value == REASON and out.count and at == (Type("char", pointers=(False,)),):
            continue
        if position not in writable:
            yield line, f"{function.name}: no result can be written to parameter {position}"
        elif value == REASON:
            if writable[position].declare() != "const char *":
                yield line, f'{function.name}: "{REASON}" needs a parameter of type const char **'
        elif value != "in":
            yield from unfit(stub, writable[position], value, line, function.name)


ROWS = (rows,)
USES = (uses,)
FUNCTIONS = (returns, answers, out_params)
