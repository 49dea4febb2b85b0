"""Renders one library: its trampolines, and what they do when it is absent.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.c.description import answer, description, note, table, version
from gen.stub.declaration import Function
from gen.stub.stub import Stub
from gen.stub.symbols import Library, Symbol
from gen.stub.types import types
from gen.template import fold, template


def out_params(stub: Stub, function: Function) -> list[str]:
    """What an absent call writes through its out-parameters."""
    row = dict(stub["absent.out"].get(function.name, {}))
    count, lines = row.pop("count", None), []
    for position, value in row.items():
        if value == "in":
            continue
        type_ = function.parameters[int(position) - 1].pointee()
        if value.startswith("{"):
            value = f"({type_.declare()}){value}"
        if count:
            index = function.parameters[count - 1].declare("i")
            lines += [f"for ({index} = 0; a{position} && i < a{count}; i++)",
                      f"    a{position}[i] = {value};"]
        else:
            lines += [f"if (a{position})", f"    *a{position} = {value};"]
    return lines


def trampoline(library: Library, symbol: Symbol, index: int) -> str:
    stub, function, returns = library.stub, symbol.function, symbol.function.returns.declare()
    value = stub["absent.functions"].get(function.name, stub["absent.returns"].get(returns))
    lines, kind = out_params(stub, function), "function"
    reason = f"lazynccl_last_reason(&lazynccl_library_{library.object})"
    if returns == "void":
        kind = "void"
        lines = ["else {", *("    " + line for line in lines), "}"] if lines else []
    elif value == "reason":
        kind = "reason"
        if [p.declare() for p in function.parameters] == [stub.result]:
            reason = f"a1 == {stub['absent.returns'][stub.result]} ? {reason} : NULL"
    else:
        lines.append(f"return {f'({returns})' * value.startswith('{')}{value};")
    return template(f"c/{kind}.c.in").substitute(
        public=function.declare(symbol.name), object=library.object, name=symbol.name, index=index,
        first=function.declare("first_" + symbol.name),
        arguments=function.arguments(), reason=reason,
        absent="".join(f"\n    {line}" for line in lines))


def render(library: Library, known: frozenset[str] = frozenset()) -> str:
    """The library's C; types in `known` are already defined in the same file."""
    stub, symbols = library.stub, library.symbols
    objects = sorted({stub["name"], library.object})
    slot, answers = answer(library)
    removed = table(library, "removed", library.removed()) if library.removed() else ""
    version_ = version(library)
    rendered = template("c/library.c.in").substitute(
        name=stub["name"], title=stub["title"], object=library.object,
        which=f" {library.family}: the names with its suffixes" if library.family else "",
        objects="\n".join(
            f"LAZYNCCL_INTERNAL extern lazynccl_library lazynccl_library_{o};" for o in objects),
        note=note(library), types="\n".join(t for n, t in types(stub).items() if n not in known),
        prototypes="\n".join(f"LAZYNCCL_PUBLIC {s.function.declare(s.name)};" for s in symbols),
        slots="\n".join(f"    __typeof__({s.name}) *{s.name};" for s in symbols),
        functions="\n".join(trampoline(library, s, i) for i, s in enumerate(symbols)),
        initial="\n".join(f"    .{s.name} = first_{s.name}," for s in symbols),
        names="\n".join(f'    "{s.name}\\0"' for s in symbols),
        added=table(library, "added", library.runs()),
        removed=removed and f"\n{removed}\n", version=version_, asked=f"version_{library.object}" if version_ else "NULL",
        answer=answers,
        answered=f"\n    .answered = {slot},\n    .answer = (lazynccl_symbol)version_from_suffix_{library.object}," if answers else "",
        description=description(library),
        accessor="" if library.family else template("c/accessor.c.in").substitute(stub.values))
    return "\n".join(map(fold, rendered.split("\n")))
