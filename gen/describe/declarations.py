"""Records what `vendor --declare` needs besides prototypes: the types in them, and the macros that
rename functions. Structs need no row, because a program defines the structs that it uses.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import os
import re
import textwrap
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from clang.cindex import Cursor, CursorKind, Type, TypeKind

from gen.describe.headers import Header
from gen.stub.declaration import C_WORDS, TYPE_NAME, Function
from gen.stub.enum import constants, enum
from gen.stub.stub import DeclareKeys

UNION = "union"
COLUMNS = 100
# A macro that may expand to one name: another name, or a macro with one argument.
RENAMING = re.compile(r" +[A-Za-z_]\w*( ?\(\w+\))? *")


@dataclass
class _Recorder:
    """Collects the rows of [declare.types] for the types that functions use."""
    header: Header

    def __post_init__(self) -> None:
        self.types: dict[str, str] = {}
        self.enums: dict[str, str] = {}  # an enum's file:line:column → its name in further rows

    def add(self, text: str) -> None:
        """Records the types in a piece of C."""
        for name in sorted({*TYPE_NAME.findall(text)} - C_WORDS - self.types.keys()):
            cursor = self.header.types.get(name)
            if name == "bool":
                self.types[name] = "<stdbool.h>"  # the header that defines bool in C
            elif cursor and name not in self.types:
                self.record(name, cursor)

    def record(self, name: str, cursor: Cursor) -> None:
        """Records the row of a type, if it needs one, and of the types that it is made of."""
        self.types[name] = ""  # so that a type may refer to itself
        meaning = ""
        if cursor.kind == CursorKind.TYPEDEF_DECL:
            system = self.system_header(cursor)
            meaning = f"<{system}>" if system else self.meaning(
                name, cursor.underlying_typedef_type)
        elif cursor.kind == CursorKind.ENUM_DECL:
            meaning = self.definition(name, cursor)
        if meaning:
            self.types[name] = meaning
        else:
            del self.types[name]

    def meaning(self, name: str, type_: Type) -> str:
        if type_.get_canonical().kind == TypeKind.RECORD:
            kind = type_.get_canonical().get_declaration().kind
            return UNION if kind == CursorKind.UNION_DECL else ""  # structs need no row
        declaration = type_.get_declaration()
        if declaration.kind == CursorKind.ENUM_DECL:
            return self.definition(name, declaration)
        self.add(type_.spelling)
        return str(type_.spelling)

    def definition(self, name: str, declaration: Cursor) -> str:
        """Returns the definition of an enum, or its name if an earlier row defines the enum."""
        tagged = declaration.type.spelling.startswith("enum ")
        spelled = f"enum {declaration.spelling}" if tagged else name
        location = str(declaration.location)
        if location in self.enums:
            return self.enums[location]
        self.enums[location] = spelled
        return enum(declaration.spelling if tagged else "", {
            each.spelling: each.enum_value for each in declaration.get_children()
            if each.kind == CursorKind.ENUM_CONSTANT_DECL})

    def system_header(self, cursor: Cursor) -> str:
        """Returns the public header of the C library that defines a type, or ""."""
        def within(file: str) -> str:
            path = os.path.normpath(file)
            return next((os.path.relpath(path, folder)
                         for folder in map(os.path.normpath, self.header.compiler.system)
                         if path.startswith(folder + os.sep)), "")

        file = cursor.location.file.name if cursor.location.file else ""
        includes: dict[str, str] = {}
        for each in cursor.translation_unit.get_includes():
            includes.setdefault(each.include.name, each.source.name)
        while "bits" in within(file).split(os.sep):  # no public header: take what includes it
            file = includes.get(file, "")
        return within(file)


def renamed(header: Header, source: str, more: str, functions: Collection[str]) -> dict[str, str]:
    """Returns the macros that expand to the name of another function."""
    names = sorted({name for _, name, meaning in header.compiler.macros(source, more)
                    if RENAMING.fullmatch(meaning)})
    expanded = header.compiler.preprocessed(  # after each quoted name, what the name expands to
        source + "".join(f'\n"lazynccl" "{name}" {name}' for name in names), more)
    found = re.findall(r'^"lazynccl" "(\w+)" (\w+)$', expanded, re.MULTILINE)
    return {name: meaning for name, meaning in found if meaning != name and meaning in functions}


def listed(names: list[str]) -> list[str]:
    """Returns the lines of the row `varying` in [declare]; none if there are no names."""
    row = f"varying = {json.dumps(names)}"
    return textwrap.wrap(row, COLUMNS, subsequent_indent="    ") if names else []


def lines(rows: Mapping[str, str]) -> list[str]:
    """Returns the rows of a stub's table. Definitions of enums are wrapped."""
    found = []
    for name, meaning in rows.items():
        key = name if name.isidentifier() else json.dumps(name)
        row = f"{key} = {json.dumps(meaning)}"
        if len(row) > COLUMNS and "{" in meaning:
            wrapped = textwrap.wrap(meaning, COLUMNS - 2, initial_indent="    ",
                                    subsequent_indent="    ", break_on_hyphens=False)
            row = " \\\n".join([f'{key} = """\\', *wrapped]).replace('"""\\ ', '"""', 1) + '"""'
        found += row.split("\n")
    return found


def record(header: Header, source: str, more: str, functions: Iterable[Function]) -> DeclareKeys:
    """Returns the types and macros that these functions need. `source` includes the headers; `more`
    has the macros of the first pass."""
    functions = [function for function in functions if function.returns]
    recorder = _Recorder(header)
    for function in functions:
        recorder.add(function.spelled_types())
    names = {function.name for function in functions}
    return DeclareKeys(types=dict(sorted(recorder.types.items())),
                       macros=renamed(header, source, more, names))


def merged(ours: DeclareKeys, found: DeclareKeys, header: Header, macros: Collection[str],
           newest: bool) -> DeclareKeys:
    """Merges the tables of a stub with those found in a release, whose headers define `macros`. The
    newest release decides; older ones add types that it lacks. Constants that differ, or are macros
    in a release, are left out, because a program may find either release."""
    first, second = (ours, found) if newest else (found, ours)
    types = dict(sorted({**first.types, **second.types}.items()))
    differ = {name for meaning in (*ours.types.values(), *types.values())
              for name, value in constants(meaning).items()
              if header.constants.get(name, None if name in macros else value) != value}
    varying = sorted(differ.union(ours.varying))
    for name, meaning in types.items():
        kept = {n: value for n, value in constants(meaning).items() if n not in varying}
        if kept:
            types[name] = enum(meaning.partition(" {")[0].removeprefix("enum").strip(), kept)
    return replace(second, types=types, varying=varying)
