"""Reads the headers of a release as C and as C++: cublas_api.h declares some functions only for
C++, and nccl_device.h can be read only as C++. From C++, only functions with C linkage are used.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from pathlib import Path

from clang.cindex import Cursor

from gen.describe import headers
from gen.describe.compiler import Compiler
from gen.describe.headers import Header, Unreadable

STAND_INS = Path(__file__).parent / "include"  # replacements of CUDA headers that no wheel contains


def include(names: list[str]) -> str:
    return "".join(f"#include <{name}>\n" for name in names)


def read(names: list[str], folders: tuple[Path, ...], exports: frozenset[str],
         passes: list[str]) -> Header:
    """Returns the declarations of these exports, and all other declarations in the headers `names`
    of the first folder and in folders that are named like these headers. `passes` is the stub's
    key. Reads as many headers as possible as C, then all of them as C++, which adds what is
    missing. Fails if C++ cannot read a header that C cannot read."""
    folder = folders[0]
    mine = {*names, *(name.removesuffix(".h") for name in names)}

    def wanted(symbol: str, cursor: Cursor) -> bool:
        file = cursor.location.file
        path = Path(os.path.normpath(file.name)) if file else Path()
        return symbol in exports or (path.is_relative_to(folder)
                                     and path.relative_to(folder).parts[0] in mine)

    def read_as(language: str, readable: list[str], found: Header | None = None) -> Header:
        compiler = Compiler(language, "", (*map(str, folders),), (), (str(STAND_INS),))
        found = found or Header(compiler)
        for each in passes or [""]:
            headers.read(headers.parse(include(readable), compiler, each), wanted, found)
        return found

    found, readable = None, len(names)
    while readable and found is None:
        try:
            found = read_as("c", names[:readable])
        except Unreadable:
            readable -= 1
    try:
        return read_as("c++", names, found)
    except Unreadable:
        if found is None or readable < len(names):
            raise
        return found


def read_text(declarations: str, compiler: Compiler) -> Header:
    """Returns the declarations in a piece of C, read in the language of this compiler."""
    text = f"#include <stddef.h>\n#include <stdint.h>\n{declarations}\n"
    if compiler.language == "c++":
        text = f'extern "C" {{\n{text}}}\n'
    found = Header(compiler)
    headers.read(headers.parse(text, compiler), lambda *_: True, found)
    return found
