"""Reads the exports of a library.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import contextlib
import os
import struct
from dataclasses import dataclass, field, replace
from pathlib import Path

from gen.describe.compiler import Compiler, file_of
from gen.elf import CODE, DAMAGED, DATA, DT_SONAME, DYNSYM, MACHINES, TLS, Reader, Symbol
from gen.stub.input_names import check_file, is_symbol
from gen.write import InputError

LIBC = "libc.so.6"
# Linkers define these in every file. Other symbols without a type may be functions of assembly.
LINKERS = {"__bss_start", "_edata", "_end", "_init", "_fini"}


@dataclass(frozen=True)
class Exports:
    soname: str
    machine: str
    functions: frozenset[str]   # functions that a program gets by name without a version
    data: dict[str, str]        # name → "object" or "tls"
    old: dict[str, list[str]]   # name → versions that are not its default
    variant: frozenset[str] = frozenset()  # functions whose arguments a trampoline cannot preserve
    shared: frozenset[str] = frozenset()  # functions that the C library also has
    versions: dict[str, str] = field(default_factory=dict)  # function → its symbol version
    refused: frozenset[str] = frozenset()  # functions whose names cannot go into assembly
    versions_sum: int = 0       # of the hashes of all versions that the file defines

    def without(self, libc: "Exports") -> "Exports":
        """Returns the exports without functions of the C library, which programs call directly."""
        return replace(self, functions=self.functions - libc.functions,
                       shared=self.functions & libc.functions)


def open_library(library: Path) -> tuple[Reader, str, list[Symbol]]:
    """Returns the file, its SONAME (without one, its name), and the symbols that it defines."""
    if library.exists() and not library.is_file():  # reading a pipe would wait
        raise InputError(f"{library}: not a regular file")
    try:
        reader = Reader(os.fspath(library))
        sonames = [text for tag, _, text in reader.dynamic() if tag == DT_SONAME]
        symbols = [symbol for symbol in reader.symbols() if symbol.defined]
        if not any(reader.of_type(DYNSYM)):
            raise InputError(f"{library}: has no section with dynamic symbols")
        return reader, "".join(sonames) or library.name, symbols
    except OSError as error:
        raise InputError(f"{library}: {error.strerror}") from None
    except struct.error:
        raise InputError(f"{library}: truncated") from None
    except DAMAGED as error:
        raise InputError(f"{library}: {error}{hint(library)}") from None


def read(library: Path) -> Exports:
    """Returns all exports of a library, including functions that the C library also has."""
    reader, soname, symbols = open_library(library)
    functions, variant, refused = set[str](), set[str](), set[str]()
    data: dict[str, str] = {}
    old: dict[str, list[str]] = {}
    versions: dict[str, str] = {}
    for symbol in symbols:
        name = symbol.name
        if symbol.hidden:
            old.setdefault(name, []).append(symbol.version)
        elif symbol.variant:
            variant.add(name)
        elif symbol.type in CODE and name not in LINKERS:
            (functions if is_symbol(name) else refused).add(name)
            if symbol.version:
                versions[name] = symbol.version
        elif symbol.type in DATA:
            data[name] = "tls" if symbol.type == TLS else "object"
    check_file(str(library), soname, {*versions.values()})
    return Exports(soname, MACHINES.get(reader.machine, "unknown"), frozenset(functions), data, old,
                   frozenset(variant), versions=versions, refused=frozenset(refused),
                   versions_sum=reader.versions_sum())


def read_own(library: Path, compiler: Compiler) -> Exports:
    """Returns the exports of a library, except functions of the compiler's C library. If it is for
    another machine than the compiler, returns all exports."""
    found, path = read(library), c_library(compiler)
    if path and not os.path.samefile(path, library):
        libc = read(Path(path))
        found = found.without(libc) if libc.machine == found.machine else found
    return found


def c_library(compiler: Compiler) -> str:
    """Returns the path of the compiler's C library or, without a compiler, of the one that this
    Python has loaded; "" if there is none, as on systems other than Linux."""
    with contextlib.suppress(OSError):
        return file_of(LIBC, compiler.command)
    with contextlib.suppress(OSError), open("/proc/self/maps", encoding="utf-8",
                                            errors="surrogateescape") as maps:
        paths = (line.rstrip("\n").partition("/")[2] for line in maps)
        return next((f"/{path}" for path in paths if path.endswith(f"/{LIBC}")), "")
    return ""


def hint(library: Path) -> str:
    """If the file is a linker script, returns a hint to give the library that it names."""
    try:
        with open(library, "rb") as file:
            script = b"GNU ld script" in file.read(512)
    except OSError:
        return ""
    return "; it is a linker script: give the library that it names" if script else ""
