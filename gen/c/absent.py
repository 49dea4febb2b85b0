"""Renders what calls do when a library is absent: typed functions, each for all of its type.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from dataclasses import replace

from gen.stub.declaration import Function
from gen.stub.stub import Stub
from gen.stub.symbols import Library
from gen.template import template

REASON = "reason"


def value(stub: Stub, function: Function) -> str | None:
    """What an absent call returns; None if it returns nothing."""
    returns = function.returns.declare()
    return stub["absent.functions"].get(function.name, stub["absent.returns"].get(returns))


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
    """A function of that type, without parameters that it does not use, and its statements."""
    returns, content = function.returns.declare(), value(library.stub, function)
    lines, last = out_params(library.stub, function)
    if content == REASON:
        lines += [f"const char *reason = lazynccl_last_reason(&lazynccl_library_{library.object});",
                  'return reason ? reason : "";']
    elif returns != "void":
        lines.append(f"return {f'({returns})' * content.startswith('{')}{content};")
    return replace(function, parameters=function.parameters[:last]), lines


def render(library: Library) -> tuple[list[str], list[str], list[int]]:
    """The functions, their names, and by slot which of them answers."""
    made, names, answers = {}, [], []
    for symbol in library.symbols:
        function, lines = absent(library, symbol.function)
        key = (function.declare("x"), *lines)
        if key not in made:
            names.append(f"absent_{library.object}_{len(made)}")
            made[key] = len(made), template("c/absent.c.in").substitute(
                declaration=function.declare(names[-1]),
                body="".join(f"    {line}\n" for line in lines))
        answers.append(made[key][0])
    return [text for _, text in made.values()], names, answers
