"""Writes stubs/facts/majors.txt: the functions whose binary interface differs between CUDA's
majors: ./dev majors STUB...

Reads the headers of one wheel for each minor release of CUDA 12 and later, or, for libraries of
hundreds of megabytes, of the first and the last release of each major. A function differs if two
releases of different majors disagree about its prototype, about the layout of a struct that it can
reach, or about the value of an enumerator that both define. Reserved members and enumerators that
only count the others may differ.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

from clang.cindex import CursorKind, Type, TypeKind

from gen.stub import majors
from gen.stub.load import load
from gen.stub.stub import Stub
from gen.stub.symbols import libraries
from gen.update import header
from gen.update.clang_type import ARRAYS, FUNCTIONS, Shape, bases, shape, types
from gen.update.wheel import HEADERS, NotFetched, fetch, versions
from gen.write import InputError, report, say

FILE = Path(__file__).parents[2] / majors.FILE
HEAD = """\
# The functions whose binary interface differs between CUDA's majors, by the headers of the
# releases in the row `read`. Written by ./dev majors; gen/stub/majors.py reads it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""
OLDEST, NEWEST = 12, 13  # the majors to compare; packages without -cuN are for the newest
# Drivers are in no wheel, but their headers are.
DRIVERS = {"cuda": ["nvidia-cuda-runtime", "nvidia-cuda-runtime-cu12"],
           "nvml": ["nvidia-nvml-dev", "nvidia-nvml-dev-cu12"]}
# Enumerators that count the others, such as CUPTI_ACTIVITY_KIND_COUNT.
COUNTS = re.compile(r"(^|_)(COUNT|MAX|NUM|LAST|SIZE)(_|$)|(Count|Max)$")
Layout = tuple[int, dict[str, tuple[int, int]]]  # size, and the offset and size of each member


@dataclass
class Interface:
    """What a program that calls a function has compiled in."""
    prototype: Shape            # the shapes of the result and of the parameters
    types: list[str]            # the same in C
    structs: dict[str, Layout]
    enumerators: dict[str, int]


def innermost(type_: Type) -> Type:
    """Returns what a type points to, or is an array of."""
    type_ = type_.get_canonical()
    while type_.kind in (TypeKind.POINTER, *ARRAYS):
        pointer = type_.kind == TypeKind.POINTER
        type_ = type_.get_pointee() if pointer else type_.element_type
    return type_


def layout(type_: Type) -> Layout:
    return type_.get_size(), {
        field.spelling: (field.get_field_offsetof(), field.type.get_size())
        for field in type_.get_fields()
        if field.spelling and "reserved" not in field.spelling.lower()}


def reached(type_: Type, structs: dict[str, Layout], enumerators: dict[str, int]) -> None:
    """Records the structs and enumerators that can be reached from a type."""
    for each in (innermost(base) for base, _ in bases(type_)):
        name = each.spelling.removeprefix("const ")
        if each.kind == TypeKind.ENUM:
            enumerators.update((e.spelling, e.enum_value)
                               for e in each.get_declaration().get_children()
                               if e.kind == CursorKind.ENUM_CONSTANT_DECL
                               and not COUNTS.search(e.spelling))
        elif each.kind == TypeKind.RECORD and each.get_size() > 0 and name not in structs:
            structs[name] = layout(each)
            for field in each.get_fields():
                reached(field.type, structs, enumerators)
        elif each.kind in FUNCTIONS:
            for part in (each.get_result(), *each.argument_types()):
                reached(part, structs, enumerators)


def without_sizes(part: Shape) -> Shape:
    """Returns a shape without the sizes of structs, which have rows of their own."""
    return part[:1] if part[:1] == ("struct",) else tuple(
        without_sizes(each) if isinstance(each, tuple) else each for each in part)


def read(stub: Stub, package: str, version: str) -> dict[str, Interface]:
    """Returns the interface of each function of the stub that a release's headers declare."""
    functions = {symbol.name: symbol.function.name for library in libraries(stub)
                 for symbol in library.symbols}
    folders = folders_of(stub, package, version)
    there = [name for name in stub.headers if (folders[0] / name).is_file()]
    found = header.read(there, folders, frozenset(functions), stub.passes).functions
    interfaces: dict[str, Interface] = {}
    for symbol, declared in found.items():
        if symbol in functions:
            type_ = declared.cursor.type
            spelled = [part.spelling for part in types(declared)]
            each = Interface(without_sizes(shape(type_)[1:-1]), spelled, {}, {})
            for part in types(declared):
                reached(part, each.structs, each.enumerators)
            interfaces.setdefault(functions[symbol], each)
    return interfaces


