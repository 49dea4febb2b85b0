"""Renders one library: its trampolines, what they do when it is absent, its description.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import os
from string import Template

from declaration import Function
from stub import Stub
from symbols import Library, Symbol

COLUMNS = 100


def template(name: str) -> Template:
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return Template(file.read())


def fold(text: str) -> str:
    """Breaks a line that is too long, below its list's first item."""
    lines, indent = [], 1 + (text.find("{") if "{" in text else text.find("("))
    while len(text) > COLUMNS:
        at = text.rindex(", ", 0, COLUMNS) + 1
        lines.append(text[:at])
        text = " " * indent + text[at + 1:]
    return "\n".join([*lines, text])


def quote(text: str | None) -> str:
    return "NULL" if text is None else json.dumps(text)


def quotes(texts: list[str]) -> str:
    return f"(const char *const[]){{{', '.join([*map(quote, texts), 'NULL'])}}}"


def result(stub: Stub) -> str:
    """The type of the library's error codes."""
    return next(f.returns.base for f in stub.functions if f.name == stub["version.function"])


def types(stub: Stub) -> str:
    lines = [f"typedef struct {tag} *{name};" for name, tag in stub["types.handles"].items()]
    lines += [f"typedef struct {name} {name};" for name in stub["types.opaque"]]
    for name, constants in stub["types.enums"].items():
        rows = [f"{constant} = {value}" for constant, value in constants.items()]
        lines.append(f"typedef enum {{ {', '.join(rows or [name + '_any'])} }} {name};")
    lines += [f"typedef {base} {name};" for name, base in stub["types.integers"].items()]
    for name, members in stub["types.structs"].items():
        lines += ["typedef struct {", *(f"    {member};" for member in members), f"}} {name};"]
    return "\n".join(lines)


def outs(stub: Stub, function: Function) -> list[str]:
    """What an absent call leaves where the caller looks for results."""
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


def trampoline(stub: Stub, symbol: Symbol, index: int) -> str:
    function, returns = symbol.function, symbol.function.returns.declare()
    value = stub["absent.functions"].get(function.name, stub["absent.returns"].get(returns))
    lines, kind = outs(stub, function), "function.c.in"
    reason = "lazynccl_last_reason(&library)"
    if returns == "void":
        kind = "void.c.in"
        lines = ["else {", *("    " + line for line in lines), "}"] if lines else []
    elif value == "reason":
        kind = "reason.c.in"
        if [p.declare() for p in function.parameters] == [result(stub)]:
            reason = "lazynccl_reason(&library, a1)"
    else:
        lines.append(f"return {f'({returns})' * value.startswith('{')}{value};")
    return template(kind).substitute(
        public=fold(function.declare(symbol.name)), name=symbol.name, index=index,
        first=fold("static " + function.declare("first_" + symbol.name)),
        arguments=function.arguments(), reason=reason,
        absent="".join(f"\n    {line}" for line in lines))


def version(stub: Stub) -> str:
    ask = next(f for f in stub.functions if f.name == stub["version.function"])
    numbers = [f"a{i}" for i in range(1, len(ask.parameters) + 1)]
    return template("version.c.in").substitute(
        type=ask.parameters[0].pointee().declare(), pointer=ask.pointer().declare(),
        variables=", ".join(f"{n} = 0" for n in numbers),
        arguments=", ".join(f"&{n}" for n in numbers),
        number="a1 * 10000 + a2 * 100" if len(numbers) == 2 else "a1")


def answer(library: Library) -> tuple[int, str]:
    """The slot whose function older libraries lack but whose answer is known, and the answer."""
    stub = library.stub
    for index, symbol in enumerate(library.symbols):
        if symbol.name == stub["symbols.version_from_suffix"]:
            success = next(c for c, v in stub["types.enums"][result(stub)].items() if v == 0)
            declaration = symbol.function.declare("version_from_suffix")
            return index, template("answer.c.in").substitute(declaration=declaration,
                                                             success=success)
    return 0, ""


def note(library: Library) -> str:
    """What the UAPI's specification of dlopen metadata asks for."""
    stub = library.stub
    return json.dumps([{"soname": library.sonames, "feature": stub["name"],
                        "description": f"{stub['title']}, opened at its first call",
                        "priority": "recommended"}], separators=(",", ":"))


def description(library: Library) -> str:
    stub, enums = library.stub, library.stub["types.enums"]
    companion, suffixed = stub["companion"], stub["symbols.suffixed"]
    rows = {
        "name": quote(stub["name"]), "title": quote(stub["title"]),
        "sonames": quotes(library.sonames), "wheels": quotes(stub["wheels"]),
        "roots": quotes(stub["roots"]), "packages": quotes(stub["packages"]),
        "companion": quote(companion and companion.format(major="%d", minor="%d")),
        "partner": quote(stub["partner"]),
        "partner_order": {None: 0, "must not be newer": -1, "must not be older": 1}[
            stub["partner_rule"]],
        "cuda_named": int(stub["cuda_named"]),
        "version_function": quote(stub["version.function"]), "version": "version",
        "version_text": quote(stub["version.text"]),
        "symbols": "symbols", "count": len(library.symbols),
        "added": "added", "added_count": len(library.runs()),
        "removed": "removed" if library.removed() else "NULL",
        "removed_count": len(library.removed()), "slots": "&slot",
        "suffixed": quote(suffixed and suffixed.format(name="%s", major="%d", minor="%d")),
        "highest_minor": library.highest_minor, "family": library.family,
        "answered": answer(library)[0],
        "answer": "(lazynccl_symbol)version_from_suffix" if answer(library)[1] else "NULL",
        "absent_code": stub["absent.returns"][result(stub)],
    }
    return "\n".join(fold(f"    .{key} = {value},") for key, value in rows.items())


def render(library: Library) -> str:
    stub, symbols = library.stub, library.symbols
    text, root = note(library), f"lazynccl_library_{stub['name']}"
    removed = [f"    {{{version.number()}, {index}}}," for version, index in library.removed()]
    return template("library.c.in").substitute(
        name=stub["name"], title=stub["title"], object=library.object,
        root="library" if not library.family else root,
        which=f" {library.family}: the names with its suffixes" if library.family else "",
        note=json.dumps(text).replace(',\\"', ',"\n              "\\"'), note_size=len(text) + 1, types=types(stub),
        prototypes="\n".join(fold(f"LAZYNCCL_PUBLIC {s.function.declare(s.name)};")
                             for s in symbols),
        slots="\n".join(f"    __typeof__({s.name}) *{s.name};" for s in symbols),
        functions="\n".join(trampoline(stub, s, i) for i, s in enumerate(symbols)),
        initial="\n".join(f"    .{s.name} = first_{s.name}," for s in symbols),
        names="\n".join(f'    "{s.name}\\0"' for s in symbols),
        version=version(stub), answer=answer(library)[1],
        added="\n".join(f"    {{{v.number()}, {index}}}," for v, index in library.runs()),
        removed="\n".join(["\nstatic const struct lazynccl_removed removed[] = {",
                           *removed, "};\n"]) if removed else "",
        description=description(library),
        other=f"\nLAZYNCCL_INTERNAL extern lazynccl_library {root};" if library.family else "",
        accessor="" if library.family else template("accessor.c.in").substitute(
            name=stub["name"]))
