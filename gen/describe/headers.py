"""Reads declarations of functions and data in headers with libclang.

libclang turns an unknown type into int and continues, so any error is fatal here.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from clang.cindex import (
    Cursor,
    CursorKind,
    Diagnostic,
    Index,
    LinkageKind,
    TranslationUnit,
    TypeKind,
    conf,
)

from gen.describe.compiler import VECTORS, Compiler
from gen.stub.declaration import TYPE_NAME, Function
from gen.stub.reader import read_function
from gen.stub.toml import StubError
from gen.write import InputError

MAIN = "headers.c"
WRAPPERS = (CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL)


class Unreadable(StubError):
    """A header that does not compile."""


@dataclass(frozen=True)
class Declared:
    function: Function
    cursor: Cursor
    where: str      # file:line


@dataclass(frozen=True)
class Header:
    compiler: Compiler
    functions: dict[str, Declared] = field(default_factory=dict)  # the wanted ones, by symbol
    others: dict[str, str] = field(default_factory=dict)          # functions not wanted → file:line
    data: dict[str, str] = field(default_factory=dict)            # symbol → file:line
    constants: dict[str, int] = field(default_factory=dict)       # the constants of enums
    tags: set[str] = field(default_factory=set)                   # tags of structs, unions, enums
    typedefs: dict[str, str] = field(default_factory=dict)        # "struct toyBox" → toyBox_t
    types: dict[str, Cursor] = field(default_factory=dict)        # toyBox_t, "struct toyBox", ...


def parse(source: str, compiler: Compiler, more: str = "") -> TranslationUnit:
    """Parses C that includes the headers. `more` contains macros to define."""
    unit = Index.create().parse(MAIN, compiler.clang(more), [(MAIN, source)],
                                TranslationUnit.PARSE_SKIP_FUNCTION_BODIES)
    for found in unit.diagnostics:
        if found.severity >= Diagnostic.Error and not found.location.file:
            raise InputError(f"-D or --pass: {found.spelling}")
        if found.severity >= Diagnostic.Error:
            raise Unreadable(found.location.file, found.location.line, found.spelling)
    return unit


def include(headers: list[str]) -> str:
    return VECTORS + "".join(f'#include "{header}"\n' for header in headers)


def read(unit: TranslationUnit, wanted: Callable[[str, Cursor], bool], into: Header) -> None:
    """Adds the declarations of a unit. `wanted` selects functions by symbol and cursor."""
    for cursor in unwrapped(unit.cursor):
        kind = cursor.kind
        if kind == CursorKind.FUNCTION_DECL:
            symbol = cursor.mangled_name
            if symbol in into.functions or not is_external(cursor, symbol):
                continue
            if wanted(symbol, cursor):
                function = declaration(cursor, symbol, into.typedefs)
                into.functions[symbol] = Declared(function, cursor, where(cursor))
            else:
                into.others.setdefault(symbol, where(cursor))
        elif kind == CursorKind.VAR_DECL:
            into.data.setdefault(cursor.mangled_name, where(cursor))
        elif kind == CursorKind.TYPEDEF_DECL:
            into.types.setdefault(cursor.spelling, cursor)
            meaning = cursor.underlying_typedef_type.get_canonical()
            if meaning.kind in (TypeKind.RECORD, TypeKind.ENUM):
                into.typedefs.setdefault(meaning.spelling, cursor.spelling)
        elif kind in (CursorKind.STRUCT_DECL, CursorKind.UNION_DECL, CursorKind.ENUM_DECL):
            into.tags.add(cursor.spelling)
            into.types.setdefault(cursor.type.spelling, cursor)
        if kind == CursorKind.ENUM_DECL:
            into.constants.update((child.spelling, child.enum_value)
                                  for child in cursor.get_children()
                                  if child.kind == CursorKind.ENUM_CONSTANT_DECL)


def inline_users(source: str, compiler: Compiler, more: str,
                 variables: Collection[str]) -> Iterator[str]:
    """Yields the inline functions that use one of these variables."""
    unit = Index.create().parse(MAIN, compiler.clang(more), [(MAIN, source)])
    for function in unwrapped(unit.cursor):
        if function.kind == CursorKind.FUNCTION_DECL and function.is_definition() and any(
                each.kind == CursorKind.DECL_REF_EXPR and each.spelling in variables
                for each in function.walk_preorder()):
            yield function.spelling


def unwrapped(cursor: Cursor) -> Iterator[Cursor]:
    for child in cursor.get_children():
        if child.kind in WRAPPERS:
            yield from unwrapped(child)
        else:
            yield child


def is_external(cursor: Cursor, symbol: str) -> bool:
    """Returns whether a library may export a function: it is not static, inline or overloaded."""
    return (cursor.linkage == LinkageKind.EXTERNAL and not symbol.startswith("_Z")
            and not conf.lib.clang_Cursor_isFunctionInlined(cursor))


def where(cursor: Cursor) -> str:
    location = cursor.location
    return f"{os.path.normpath(location.file.name)}:{location.line}" if location.file else MAIN


def named(text: str, typedefs: dict[str, str]) -> str:
    """Replaces the tags of types by their typedefs."""
    return TYPE_NAME.sub(lambda found: typedefs.get(found[0], found[0]), text)


def declaration(cursor: Cursor, symbol: str, typedefs: dict[str, str]) -> Function:
    """Returns a declaration as in stubs, or only the name if stubs cannot express its types."""
    result, whole = cursor.result_type.spelling, cursor.type.spelling
    arguments = whole.removeprefix(result).strip()
    result, arguments = (named(text, typedefs) for text in (result, arguments))
    if arguments == "()":
        arguments = "(void)"
    arguments = arguments.replace("struct __va_list_tag *", "va_list")
    space = "" if result.endswith("*") else " "
    try:
        return read_function(f"{result}{space}{symbol}{arguments};")
    except ValueError:
        return Function(symbol, None, ())
