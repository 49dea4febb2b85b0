"""Finds the shared libraries of a link and their names, and refuses those that cannot be lazy.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from _collections_abc import Iterable, Iterator, Mapping, Sequence  # a quick import: gen/elf.py

from gen import elf
from gen.elf import Elf, Symbol
from gen.failure import InputError
from gen.link.command import LAZY

# Libraries of the C library and of compilers, which programs need at startup.
SYSTEM = frozenset("""
ld64 libc libm libmvec libdl libpthread librt libutil libresolv libgcc_s libstdc++ libc++ libc++abi
libatomic libgomp libasan liblsan libmsan libtsan libubsan
""".split())
LOADERS = ("ld-linux", "ld-musl-")
REGISTERING = {"libcudart.so": "it registers the program's kernels when it is loaded"}


class Library:
    def __init__(self, soname: str, names: frozenset[str], file: Elf) -> None:
        self.soname = soname  # the name in DT_NEEDED
        self.names = names    # names that -l may use for the library
        self.file = file

    @property
    def name(self) -> str:
        """Returns the name in LAZY_LIBS and in messages."""
        return min(self.names, key=len)


def stem(name: str) -> str:
    """Returns z for /usr/lib/libz.so.1, libz.so.1 and z."""
    return os.path.basename(name).partition(".so")[0].removeprefix("lib")


def is_system(soname: str) -> bool:
    """Returns whether a library belongs to the C library or the compiler."""
    name = os.path.basename(soname).partition(".so")[0]
    return name in SYSTEM or name.startswith(LOADERS)


def needed_at_start(soname: str) -> str:
    """Returns why a library cannot be opened later, or an empty text."""
    if is_system(soname):
        return "it belongs to the C library or the compiler"
    name = os.path.basename(soname)
    return next((why for word, why in REGISTERING.items() if name.startswith(word)), "")


def libraries(traced: str) -> dict[str, Library]:
    """Returns SONAME → library for each shared library that the linker read."""
    found: dict[str, Library] = {}
    for line in traced.split("\n"):
        file = elf.read(line) if elf.is_library(line) else None
        if not file:
            continue
        # Without a SONAME, programs need the path as it was given or, for -lNAME, the file name.
        sonames = [file.soname] if file.soname else [line, os.path.basename(line)]
        for soname in sonames:
            names = {stem(soname), stem(line)} | (found[soname].names if soname in found else set())
            found[soname] = Library(soname, frozenset(names), file)
    return found


def refuse(library: Library, why: str) -> InputError:
    return InputError(f"{library.soname} cannot be lazy: {why}: take {library.name} out of "
                      f"LAZY_LIBS, and write -l{library.name} for {LAZY}{library.name}")


def owner(symbol: Symbol, needed: Sequence[Library]) -> Library | None:
    """Returns the library from which ld.so takes the symbol."""
    if symbol.file:
        return next((each for each in needed if each.soname == symbol.file), None)
    return next((each for each in needed if any(
        other.name == symbol.name and other.defined and not other.hidden
        for other in each.file.symbols)), None)


def uses(file: Elf, needed: Sequence[Library]) -> Iterator[tuple[Symbol, Library]]:
    """Yields each symbol that a file takes from these libraries, with its library."""
    for symbol in file.symbols:
        library = owner(symbol, needed) if symbol.copied or not symbol.defined else None
        if library:
            yield symbol, library


def chosen(linked: Elf, known: Mapping[str, Library], names: Iterable[str]) -> list[Library]:
    """Returns the libraries with these names that the linked file needs."""
    stems = {stem(name) for name in names}
    for soname in linked.needed:
        if soname not in known and stem(soname) in stems:
            raise InputError(f"{soname}: the linker does not say which file this is")
    found = [known[soname] for soname in linked.needed
             if soname in known and known[soname].names & stems]
    for library in found:
        if why := needed_at_start(library.soname):
            raise refuse(library, why)
    return found
