"""Compares which definition of each symbol is reached after a direct link and after the lazy one.

A direct link looks a symbol up in the program and in all libraries, in their order. After the lazy
link, the libraries that ld.so loads at the start lack the lazy ones, and a library that dlopen()
opens looks into those of the start first, then into itself and what it needs. If a shared library
opens it, those of the start are not the shared library's own, unless the program needs it, too.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from _collections_abc import Iterable, Iterator, Mapping, Sequence

from gen.elf import CODE, SYMBOLIC, Elf, Symbol
from gen.link.library import Library, is_system
from gen.link.loaded import Loaded
from gen.stub.input_names import short

Files = Mapping[str, Elf]  # name → file, in the order in which ld.so looks symbols up
# Tables that are the same in each file: virtual functions and types of C++.
TABLES = ("_ZTV", "_ZTT", "_ZTI", "_ZTS", "_ZTC")


class Found:
    """A definition, and the file that has it."""

    def __init__(self, place: str, symbol: Symbol) -> None:
        self.place = place
        self.symbol = symbol

    def is_vague(self) -> bool:
        """Returns whether each file may have this definition, as that of an inline function."""
        symbol = self.symbol
        return symbol.unique or (symbol.weak and symbol.type in CODE) or symbol.name.startswith(
            TABLES)


def lookups(file: Elf) -> Iterator[Symbol]:
    """Yields the symbols that ld.so looks up for a file."""
    for symbol in file.symbols:
        if symbol.referenced and not symbol.copied and not (
                symbol.defined and (symbol.unique or file.flags & SYMBOLIC)):
            yield symbol


def matches(wanted: Symbol, other: Symbol) -> bool:
    """Returns whether ld.so takes a definition of this name for a reference."""
    if wanted.version and other.version:
        return wanted.version == other.version
    return not other.hidden


class Names:
    """The definitions of some names in all files."""

    def __init__(self, files: Files, names: set[str]) -> None:
        self._found = {place: self._of(file, names & file.defined)
                       for place, file in files.items()}

    @staticmethod
    def _of(file: Elf, names: frozenset[str] | set[str]) -> dict[str, list[Symbol]]:
        found: dict[str, list[Symbol]] = {}
        for symbol in file.symbols if names else ():
            if symbol.defined and symbol.name in names:
                found.setdefault(symbol.name, []).append(symbol)
        return found

    def reach(self, wanted: Symbol, places: Iterable[str]) -> Found | None:
        """Returns the definition that ld.so takes from these files."""
        for place in places:
            for symbol in self._found[place].get(wanted.name, ()):
                if matches(wanted, symbol):
                    return Found(place, symbol)
        return None


class Search:
    """Where ld.so looks up the symbols of a file after the lazy link."""

    def __init__(self, place: str, library: Library | None, files: Files) -> None:
        self.place = place
        self.library = library  # the lazy one with which the file is opened; None: at the start
        self.files = files


def searches(linked: Elf, name: str, lazy: Sequence[Library], loaded: Loaded) -> Iterator[Search]:
    """Yields the searches for all files of a link."""
    start = {name: linked, **loaded.searched(linked, {library.soname for library in lazy})}
    system = {place: file for place, file in start.items() if is_system(place)}  # of each program
    yield from (Search(place, None, start) for place in start)
    for library in lazy:
        if library.soname in start:
            continue
        own = {library.soname: library.file, **loaded.searched(library.file)}
        for place in (each for each in own if each not in start):
            yield Search(place, library, start | own)
            if not linked.is_program:
                yield Search(place, library, system | own)


def at_risk(every: Files) -> tuple[set[str], set[str]]:
    """Returns the names that are defined, and those that several files define."""
    seen, several = set[str](), set[str]()
    for file in every.values():
        several |= seen & file.defined
        seen |= file.defined
    return seen, several


def sentence(place: str, name: str, found: Found | None, other: Found | None,
             library: Library | None, lazy: str) -> str:
    """Returns how a file's two definitions of a name differ."""
    name = short(name)
    if not found:
        return f"{place} needs {name}, which no library of the link has"
    own = "its own" if found.place == place else ""
    if other:
        instead = "its own" if other.place == place else f"that of {other.place}"
        return f"{place} uses {own or name}{f' {name}' if own else f' of {found.place}'}, and " \
               f"would use {instead}"
    if library:
        return f"{place} uses {name} of {found.place}, which it does not need"
    return f"{place} uses its {name} without needing it" if found.place == lazy else (
        f"{place} uses {name} of {found.place} without needing it")


def difference(search: Search, file: Elf, every: Files, defined: tuple[set[str], set[str]],
               missing: bool) -> Iterator[tuple[str, Found | None, Found | None]]:
    """Yields each name of a file of which another definition is reached: the definitions after a
    direct and after the lazy link."""
    seen, several = defined
    within = set[str]().union(*(each.defined for each in search.files.values()))
    wanted = [*lookups(file)]
    names = {symbol.name for symbol in wanted}
    names &= several | (seen - within)
    known = Names(every, names)
    for symbol in wanted:
        if symbol.name not in names:
            if missing and symbol.name not in seen and not symbol.weak and not symbol.file:
                yield symbol.name, None, None
            continue
        found = known.reach(symbol, every)
        other = known.reach(symbol, search.files)
        if found and not (other and (found.place == other.place
                                     or (found.is_vague() and other.is_vague()))):
            yield symbol.name, found, other


def differences(linked: Elf, name: str, lazy: Sequence[Library],
                loaded: Loaded) -> dict[str, str]:
    """Returns SONAME of a lazy library → the first reason why it would change the program."""
    every = {name: linked, **loaded.searched(linked)}
    defined, reasons = at_risk(every), dict[str, str]()
    opened = {library.soname: {library.soname, *loaded.searched(library.file)} for library in lazy}
    for search in searches(linked, name, lazy, loaded):
        missing = bool(search.library) and all(
            loaded.closure(search.library.file).values() if search.library else ())
        for symbol, found, other in difference(search, every[search.place], every, defined,
                                               missing):
            if search.place == name and found and found.place in opened:
                continue  # a trampoline reaches it
            blamed = search.library.soname if search.library else next(
                (soname for soname in opened if found and found.place in opened[soname]),
                lazy[0].soname)
            reasons.setdefault(blamed, sentence(search.place, symbol, found, other,
                                                search.library, blamed))
    return reasons
