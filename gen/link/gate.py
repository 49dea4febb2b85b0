"""Decides whether a library can be lazy: whether the program does the same as after a direct link.

It reads the first link's file and the files that ld.so loads with it. A refusal ends the link.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import os
from _collections_abc import Iterator, Mapping, Sequence

from gen import elf
from gen.elf import Elf, Symbol
from gen.failure import InputError
from gen.link.definitions import differences
from gen.link.fallbacks import Fallbacks, is_own
from gen.link.inputs import Inputs
from gen.link.library import Library, refuse, uses
from gen.link.loaded import Loaded, relative_path
from gen.link.modes import AUTO, CALL, START
from gen.link.opening import choose, destroyed_at_exit, why_at_start
from gen.stub.input_names import is_symbol, short

TYPE_CHECKING = False  # the module typing takes longer to import than a link
if TYPE_CHECKING:
    from gen.stub.stub import Stub

# Flags in DT_FLAGS and DT_FLAGS_1 → why a library with the flag ("it") cannot be lazy.
FLAGS = {0x10: "it has static thread-local memory (DF_STATIC_TLS)"}
FLAGS_1 = {0x20: "its constructors run before all others (DF_1_INITFIRST)",
           0x40: "it forbids dlopen() (DF_1_NOOPEN)",
           0x400: "its functions replace those of other libraries (DF_1_INTERPOSE)"}


class Plan:
    """How a library becomes lazy."""

    def __init__(self, library: Library, mode: str, why: str, given: Fallbacks,
                 functions: Mapping[str, str], answering: Sequence[str], may_stop: bool) -> None:
        self.library = library
        self.mode = mode
        self.why = why              # the reason for the mode
        self.given = given          # the fallback values
        self.functions = functions  # name → version, or ""
        self.answering = answering  # functions whose fallback value is an answer
        self.may_stop = may_stop    # whether LAZY_LIBS accepts calls that stop

    def __str__(self) -> str:
        when = {CALL: "at the first call", START: "at the start"}[self.mode]
        return f"{self.library.soname} opens {when}: {self.why}"


class Link:
    """The file of the first link, and the files that ld.so loads with it."""

    def __init__(self, inputs: Inputs, loaded: Loaded, lazy: Sequence[Library]) -> None:
        self.inputs = inputs
        self.linked = inputs.linked
        self.lazy = lazy
        self.loaded = loaded
        self.sonames = {library.soname for library in lazy}
        self.closure = loaded.closure(self.linked)  # SONAME → file, or None if it is not found
        self.left = loaded.closure(self.linked, self.sonames)  # the closure after the lazy link

    def opened(self, library: Library) -> dict[str, Elf | None]:
        """Returns the files that are loaded when the library is opened."""
        return {library.soname: library.file,
                **self.loaded.closure(library.file, {library.soname, *self.left})}

    def exports(self) -> list[str]:
        """Returns the symbols of the program to which its lazy libraries refer. The second link
        does not read these libraries, so it must be told to export the symbols."""
        used = {symbol.name for library in self.lazy for file in self.opened(library).values()
                if file for symbol in file.symbols} if self.linked.is_program else set[str]()
        return sorted(used & self.linked.defined)


def who_uses(name: str, words: Sequence[str]) -> str:
    """Returns the object that needs the symbol, if nm finds it."""
    from gen.c.only import used

    files = [word for word in words if word.endswith((".o", ".a")) and os.path.isfile(word)]
    try:
        return used(files).get(name, "") if files else ""
    except InputError:
        return ""


def check_symbol(symbol: Symbol, library: Library, what: str, words: Sequence[str]) -> None:
    """Raises InputError if a first call cannot reach the symbol."""
    same_name = [other for other in library.file.symbols if other.name == symbol.name]
    types = {other.type for other in same_name if other.defined}
    if symbol.copied or types & {*elf.DATA}:
        kind = "thread-local variable" if elf.TLS in types else "variable"
        place = who_uses(symbol.name, words)
        raise refuse(library, f"{place or what} uses its {kind} {symbol.name}")
    if symbol.weak:
        raise refuse(library, f"{what} asks whether {short(symbol.name)} exists, by a weak "
                              "reference")
    if any(other.variant for other in same_name):
        raise refuse(library, f"{symbol.name} takes its arguments in registers that C leaves free")
    if not is_symbol(symbol.name):
        raise refuse(library, f"{short(symbol.name)} is a name that cannot go into assembly")


def functions(link: Link) -> dict[str, dict[str, str]]:
    """Returns SONAME → name → version of the functions that the file uses from each lazy library.
    Raises InputError if one of them cannot be lazy."""
    taken: dict[str, dict[str, str]] = {library.soname: {} for library in link.lazy}
    for symbol, library in uses(link.linked, link.inputs.needed):
        if library.soname not in taken:
            continue
        check_symbol(symbol, library, link.inputs.what, link.loaded.words)
        versions = taken[library.soname]
        if versions.setdefault(symbol.name, symbol.version) != symbol.version:
            raise refuse(library, f"{link.inputs.what} uses {symbol.name} in two versions, "
                                  f"{versions[symbol.name]} and {symbol.version}")
    return taken


def relative(link: Link, opened: Mapping[str, Elf | None]) -> str:
    """Returns which path of a library depends on the current folder, or an empty text."""
    paths = [relative_path(link.inputs.what, link.linked, link.sonames),
             *(relative_path(soname, file, file.needed) for soname, file in opened.items() if file)]
    return next(filter(None, paths), "")


def obstacles(plan: Plan, link: Link, differing: Mapping[str, str]) -> Iterator[str]:
    """Yields why dlopen() would not load the library as ld.so does, and empty texts."""
    library, opened = plan.library, link.opened(plan.library)
    for soname, file in opened.items():
        prefix = "" if soname == library.soname else f"it needs {soname}: "
        for known, flags in ((FLAGS, file.flags), (FLAGS_1, file.flags_1)) if file else ():
            yield from (prefix + why for flag, why in known.items() if flags & flag)
    if plan.mode == CALL:
        yield relative(link, opened)
    if destroyed := plan.mode == CALL and destroyed_at_exit(opened):
        yield (f"objects of {destroyed} would be destroyed before those of the program: write "
               f"{library.name}:start, or")
    yield differing.get(library.soname, "")


def read_stub(path: str) -> Stub:
    from gen.link.stub import read  # takes longer to import than a link

    return read(path)


def answers_of(library: Library, fallbacks: Fallbacks, functions: Mapping[str, str]) -> list[str]:
    """Returns the functions whose fallback values are answers. Raises InputError if a file that is
    not lazynccl's names a function that the library lacks."""
    for name in fallbacks.answers or ():
        if name.isidentifier() and name not in library.file.defined and not (
                fallbacks.is_stub or is_own(fallbacks.path)):
            raise InputError(f"{fallbacks.path}: [absent.answers]: {name} is not a function of "
                             f"{short(library.soname)}")
    if not fallbacks.is_stub:
        return [*filter(fallbacks.is_answer, sorted(functions))]
    from gen.link.stub import answering

    return answering(fallbacks.path, functions)


def plans(link: Link, fallbacks: Mapping[str, Fallbacks]) -> list[Plan]:
    """Returns how each library becomes lazy. Raises InputError if one cannot."""
    found = []
    taken, why_start = functions(link), why_at_start(link.linked, link.inputs.what, link.closure)
    differing = differences(link.linked, link.inputs.asked.name, link.lazy, link.loaded)
    for library in link.lazy:
        word, may_stop = link.inputs.choice(library)
        own, opened = fallbacks[library.soname], link.opened(library)
        answering = answers_of(library, own, taken[library.soname])
        mode, why = choose(own.open if word == AUTO else word, why_start or relative(link, opened),
                           destroyed_at_exit(opened), next(iter(answering), ""))
        plan = Plan(library, mode, why, own, taken[library.soname], answering, may_stop)
        if reason := next(filter(None, obstacles(plan, link, differing)), ""):
            raise refuse(library, reason)
        found.append(plan)
    return found
