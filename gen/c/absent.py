"""Renders what calls do when a library is absent: typed functions, each for all of its type.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from dataclasses import replace

from gen.stub.absent import REASON, STOP, answer
from gen.stub.declaration import Function, Type
from gen.stub.stub import Stub
from gen.stub.symbols import Library


def out_params(stub: Stub, function: Function) -> tuple[list[str], int]:
    """The statements that write the out-parameters, and the last parameter that they use."""
    row = dict(stub["absent.out"].get(function.name, {}))
    count, lines, last = row.pop("count", 0), [], 0
    for position, content in row.items():
        if content == "in":
            continue
        type_ = function.parameters[int(position) - 1].pointee()
        if content.startswith("{"):
            content = f"({type_.declare()}){content}"
        if count:
            index = function.parameters[count - 1].declare("i")
            lines += [f"for ({index} = 0; a{position} && i < a{count}; i++)",
                      f"    a{position}[i] = {content};"]
        else:
            lines += [f"if (a{position})", f"    *a{position} = {content};"]
        last = max(last, int(position), count)
    return lines, last


def absent(library: Library, function: Function) -> tuple[Function, list[str]]:
    """A function of that type, without parameters that it does not use, and its statements. Of a
    pointer the stub need not know the type."""
    returns, content = function.returns.declare(), answer(library.stub, function)
    lines, last = out_params(library.stub, function)
    if content == REASON:
        lines += [f"const char *reason = lazynccl_last_reason(&lazynccl_library_{library.object});",
                  'return reason ? reason : "";']
    elif content:
        lines.append(f"return {f'({returns})' * content.startswith('{')}{content};")
    result = function.returns
    if result.pointers and result.parameters is None and content != REASON:
        result = Type("void", pointers=(False,))
    return replace(function, returns=result, parameters=function.parameters[:last],
                   variadic=False), lines


def render(library: Library) -> tuple[list[str], list[str], list[int]]:
    """The functions, their addresses (NULL: the call stops), and by slot which of them answers."""
    made, rows, answers = {}, [], []
    for symbol in library.symbols:
        stops = answer(library.stub, symbol.function) == STOP
        function, lines = absent(library, symbol.function) if not stops else (None, [])
        key = (function and function.declare("x"), *lines)
        if key not in made:
            name = f"absent_{library.object}_{len(made)}"
            made[key] = len(made)
            rows.append(("NULL", "") if stops else (f"(lazynccl_symbol){name}", define(
                function.declare(name), lines)))
        answers.append(made[key])
    return [text for _, text in rows if text], [address for address, _ in rows], answers


def define(declaration: str, lines: list[str]) -> str:
    return "\n".join([f"static {declaration}", "{", *(f"    {line}" for line in lines), "}", ""])
