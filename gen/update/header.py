"""Reads the functions that a library's headers declare, with libclang.

All headers are read as C++17: nccl_device.h is only C++, `()` then means what its author meant, and
a function of C linkage is the same in both languages. libclang turns an unknown type into int and
goes on, so any error is fatal here.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import shlex
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gen.stub.declaration import Function
from gen.stub.stub import StubError

try:
    from clang.cindex import CursorKind, Diagnostic, Index, TranslationUnit, TypeKind, conf
except ModuleNotFoundError:
    raise SystemExit("import: libclang for Python is missing: run ./dev setup") from None
from gen.update.clang_type import named, shape

STAND_INS = Path(__file__).parent / "include"  # for CUDA's own headers, which are in no wheel
MAIN = "headers.cc"
OPTIONS = (TranslationUnit.PARSE_SKIP_FUNCTION_BODIES
           | TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)


@dataclass(frozen=True)
class Declared:
    function: Function
    shape: tuple  # its types as the machine sees them
    where: str    # file:line


@dataclass(frozen=True)
class Header:
    functions: dict[str, Declared]
    types: dict[str, tuple]     # a stub's row for each type they use: ("handles", "ncclComm")
    constants: dict[str, int]   # of enums
    macros: dict[str, str]      # name → file:line; a macro may hide the function of the same name


@cache
def system_folders() -> tuple[str, ...]:
    """Where the machine's compiler finds the standard headers: libclang has none."""
    command = [*shlex.split(os.environ.get("CXX") or "c++"), "-E", "-v", "-x", "c++", os.devnull]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True,
                              env=os.environ | {"LC_ALL": "C"})
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"import: needs a C++ compiler for its headers: {error}") from None
    listed = done.stderr.partition("#include <...> search starts here:\n")[2]
    return tuple(listed.partition("End of search list.")[0].split())


def parse(source: str, folders: list[Path]) -> TranslationUnit:
    arguments = ["-x", "c++", "-std=c++17", "-nostdinc", "-nostdinc++"]
    arguments += [f"-I{folder}" for folder in folders]
    arguments += [f"-isystem{folder}" for folder in (STAND_INS, *system_folders())]
    unit = Index.create().parse(MAIN, arguments, [(MAIN, source)], OPTIONS)
    for found in unit.diagnostics:
        if found.severity >= Diagnostic.Error:
            raise StubError(found.location.file, found.location.line, found.spelling)
    return unit


def read(headers: list[str], folder: Path) -> Header:
    """What the headers in a folder declare, with what they include from folders of their names."""
    unit = parse("".join(f"#include <{name}>\n" for name in headers), [folder])
    mine = {*headers, *(name.removesuffix(".h") for name in headers)}

    def ours(cursor):
        file = cursor.location.file
        path = Path(os.path.normpath(file.name)) if file else Path()
        return path.is_relative_to(folder) and path.relative_to(folder).parts[0] in mine

    return collect(unit, ours)


def read_text(declarations: str) -> Header:
    """What a piece of C declares."""
    text = f'#include <stddef.h>\n#include <stdint.h>\nextern "C" {{\n{declarations}\n}}\n'
    return collect(parse(text, []), lambda c: c.location.file and c.location.file.name == MAIN)


def collect(unit, ours) -> Header:
    cursors = [c for c in unwrapped(unit.cursor) if ours(c)]
    names = {}  # struct ncclTeam is ncclTeam_t, where a typedef says so
    for cursor in cursors:
        if cursor.kind == CursorKind.TYPEDEF_DECL:
            type_ = cursor.underlying_typedef_type.get_canonical()
            if type_.kind in (TypeKind.RECORD, TypeKind.ENUM):
                names.setdefault(type_.get_declaration().get_usr(), cursor.spelling)
    header = Header({}, {}, {}, {})
    for cursor in cursors:
        if cursor.kind == CursorKind.ENUM_DECL:
            header.constants.update((c.spelling, c.enum_value) for c in cursor.get_children())
        elif cursor.kind == CursorKind.MACRO_DEFINITION:
            header.macros[cursor.spelling] = where(cursor)
        elif is_function(cursor):
            header.functions[cursor.spelling] = declared(cursor, names, header.types)
    return header


def unwrapped(cursor):
    for child in cursor.get_children():
        if child.kind in (CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL):
            yield from unwrapped(child)
        else:
            yield child


def is_function(cursor) -> bool:
    """Whether it is an external function of C linkage: not overloaded, inline or static."""
    return (cursor.kind == CursorKind.FUNCTION_DECL and cursor.mangled_name == cursor.spelling
            and not conf.lib.clang_Cursor_isFunctionInlined(cursor))


def where(cursor) -> str:
    return f"{cursor.location.file.name}:{cursor.location.line}"


def declared(cursor, names, types) -> Declared:
    all_types = [cursor.result_type, *(argument.type for argument in cursor.get_arguments())]
    try:
        returns, *arguments = (named(t, names, types, []) for t in all_types)
    except ValueError as error:
        raise StubError(*where(cursor).rsplit(":", 1), f"{cursor.spelling}: {error}") from None
    return Declared(Function(cursor.spelling, returns, tuple(arguments)),
                    tuple(map(shape, all_types)), where(cursor))
