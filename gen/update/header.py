"""Reads the headers of a release as C or, if that fails, as C++ (nccl_device.h is only C++). From
C++, only functions with C linkage are used.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from pathlib import Path

from clang.cindex import Cursor

from gen.describe import headers
from gen.describe.compiler import Compiler
from gen.describe.headers import Header, Unreadable

STAND_INS = Path(__file__).parent / "include"  # replace CUDA's headers, which no wheel contains


def include(names: list[str]) -> str:
    return "".join(f"#include <{name}>\n" for name in names)


def read(names: list[str], folders: tuple[Path, ...], exports: frozenset[str],
         passes: list[str]) -> Header:
    """Returns the declarations of these exports in headers of the first folder, and the other
    declarations there and in included folders with the same names. `passes` is the stub's key."""
    source, folder = include(names), folders[0]
    mine = {*names, *(name.removesuffix(".h") for name in names)}

    def wanted(symbol: str, cursor: Cursor) -> bool:
        file = cursor.location.file
        path = Path(os.path.normpath(file.name)) if file else Path()
        return symbol in exports or (path.is_relative_to(folder)
                                     and path.relative_to(folder).parts[0] in mine)

    def read_as(language: str) -> Header:
        found = Header(Compiler(language, "", (*map(str, folders),), (), (str(STAND_INS),)))
        for each in passes or [""]:
            headers.read(headers.parse(source, found.compiler, each), wanted, found)
        return found

    try:
        return read_as("c")
    except Unreadable:
        return read_as("c++")


def read_text(declarations: str, compiler: Compiler) -> Header:
    """Returns the declarations in a piece of C, read in the language of the release's headers."""
    text = f"#include <stddef.h>\n#include <stdint.h>\n{declarations}\n"
    if compiler.language == "c++":
        text = f'extern "C" {{\n{text}}}\n'
    found = Header(compiler)
    headers.read(headers.parse(text, compiler), lambda *_: True, found)
    return found
