"""Finds differences between a stub and a release: exports, declarations, constants.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections import defaultdict
from collections.abc import Iterator, Set as AbstractSet
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from gen.stub.declaration import Function
from gen.stub.symbols import Symbol, removed, versions as listed_versions
from gen.stub.version import version
from gen.update.clang_type import same, shape
from gen.update.pair import Pair

STUBS = Path(__file__).parents[2] / "stubs"
LIST = "facts/exports.txt"
DATA = "data"  # the reason of LIST for a variable
AHEAD = 3  # minors of a family beyond the newest release, for programs built with later headers

# The kinds of findings that an import applies; all others need review.
NEW, OLDER, GONE, FAMILY, NEWEST = "new", "older", "gone", "family", "newest"
DECLARE = "declare"


@dataclass(frozen=True)
class Finding:
    line: int   # in the stub
    text: str
    kind: str = ""      # NEW, OLDER, ..., or empty
    function: str = ""


def findings(pair: Pair) -> list[Finding]:
    rules = (exported, left_out, missing, declared, prototypes, constants, families, versions,
             newest, recorded)
    return sorted((f for rule in rules for f in rule(pair)), key=lambda f: (f.line, f.text))


def find(pair: Pair, function: str, text: str, kind: str = "") -> Finding:
    known = pair.stub.function(function)
    return Finding(known.line if known else pair.stub.line("functions"), text, kind, function)


def by_function(pair: Pair, symbols: AbstractSet[str]) -> list[tuple[str, str, list[str]]]:
    """Returns each function of these symbols: its name, and its symbols as a text and a list."""
    found = defaultdict(list)
    for symbol in sorted(symbols):
        found[pair.function_of(symbol)].append(symbol)
    return [(function, ", ".join(names), names) for function, names in found.items()]


def exported(pair: Pair) -> Iterator[Finding]:
    """Yields symbols that the release has and the stub lacks."""
    for name, symbols, _ in by_function(pair, pair.exports - pair.expected):
        function = pair.stub.function(name)
        if not function and pair.declaration(name):
            yield find(pair, name, f"{name} is new in {pair.release.version_text}", NEW)
        elif not function and not pair.is_described:
            yield find(pair, name, f"{symbols}: exported, but no header declares it: needs a row "
                                   "in [excluded], or a declaration")
        elif not function:
            continue
        elif function.added > pair.release.version:
            yield find(pair, name, f"{name} is older: in {pair.release.version_text} already",
                       OLDER)
        elif name in pair.stub.removed:
            yield find(pair, name, f"{symbols}: exported, though in [removed]")
        else:
            yield find(pair, name, f"{symbols}: exported, which contradicts [symbols]")


def left_out(pair: Pair) -> Iterator[Finding]:
    """Yields exports that neither the stub nor the list facts/exports.txt has, and exports that the
    list leaves out although a header contains them. Only for stubs of this tree."""
    if Path(pair.stub.path).resolve() != (STUBS / f"{pair.stub.name}.toml").resolve():
        return
    rows = [(name, reason) for stub, name, reason in listed_exports() if stub == pair.stub.name]
    rest = (pair.exports | pair.release.data) - pair.known.keys() - {*pair.stub.data} - {
        name for name in pair.declarations if name in pair.exports}
    reasons = {name: next((reason for pattern, reason in rows if fnmatchcase(name, pattern)), "")
               for name in rest}
    mentioned = pair.release.mentions({n for n, reason in reasons.items() if reason != DATA})
    for name, reason in sorted(reasons.items()):
        if name in mentioned:
            yield find(pair, name, f"{name}: exported, and in {mentioned[name]}, but left out: "
                                   "headers or passes lack what declares it")
        elif not reason and pair.is_described:
            yield find(pair, name, f"{name}: exported, but no header declares it: needs a row in "
                                   f"{LIST}")


def listed_exports() -> Iterator[tuple[str, str, str]]:
    """Yields (stub, name or pattern, reason) of the exports that stubs leave out."""
    for row in (STUBS / LIST).read_text(encoding="utf-8").splitlines():
        if not row.startswith("#"):
            stub, name, reason = row.split(" ")
            yield stub, name, reason


def missing(pair: Pair) -> Iterator[Finding]:
    """Yields symbols that the stub has and the release lacks."""
    there = {pair.known[symbol].function.name for symbol in pair.expected & pair.exports}
    for name, symbols, missed in by_function(pair, pair.expected - pair.exports):
        if name in there or pair.known[missed[0]].function.added == pair.release.version:
            yield find(pair, name, f"{symbols}: not exported")
        else:
            yield find(pair, name, f"{name} is gone in {pair.release.version_text}", GONE)


def declared(pair: Pair) -> Iterator[Finding]:
    """Yields functions that the headers declare, and that no release exports."""
    for name in sorted(pair.declarations.keys() - pair.exports):
        function = pair.stub.function(pair.function_of(name))
        elsewhen = function and not pair.is_there(Symbol(
            name, function, function.added, removed(pair.stub, function)))
        if not (pair.has_no_aliases and pair.is_alias(name)) and not elsewhen:
            where = pair.declarations[name].where
            yield find(pair, pair.function_of(name), f"{name} is declared at {where}, but not "
                                                     "exported: needs a row in [excluded]")


def words(function: Function, name: str) -> str:
    """Returns the declaration without the const of parameters, which does not matter to callers."""
    bare = tuple(replace(p, constant=p.constant and bool(p.pointers),
                         pointers=(*p.pointers[:-1], False) if p.pointers else ())
                 for p in function.parameters)
    return replace(function, parameters=bare).prototype(name)


def prototypes(pair: Pair) -> Iterator[Finding]:
    """Yields functions that the headers declare with other types than the stub."""
    for name in sorted(pair.known.keys() & pair.declarations.keys()):
        here, there = pair.known[name].function, pair.declarations[name]
        if pair.is_described:
            differs = bool(here.returns) and name in pair.exports and (
                words(here, name) != words(there.function, name))
        else:
            ours = pair.ours.get(name, there)  # lacks functions that the stub only names
            differs = not same(shape(ours.cursor.type), shape(there.cursor.type))
        if differs:
            yield find(pair, pair.function_of(name), f"{name} is '{there.function.prototype()}' at "
                       f"{there.where}")


def constants(pair: Pair) -> Iterator[Finding]:
    for enum, row in pair.stub.types.enums.items():
        for name, value in row.items():
            theirs = pair.release.header.constants.get(name, value)
            if theirs != value:
                yield Finding(pair.stub.line("types.enums", enum), f"{name} is {theirs}")


def families(pair: Pair) -> Iterator[Finding]:
    major, minor = pair.release.version[:2]
    highest = pair.stub.symbols.families.get(str(major))
    if pair.stub.symbols.families and (highest is None or highest < minor + AHEAD):
        line = pair.stub.line("symbols.families")
        yield Finding(line, f"the family {major} must go up to {minor + AHEAD}", FAMILY)


def versions(pair: Pair) -> Iterator[Finding]:
    """Yields functions that the release exports with other symbol versions than the stub lists."""
    for name in sorted(pair.expected & pair.exports if pair.stub.symbols.versions else ()):
        there = pair.release.versions.get(name, pair.stub.sonames)
        function = pair.function_of(name)
        if not {*there} & {*listed_versions(pair.stub, function), *pair.stub.sonames}:
            yield find(pair, function, f"{name} has the version {there[0]}: needs a row in "
                                       "[symbols.versions]")


def newest(pair: Pair) -> Iterator[Finding]:
    if pair.stub.described and version(pair.stub.described) < pair.release.version:
        yield Finding(pair.stub.line("described"),
                      f"described is older than {pair.release.version_text}", NEWEST)


def recorded(pair: Pair) -> Iterator[Finding]:
    """Yields the tables of [declare] that differ from the release, if the stub has them."""
    if not pair.stub.declare.types:
        return
    declare, found = pair.stub.declare, pair.recorded
    for table, ours, theirs in (("types", declare.types, found.types),
                                ("macros", declare.macros, found.macros)):
        names = sorted(name for name in ours.keys() | theirs.keys()
                       if ours.get(name) != theirs.get(name))
        if names:
            yield Finding(pair.stub.line(f"declare.{table}"),
                          f"[declare.{table}] differs: {', '.join(names)}", DECLARE)


def notes(pair: Pair) -> list[str]:
    """Returns what was not compared, and why; and types that differ only in spelling."""
    found = [f"not readable: {error}" for error in pair.release.unread]
    if pair.has_no_aliases:
        found.append(f"has none of the {(pair.stub.symbols.alias or '').format(name='...')}")
    why = defaultdict(list)
    for name, _, symbols in by_function(pair, pair.expected & pair.exports):
        if not any(symbol in pair.declarations for symbol in symbols):
            macro = pair.release.macros.get(name)
            why[f"hidden by a macro at {macro}" if macro else "header not readable"
                if pair.release.unread else "declared by no header"].append(name)
    found += [f"{reason}: {', '.join(names)}" for reason, names in why.items()]
    spelled = {pair.function_of(name) for name in pair.ours.keys() & pair.declarations.keys()
               if pair.ours[name].function != pair.declarations[name].function}
    if spelled:
        found.append(f"same type, other spelling: {', '.join(sorted(spelled))}")
    return found
