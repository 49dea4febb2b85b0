"""Compares the definitions to which symbols refer after a direct link and after the lazy link.

After a direct link, ld.so looks a symbol up in the program, then in each library, in their order.
After the lazy link, the lazy libraries are not among the files that ld.so loads at startup. Symbols
of a file that dlopen() loads are looked up in the startup files, then in the opened library and the
libraries that it needs. If a shared library opens it, the startup files may be another program's.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from _collections_abc import Iterable, Iterator, Mapping, Sequence

from gen.elf import CODE, SYMBOLIC, Elf, Symbol
from gen.link.library import Library, is_system
from gen.link.loaded import Loaded
from gen.stub.input_names import short

Files = Mapping[str, Elf]   # name → file, in the order in which ld.so looks symbols up
Found = tuple[str, Symbol]  # the name of a file, and its definition
Change = tuple[str, Found | None, Found | None]  # a name; its definition after each link
# A file; the lazy library whose opening loads it, or None; where its symbols are looked up
Search = tuple[str, Library | None, Files]
Known = Mapping[str, Mapping[str, list[Symbol]]]  # file → name → definitions
TABLES = ("_ZTV", "_ZTT", "_ZTI", "_ZTS", "_ZTC")  # of C++, the same in each file


def is_vague(symbol: Symbol) -> bool:
    """Returns whether all files have the same definition, as for an inline function."""
    return symbol.unique or (symbol.weak and symbol.type in CODE) or symbol.name.startswith(TABLES)


def lookups(file: Elf) -> list[Symbol]:
    """Returns the symbols of a file that ld.so looks up."""
    return [symbol for symbol in file.symbols if symbol.referenced and not symbol.copied and not (
        symbol.defined and (symbol.unique or file.flags & SYMBOLIC))]


def matches(wanted: Symbol, other: Symbol) -> bool:
    """Returns whether ld.so binds a reference to this definition, which has the same name."""
    if wanted.version and other.version:
        return wanted.version == other.version
    return not other.hidden


def definitions(files: Files, names: set[str]) -> Known:
    """Returns the definitions of these names in each file."""
    found: dict[str, dict[str, list[Symbol]]] = {place: {} for place in files}
    for place, file in files.items():
        for symbol in file.symbols if names & file.defined else ():
            if symbol.defined and symbol.name in names:
                found[place].setdefault(symbol.name, []).append(symbol)
    return found


def reach(known: Known, wanted: Symbol, places: Iterable[str]) -> Found | None:
    """Returns the definition that ld.so takes from these files."""
    return next(((place, symbol) for place in places
                 for symbol in known[place].get(wanted.name, ()) if matches(wanted, symbol)), None)


def searches(linked: Elf, name: str, lazy: Sequence[Library], loaded: Loaded) -> Iterator[Search]:
    """Yields, for each file, the searches of its symbols after the lazy link."""
    start = {name: linked, **loaded.searched(linked, {library.soname for library in lazy})}
    system = {place: file for place, file in start.items() if is_system(place)}  # in any program
    yield from ((place, None, start) for place in start)
    for library in (library for library in lazy if library.soname not in start):
        own = {library.soname: library.file, **loaded.searched(library.file)}
        for place in (each for each in own if each not in start):
            yield place, library, start | own
            if not linked.is_program:  # another program may have loaded the output
                yield place, library, system | own


def sentence(place: str, name: str, found: Found | None, other: Found | None,
             library: Library | None, lazy: str) -> str:
    """Returns how a file's two definitions of a name differ."""
    if not found:
        return f"{place} needs {name}, which no library of the link has"
    where = found[0]
    if other:
        what = f"its own {name}" if where == place else f"{name} of {where}"
        instead = "its own" if other[0] == place else f"that of {other[0]}"
        return f"{place} uses {what}, and would use {instead}"
    if library:
        return f"{place} uses {name} of {where}, which it does not need"
    what = f"its {name}" if where == lazy else f"{name} of {where}"
    return f"{place} uses {what} without needing it"


class Comparison:
    """The files of a direct link, and the names that they define."""

    def __init__(self, every: Files) -> None:
        self.every = every
        self.seen, self.several = set[str](), set[str]()  # defined at all, and more than once
        for file in every.values():
            self.several |= self.seen & file.defined
            self.seen |= file.defined

    def changes(self, search: Search, complete: bool) -> Iterator[Change]:
        """Yields each name for which a file gets another definition after the lazy link. For files
        that a lazy library loads, if all are known, also yields each name that none defines."""
        place, _, files = search
        wanted = lookups(self.every[place])
        within = set[str]().union(*(each.defined for each in files.values()))
        # only these names can get another definition: defined several times, or no longer found
        names = {symbol.name for symbol in wanted} & (self.several | (self.seen - within))
        known = definitions(self.every, names)
        for symbol in wanted:
            found = other = None
            if symbol.name in names:
                found, other = reach(known, symbol, self.every), reach(known, symbol, files)
                if not found or (other and (found[0] == other[0] or (
                        is_vague(found[1]) and is_vague(other[1])))):
                    continue
            elif not complete or symbol.name in self.seen or symbol.weak or (
                    symbol.file):  # may be defined, or optional
                continue
            yield symbol.name, found, other


def differences(linked: Elf, name: str, lazy: Sequence[Library], loaded: Loaded) -> dict[str, str]:
    """Returns SONAME of a lazy library → the first reason why it would change the program."""
    direct = Comparison({name: linked, **loaded.searched(linked)})
    opened = {library.soname: {library.soname, *loaded.searched(library.file)} for library in lazy}
    reasons = dict[str, str]()
    for place, library, files in searches(linked, name, lazy, loaded):
        complete = library is not None and all(loaded.closure(library.file).values())
        for symbol, found, other in direct.changes((place, library, files), complete):
            if place == name and found and found[0] in opened:
                continue  # a trampoline reaches it
            blamed = library.soname if library else next(
                (soname for soname in opened if found and found[0] in opened[soname]),
                lazy[0].soname)
            reasons.setdefault(blamed, sentence(place, short(symbol), found, other, library,
                                                blamed))
    return reasons
