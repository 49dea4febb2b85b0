"""Renders the fallback functions, which run if a library is absent. All functions whose fallbacks
have the same C share one.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Sequence
from dataclasses import replace

from gen.stub.absent import REASON, STOP, answer, called, is_answer, value_of
from gen.stub.declaration import NUMBERS, Function, Type
from gen.stub.stub import Stub
from gen.stub.symbols import Library

WHY = "lazynccl_absent_reason(&lazynccl_library_{object})"
FLOATS = {"float", "double", "long double"}


def out_params(library: Library, function: Function) -> tuple[list[str], dict[int, Type]]:
    """Returns statements that write the out-parameters, and position → type of those they use."""
    out = library.stub.absent.written(function.name)
    lines: list[str] = []
    used: dict[int, Type] = {}
    for position, content in out.values.items():
        if content == "in":  # not written
            continue
        type_ = function.parameters[position - 1]
        if content == "NULL":
            type_ = Type("void", False, (False, False))
        used[position] = type_
        if content == REASON:
            lines.append(f"const char *reason = {WHY.format(object=library.object)};")
            content = "reason"
            if out.count:
                lines += text_into(f"a{position}", f"a{out.count}")
                used[out.count] = function.parameters[out.count - 1]
                continue
        elif content.startswith("{"):
            content = f"({type_.pointee().declare()}){content}"
        if out.count:
            counter = used[out.count] = function.parameters[out.count - 1]
            lines += [f"for ({counter.declare('i')} = 0; a{position} && i < a{out.count}; i++)",
                      f"    a{position}[i] = {content};"]
        else:
            lines += [f"if (a{position})", f"    *a{position} = {content};"]
    return lines, used


def text_into(buffer: str, size: str) -> list[str]:
    """Returns the statements that copy the reason, truncated to the size of the buffer."""
    return ["size_t i = 0;", f"for (; {buffer} && i + 1 < {size} && reason[i]; i++)",
            f"    {buffer}[i] = reason[i];",
            f"if ({buffer} && {size})", f"    {buffer}[i] = '\\0';"]


def absent(library: Library, function: Function) -> tuple[Function, list[str]]:
    """Returns the declaration and the statements of a function's fallback. The declaration has only
    the parameters that the statements use. It returns `void *` for any pointer, and intptr_t for
    integers of functions that are known only by name."""
    content, errno = value_of(answer(library.stub, function) or "")
    if not function.returns:
        pointers = (False,) if content in ("NULL", REASON) else ()
        base = "void" if pointers else "intptr_t"
        function = replace(function, returns=Type(base, False, pointers))
    returns = function.returned.declare()
    lines, used = out_params(library, function)
    if errno:
        lines.append(f"errno = {errno};")
    if content == REASON:
        lines.append(f"return {WHY.format(object=library.object)};")
    elif content:
        cast = f"({returns})" if content.startswith("{") else ""
        lines.append(f"return {cast}{content};")
    result = function.returned
    if content == REASON:
        result = Type("char", True, (False,))
    elif result.pointers and result.parameters is None:
        result = Type("void", pointers=(False,))
    parameters = [used.get(i) or passed_like(library.stub, function.parameters[i - 1])
                  for i in range(1, max(used, default=0) + 1)]
    return replace(function, returns=result, parameters=tuple(parameters), variadic=False), lines


def passed_like(stub: Stub, type_: Type) -> Type:
    """Returns uintptr_t for pointers and integers, which are all passed in the same way, so that
    more functions share a fallback. Returns any other type unchanged."""
    base = stub.types.numbers.get(type_.base, type_.base)
    word = stub.types.kinds.get(base) in ("handles", "enums") or base in NUMBERS - FLOATS
    pointer = type_.pointers or type_.text or type_.parameters is not None
    return Type("uintptr_t") if word or pointer else type_


def is_text(function: Function, stub: Stub) -> bool:
    """Returns whether a function returns or writes the reason if it is absent."""
    return answer(stub, function) == REASON or REASON in (
        stub.absent.written(function.name).values.values())


def rank(stub: Stub, function: Function) -> int:
    """Returns the order of a function's fallback: 0 for texts, 1 for answers, 2 for others."""
    if is_text(function, stub):
        return 0
    return 1 if is_answer(stub, function) else 2


def counts(library: Library, rows: Sequence[int]) -> tuple[int, int]:
    """Returns how many fallbacks return the reason, and how many are answers."""
    ranks = {row: rank(library.stub, symbol.function) for row, symbol in zip(rows, library.symbols)}
    found = [*ranks.values()]
    return found.count(0), found.count(1)


def render(library: Library) -> tuple[list[str], list[str], list[int]]:
    """Returns the fallback functions, their addresses in order of rank (NULL: the call stops the
    program), and for each slot the index of its address."""
    made: dict[tuple[str, ...], int] = {}
    addresses: list[str] = []
    texts: list[str] = []
    answers = [0] * len(library.symbols)
    stub = library.stub
    for slot, symbol in sorted(enumerate(library.symbols),
                               key=lambda each: rank(stub, each[1].function)):
        key: tuple[str, ...] = (STOP,)
        text, address = "", "NULL"
        own = called(answer(stub, symbol.function))
        if own:
            key, address = ("call", own), f"(lazynccl_function){own}"
            text = f"extern void {own}(void); /* of the program */\n"
        elif answer(stub, symbol.function) != STOP:
            function, lines = absent(library, symbol.function)
            name = f"absent_{library.object}_{len(made)}"
            key = (function.declare("x"), *lines, *["answer"] * (rank(stub, symbol.function) == 1))
            text, address = define(function.declare(name), lines), f"(lazynccl_function){name}"
        if key not in made:
            made[key] = len(made)
            addresses.append(address)
            texts += [text] if text else []
        answers[slot] = made[key]
    return texts, addresses, answers


def define(declaration: str, lines: list[str]) -> str:
    return "\n".join([f"static {declaration}", "{", *(f"    {line}" for line in lines), "}", ""])
