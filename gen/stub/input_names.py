"""Decides which names may go into assembly and C.

Names of files are input: anyone can make a library with a function `x;.section .init_array`. A
name is written as it is, never quoted, so it must be one that every assembler and C take.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from _collections_abc import Collection  # every link imports this: no larger modules

from gen.failure import InputError

LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
DIGITS = frozenset("0123456789")
# Bytes from 0x80 up are left out because clang's assembler refuses them.
FIRST = LETTERS | {letter.upper() for letter in LETTERS} | {"_"}
# Not at the start: `.`, which begins names of sections and local labels, and `$`, which begins
# constants.
SYMBOL = FIRST | DIGITS | {".", "$"}
# Cannot go into C strings: quotes, \ and the ? of trigraphs.
QUOTED = frozenset('"?\\')
VERSION = frozenset(map(chr, range(0x21, 0x7f))) - QUOTED
# Cannot be in a SONAME or, for a library without one, its path.
CONTROL = frozenset(map(chr, (*range(0x20), *range(0x7f, 0xa0))))
SURROGATES = "\ud800", "\udfff"  # bytes that are not UTF-8
MOST, LONGEST = 5, 60  # names in a line, characters of a name


def is_symbol(name: str) -> bool:
    """Returns whether a function of this name can have a trampoline."""
    return name[:1] in FIRST and SYMBOL.issuperset(name)


def is_c_name(text: str) -> bool:
    """Returns whether a text can begin names in C and, in capitals, of environment variables."""
    return text[:1] in LETTERS and (LETTERS | DIGITS).issuperset(text)


def is_symbol_version(name: str) -> bool:
    """Returns whether generated C can look up this symbol version."""
    return name != "" and VERSION.issuperset(name)


def is_file(name: str) -> bool:
    """Returns whether generated C can open a file of this name."""
    return name != "" and (QUOTED | CONTROL).isdisjoint(name) and not any(
        SURROGATES[0] <= char <= SURROGATES[1] for char in name)


def name_of(soname: str) -> str:
    """Returns bz2 for libbz2.so.1.0; lib3ds for lib3ds.so.1, as C names begin with a letter."""
    stem = soname.lower().partition(".so")[0]
    whole, name = ("".join(char for char in text if char in LETTERS | DIGITS)
                   for text in (stem, stem.removeprefix("lib")))
    return name if name[:1] in LETTERS else whole


def check_file(path: str, soname: str, versions: Collection[str]) -> None:
    """Raises InputError if the SONAME or a symbol version of a file cannot go into C."""
    if not is_file(soname):
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
