"""Renders the header of `vendor --declare`, which replaces the headers of the libraries.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from graphlib import TopologicalSorter

from gen.stub.declaration import C_WORDS, TYPE_NAME
from gen.stub.stub import Stub
from gen.stub.symbols import libraries
from gen.template import COLUMNS, fold, template

TAGS = ("struct ", "union ")
STRUCT, UNION = "struct", "union"
INCLUDES = ("<stdbool.h>", "<stddef.h>", "<stdint.h>")
MOST = 0x7fffffff  # ISO C allows no larger enum constants; compilers and C++ do
TABLE = "declare.types"


def meanings(stub: Stub) -> dict[str, str]:
    """Returns type → meaning: the C that the type stands for, or the header that defines it."""
    kinds = stub.types
    found = {name: f"struct {tag} *" for name, tag in kinds.handles.items()} | kinds.numbers
    for name, constants in kinds.enums.items():
        rows = [f"{constant} = {value}" for constant, value in constants.items()]
        found[name] = f"enum {{ {', '.join(rows)} }}" if rows else "int"
    return found | stub.declare.types


def names_in(text: str) -> set[str]:
    return {*TYPE_NAME.findall(text)} - C_WORDS


def defined(types: Mapping[str, str]) -> dict[str, str]:
    """Returns "enum X" → the type whose meaning defines that enum."""
    return {meaning.partition(" {")[0]: name for name, meaning in types.items() if " {" in meaning}


def used(meaning: str) -> set[str]:
    """Returns the types that must be declared before a type with this meaning."""
    named = "{" in meaning or meaning.startswith("<") or meaning in (STRUCT, UNION)
    body = "" if named else meaning
    # Outside of a list of parameters, `struct X *` declares struct X.
    return {name for name in names_in(body) if "(" in body or not name.startswith(TAGS)}


def needed(stub: Stub) -> dict[str, str]:
    """Returns type → meaning, for the types that the stub's functions use, also through other
    types. A type that has no row is a struct."""
    known, found = meanings(stub), dict[str, str]()
    enums = defined(known)
    declared = [function for function in stub.functions if function.returns]
    left = {name for function in declared for name in names_in(function.spelled_types())}
    if not declared:
        raise stub.error("--declare: only the names of the functions are known: `describe "
                         "--declare` reads their types from headers", "functions")
    if left - known.keys() and not stub.declare.types:
        raise stub.error("--declare needs [declare.types]: `describe --declare` writes it", TABLE)
    while left:
        name = left.pop()
        name = enums.get(name, name)
        if name not in found:
            found[name] = known.get(name, STRUCT)
            left |= used(found[name])
    return found


def definition(name: str, meaning: str) -> str:
    """Returns the C declaration of one type."""
    if name.startswith(TAGS):
        return f"{name};"
    if name.startswith("enum "):
        text = meaning
    elif meaning in (STRUCT, UNION):
        text = f"typedef {meaning} {name} {name}"
    elif "(*)" in meaning:  # a pointer to a function
        text = f"typedef {meaning.replace('(*)', f'(*{name})', 1)}"
    elif at := re.search(r" ?[([]", meaning if "{" not in meaning else ""):  # array or function
        text = f"typedef {meaning[:at.start()]} {name}{meaning[at.start():].lstrip()}"
    else:
        text = f"typedef {meaning}{'' if meaning.endswith('*') else ' '}{name}"
    if any(int(value) > MOST for value in re.findall(r" = (\d+)", text)):
        text = f"__extension__ {text}"
    return "\n".join(textwrap.wrap(f"{text};", COLUMNS, subsequent_indent="    ",
                                   break_long_words=False, break_on_hyphens=False))


def ordered(types: Mapping[str, str]) -> Iterator[str]:
    """Yields each type after those that its meaning uses."""
    enums = defined(types)
    yield from TopologicalSorter({
        name: {enums.get(word, word) for word in used(types[name])} & types.keys()
        - {name} for name in sorted(types)}).static_order()


def merged(stubs: Sequence[Stub]) -> dict[str, str]:
    """Returns the types of all stubs. Of two rows that define one enum, the first is kept."""
    types: dict[str, str] = {}
    for stub in stubs:
        for name, meaning in needed(stub).items():
            tag = meaning.partition(" {")[0]
            first = defined(types).get(tag, name) if tag != "enum" else name  # with the tag
            same = types.get(first) == meaning or meaning == tag
            if types.setdefault(name, tag if first != name and same else meaning) != meaning and (
                    not same):
                raise stub.error(f"--declare: another stub gives {name} another meaning: vendor "
                                 "the two separately", TABLE, name)
    return types


def header(stubs: Sequence[Stub], banner: str) -> str:
    """Renders lazynccl_declare.h: types in an order that compiles, prototypes and macros."""
    types = merged(stubs)
    functions = {symbol.name: symbol.function for stub in stubs
                 for symbol in libraries(stub)[0].symbols if symbol.function.returns}
    macros = {name: meaning for stub in stubs for name, meaning in stub.declare.macros.items()
              if meaning in functions}
    includes = sorted({*INCLUDES, *(m for m in types.values() if m.startswith("<"))})
    return template("c/declare.h.in").substitute(
        banner=banner, titles=", ".join(stub.title for stub in stubs),
        includes="\n".join(f"#include {name}" for name in includes),
        types="\n".join(definition(name, types[name]) for name in ordered(types)
                        if not types[name].startswith("<")),
        macros="\n".join(f"#define {name} {meaning}" for name, meaning in macros.items()),
        functions="\n".join(fold(function.prototype(name).replace("_Bool", "bool"))
                            for name, function in functions.items()))
