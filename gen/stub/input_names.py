"""Decides which names may go into assembly and C.

Names of files are input: anyone can make a library with a function `x;.section .init_array`. A
name is written as it is, never quoted, so it must be one that every assembler and C take.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Collection

from gen.write import InputError

# Not at the start: `.`, which begins names of sections and local labels, and `$`, which begins
# constants. Bytes from 0x80 up are left out because clang's assembler refuses them.
SYMBOL = re.compile(r"[A-Za-z_][A-Za-z0-9_.$]*")
# In C strings alone: what is visible, without quotes, \ and the ? of trigraphs.
VERSION = re.compile(r"[!#->@-\[\]-~]+")
# A SONAME or, for a library without one, its path.
FILE = re.compile(r'[^\0-\x1f"?\\\x7f-\x9f\ud800-\udfff]+')
MOST, LONGEST = 5, 60  # names in a line, characters of a name


def is_symbol(name: str) -> bool:
    """Returns whether a function of this name can have a trampoline."""
    return SYMBOL.fullmatch(name) is not None


def is_symbol_version(name: str) -> bool:
    """Returns whether this symbol version can be asked for."""
    return VERSION.fullmatch(name) is not None


def check_file(path: str, soname: str, versions: Collection[str]) -> None:
    """Raises InputError if the SONAME or a symbol version of a file cannot go into C."""
    if not FILE.fullmatch(soname):
        raise InputError(f"{path}: {short(soname)!r} is not a soname like libnccl.so.2")
    for version in sorted(versions):
        if not is_symbol_version(version):
            raise InputError(f"{path}: {short(version)!r} is not a version like FOO_1.2")


def short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[:LONGEST]}…"


def left_out(path: str, names: Collection[str]) -> str:
    """Returns the line for functions that have no trampoline because of their names."""
    listed = ", ".join(map(short, sorted(names)[:MOST]))
    more = ", …" if len(names) > MOST else ""
    return (f"{path}: left out ({len(names)}): functions with names that cannot go into assembly: "
            f"{listed}{more}")
