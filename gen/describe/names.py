"""Matches the exports of a library with the declarations and macros in its headers.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import contextlib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gen.describe import headers
from gen.describe.compiler import Compiler
from gen.describe.exports import Exports
from gen.describe.headers import Declared, Header, Unreadable
from gen.write import InputError

LARGE = ("_FILE_OFFSET_BITS=64", "_LARGEFILE64_SOURCE=1")  # declare names that end in 64
# The standard headers of C++, such as <cstddef>, have no suffix.
CPP_HEADER = re.compile(r"'[a-z_]+' file not found")


@dataclass(frozen=True)
class Names:
    declared: dict[str, Declared]
    mentioned: dict[str, str]       # symbol that only macros mention → file:line
    lacking: dict[str, str]         # symbol that is declared but not exported → file:line
    data: dict[str, str]            # variable that needs an accessor → file:line
    linked: dict[str, str]          # variable that no accessor can reach → file:line
    users: list[str]                # macros and inline functions that use data
    variant: dict[str, str]         # function that cannot be lazy → file:line
    header: Header
    passes: list[str] = field(default_factory=list)


def read_passes(source: str, exports: Exports, more: list[str], found: Header) -> list[str]:
    """Reads the headers once with each macro. Returns the macros that gave declarations."""
    passes: list[str] = []
    for each in ["", *more, *LARGE]:
        left = exports.functions - found.functions.keys()
        if each in LARGE and not any(name.endswith("64") for name in left):
            continue
        before = len(found.functions)
        read(source, each, exports.functions, found)
        if not each or len(found.functions) > before:
            passes.append(each)
    return passes


def read_cpp(source: str, exports: Exports, passes: list[str], found: Header) -> None:
    """Adds what the headers declare only for C++, if they can be read as C++."""
    if exports.functions <= found.functions.keys():
        return
    c = found.compiler
    with contextlib.suppress(InputError):
        for each in passes:
            unit = headers.parse(source, replace(c, language="c++"), each)
            headers.read(unit, lambda symbol, _: symbol in exports.functions, found)


def read_macros(source: str, compiler: Compiler, passes: list[str],
                rest: frozenset[str]) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Returns the words of each macro's expansion; and for each symbol of `rest`, the file:line of
    the first macro that mentions it."""
    macros: dict[str, list[str]] = {}
    mentioned: dict[str, str] = {}
    for each in passes:
        for where, macro, meaning in compiler.macros(source, each):
            macros[macro] = re.findall(r"[A-Za-z_]\w*", meaning)
            for word in rest.intersection((macro, *macros[macro])):
                mentioned.setdefault(word, where)
    return macros, mentioned


def match(paths: list[Path], compiler: Compiler, exports: Exports, more: list[str]) -> Names:
    """Reads the headers, once more with each of the macros `more`, and matches the exports."""
    found = Header(compiler)
    source = headers.include([str(path) for path in paths])
    passes = read_passes(source, exports, more, found)
    read_cpp(source, exports, passes, found)
    rest = exports.functions - found.functions.keys()
    variables = {name: where for name, where in found.data.items() if name in exports.data}
    macros, mentioned = read_macros(source, compiler, passes if rest or variables else [], rest)
    linked = {name: where for name, where in variables.items()
              if exports.data[name] == "tls" or name in macros or name in found.tags}
    data = {name: where for name, where in variables.items() if name not in linked}
    users = macros_using(data, macros) + [name for each in passes if data for name in
                                          headers.inline_users(source, compiler, each, data)]
    variant = {symbol: found.others[symbol] for symbol in exports.variant & found.others.keys()}
    return Names(found.functions, mentioned, absent(exports, found), data, linked,
                 sorted({*users}), variant, found, passes)


def macros_using(data: Collection[str], macros: Mapping[str, list[str]]) -> list[str]:
    """Returns the macros that expand to one of these variables, directly or through others."""
    users = dict.fromkeys(data)
    before = -1
    while len(users) > before:
        before = len(users)
        users |= dict.fromkeys(name for name, words in macros.items()
                               if any(word in users for word in words))
    return [name for name in users if name not in data]


def absent(exports: Exports, found: Header) -> dict[str, str]:
    """Returns functions that the library lacks, although they are declared in a header that also
    declares functions of the library."""
    ours = {file_of(each.where) for each in found.functions.values()}
    there = exports.data.keys() | exports.old.keys() | exports.shared | exports.variant
    return {symbol: where for symbol, where in found.others.items()
            if file_of(where) in ours and symbol not in there}


def file_of(where: str) -> str:
    return where.rpartition(":")[0]


def read(source: str, more: str, wanted: frozenset[str], found: Header) -> None:
    """Adds the wanted declarations that the headers contain if the macros `more` are defined."""
    try:
        unit = headers.parse(source, found.compiler, more)
    except Unreadable as error:
        if CPP_HEADER.search(str(error)) or is_cpp(source, found.compiler, more):
            raise InputError(f"{error}: this is C++; give headers that C can read") from None
        raise InputError(f"{error}; give the folders that it needs with -I, its macros with -D, "
                         "the headers that it expects before it") from None
    headers.read(unit, lambda symbol, _: symbol in wanted, found)


def is_cpp(source: str, compiler: Compiler, more: str) -> bool:
    other = Compiler("c++", compiler.target, compiler.folders, compiler.defines)
    try:
        return bool(headers.parse(source, other, more))
    except InputError:
        return False
