"""Reads the headers of a release: as C, or if that fails as C++, of which functions of C linkage
are read: nccl_device.h is only C++.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from pathlib import Path

from clang.cindex import Cursor

from gen.describe import headers
from gen.describe.compiler import Compiler
from gen.describe.headers import Header, Unreadable

STAND_INS = Path(__file__).parent / "include"  # for CUDA's own headers, which are in no wheel


def include(names: list[str]) -> str:
    return "".join(f"#include <{name}>\n" for name in names)


def read(names: list[str], folders: tuple[Path, ...], exports: frozenset[str],
         passes: list[str]) -> Header:
    """What the headers in the first folder declare of these exports; and what else they declare,
    with what they include from folders of their names. Passes are a stub's."""
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
    """What a piece of C declares, in the language of a release's headers."""
    text = f"#include <stddef.h>\n#include <stdint.h>\n{declarations}\n"
    if compiler.language == "c++":
        text = f'extern "C" {{\n{text}}}\n'
    found = Header(compiler)
    headers.read(headers.parse(text, compiler), lambda *_: True, found)
    return found