def folders_of(stub: Stub, package: str, version: str) -> tuple[Path, ...]:
    """Returns the folder of the release's headers, and those of the packages that they include, in
    the newest release for the same CUDA major."""
    major = re.search(r"-cu\d+$", package)
    others = [other for other in stub.includes if re.search(r"-cu\d+$", other) == major or (
        major and other.endswith(major[0]))]
    folder = fetch(package, version, say, HEADERS)
    every = [folder, *(fetch(other, versions(other)[0], say, HEADERS) for other in others)]
    include = [found.resolve() for each in every
               for pattern in ("nvidia/*/include", "nvidia/*/nvvm/include", "*/include")
               for found in sorted(each.glob(pattern))]
    mine = next((path for path in include
                 if any((path / name).is_file() for name in stub.headers)), None)
    if not mine:
        raise InputError(f"{folder}: no {' or '.join(stub.headers)}")
    return mine, *(path for path in include if path != mine)


def chosen(package: str, every: bool) -> list[str]:
    """Returns the last patch release of each minor release, oldest first, or the first and the last
    of these."""
    newest: dict[tuple[str, ...], str] = {}
    for version in versions(package):
        newest.setdefault(tuple(version.split(".")[:2]), version)
    found = [*newest.values()][::-1]
    return found if every else [*dict.fromkeys((versions(package)[-1], found[-1]))]


def differences(before: Interface, after: Interface) -> Iterator[str]:
    if len(before.types) != len(after.types):
        yield f"it has {len(before.types) - 1} and {len(after.types) - 1} parameters"
    elif before.prototype != after.prototype:
        at = next(i for i, part in enumerate(before.prototype) if part != after.prototype[i])
        what = f"parameter {at}" if at else "the result"
        yield f"{what} is {before.types[at]} and {after.types[at]}"
    for name in sorted(before.structs.keys() & after.structs.keys()):
        (size, members), (other_size, others) = before.structs[name], after.structs[name]
        moved = [member for member in members.keys() & others.keys()
                 if members[member] != others[member]]
        if size != other_size:
            yield f"{name} has {size} and {other_size} bytes"
        elif moved:
            first = min(moved, key=lambda member: members[member])
            yield f"{name} has another {first}"
    for name in sorted(before.enumerators.keys() & after.enumerators.keys()):
        if before.enumerators[name] != after.enumerators[name]:
            yield f"{name} is {before.enumerators[name]} and {after.enumerators[name]}"


Releases = list[tuple[str, dict[str, Interface]]]


def releases(stub: Stub) -> dict[int, Releases]:
    """Returns what the headers of each CUDA major declare, oldest release first."""
    found: dict[int, Releases] = {}
    for package in DRIVERS.get(stub.name, stub.packages):
        suffix = re.search(r"-cu(\d+)$", package)
        major = int(suffix[1]) if suffix else 0
        if not suffix or major >= OLDEST:
            every = stub.cross_major or stub.name in DRIVERS
            for version in chosen(package, every):
                each = read(stub, package, version)
                say(f"{package} {version}: {len(each)} of {len(stub.functions)} functions")
                found.setdefault(major or NEWEST, []).append((f"{package} {version}", each))
    return found


def changed(found: dict[int, Releases]) -> dict[str, str]:
    """Returns the first difference of each function that differs between two majors. The nearest
    releases are compared first, because their difference is the smallest."""
    rows: dict[str, str] = {}
    for older, newer in combinations(sorted(found), 2):
        for (_, before), (_, after) in product(reversed(found[older]), found[newer]):
            for function in before.keys() & after.keys():
                for text in differences(before[function], after[function]):
                    rows.setdefault(function, text)
    return rows


def section(name: str) -> list[str]:
    """Returns the rows of a stub: first the releases that were read."""
    found = releases(load(FILE.parents[1] / f"{name}.toml"))
    releases_of: dict[str, list[str]] = {}
    for release, _ in (each for major in sorted(found) for each in found[major]):
        package, _, version = release.partition(" ")
        releases_of.setdefault(package, []).append(version)
    read_of = "; ".join(f"{package} {', '.join(each)}" for package, each in releases_of.items())
    return [f"{name} read {read_of}"] + [
        f"{name} {function} {text}" for function, text in sorted(changed(found).items())]


def main(arguments: list[str]) -> int:
    if not arguments:
        print("usage: gen majors STUB...", file=sys.stderr)
        return 2
    try:
        rows = [row for row in FILE.read_text(encoding="utf-8").splitlines()
                if row[0] != "#" and row.split()[0] not in arguments] if FILE.exists() else []
        for name in arguments:
            rows += section(name)
    except (InputError, NotFetched) as error:
        report(f"gen majors: {error}")
        return 1
    rows.sort(key=lambda row: row.split()[0])  # stable: the row `read` stays first
    FILE.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    return 0
