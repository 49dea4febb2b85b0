"""Writes stubs/facts/majors.txt: the functions whose binary interface differs between CUDA's
majors: ./dev majors [STUB...]. Prints how many are the same.

Reads the headers of one wheel for each minor release of CUDA. For libraries of hundreds of
megabytes, reads only the first and the last release of each major. A function differs if releases
of two majors differ in its prototype, in the layout of a struct that it can reach, or in the value
of an enumerator that both define. Structs are compared by where they are used, not by name, because
the same struct may have another name: cudaSignalExternalSemaphoresAsync() takes ..._v1 in CUDA 12.
Reserved members, and enumerators that only count the others, may differ.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product
from pathlib import Path

from clang.cindex import CursorKind, Type, TypeKind

from gen.stub import majors
from gen.stub.load import load
from gen.stub.stub import Stub
from gen.stub.symbols import libraries
from gen.update import header
from gen.update.clang_type import ARRAYS, FUNCTIONS, Shape, shape, types
from gen.update.wheel import HEADERS, NotFetched, fetch, versions
from gen.write import InputError, report, say

FILE = Path(__file__).parents[2] / majors.FILE
HEAD = """\
# The functions whose binary interface a major of CUDA has changed, by the headers of the releases
# in the row `read`. Written by ./dev majors; gen/stub/majors.py reads it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""
OLDEST, NEWEST = 11, 13  # the majors to compare
# Drivers are in no wheel, but their headers are.
DRIVERS = {"cuda": ["nvidia-cuda-runtime", "nvidia-cuda-runtime-cu12", "nvidia-cuda-runtime-cu11"],
           "nvml": ["nvidia-nvml-dev", "nvidia-nvml-dev-cu12"]}
# Enumerators that count the others, such as CUPTI_ACTIVITY_KIND_COUNT.
COUNTS = re.compile(r"(^|_)(COUNT|MAX|NUM|LAST|SIZE)(_|$)|(Count|Max)$")


@dataclass(eq=False)
class Part:
    """A type that is compiled into programs. Pointers and arrays are the type that they lead to."""
    name: str
    size: int = 0                                                    # of a complete struct
    members: dict[str, "Member"] = field(default_factory=dict)
    parts: list["Part"] = field(default_factory=list)                # a callback's types


@dataclass(eq=False)
class Member:
    place: tuple[int, int, object]      # offset, size and kind
    part: Part


@dataclass
class Interface:
    """What a program that calls a function has compiled in."""
    prototype: Shape            # the shapes of the result and of the parameters
    types: list[str]            # the same types as C spells them
    parts: list[Part]
    enumerators: dict[str, int]


def innermost(type_: Type) -> Type:
    """Returns the type to which pointers and arrays lead in the end."""
    type_ = type_.get_canonical()
    while type_.kind in (TypeKind.POINTER, *ARRAYS):
        pointer = type_.kind == TypeKind.POINTER
        type_ = (type_.get_pointee() if pointer else type_.element_type).get_canonical()
    return type_


def members(type_: Type) -> Iterator[tuple[str, int, Type]]:
    """Yields the members of a struct, and those of unnamed structs in it, with their offsets."""
    for each in type_.get_fields():
        if each.is_anonymous():
            for name, offset, inner in members(each.type.get_canonical()):
                yield name, each.get_field_offsetof() + offset, inner
        elif each.spelling and "reserved" not in each.spelling.lower():
            yield each.spelling, each.get_field_offsetof(), each.type


def kind(type_: Type) -> object:
    """Returns the kind of a member's type. Enums and integers have the same kind."""
    found = shape(type_)[0]
    return found if found in ("pointer", "struct", "float", "function") else "number"


def part_of(type_: Type, known: dict[str, Part], enumerators: dict[str, int]) -> Part:
    """Returns the part of a type, with all parts that it reaches. Adds their enumerators."""
    inner = innermost(type_)
    name = inner.spelling.removeprefix("const ")
    if name in known:
        return known[name]
    known[name] = part = Part(name)
    if inner.kind == TypeKind.ENUM:
        enumerators.update((each.spelling, each.enum_value)
                           for each in inner.get_declaration().get_children()
                           if each.kind == CursorKind.ENUM_CONSTANT_DECL
                           and not COUNTS.search(each.spelling))
    elif inner.kind == TypeKind.RECORD and inner.get_size() > 0:
        part.size = inner.get_size()
        part.members = {member: Member((offset, each.get_size(), kind(each)),
                                       part_of(each, known, enumerators))
                        for member, offset, each in members(inner)}
    elif inner.kind in FUNCTIONS:
        part.parts = [part_of(each, known, enumerators)
                      for each in (inner.get_result(), *inner.argument_types())]
    return part


def without_sizes(part: Shape) -> Shape:
    """Returns a shape without the sizes of structs, which are compared separately."""
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
            each = Interface(without_sizes(shape(type_)[1:-1]), spelled, [], {})
            reached: dict[str, Part] = {}
            each.parts = [part_of(part, reached, each.enumerators) for part in types(declared)]
            interfaces.setdefault(functions[symbol], each)
    return interfaces


def folders_of(stub: Stub, package: str, version: str) -> tuple[Path, ...]:
    """Returns the folder of the release's headers, then the folders of the packages that they
    include, of the newest releases for the same CUDA major."""
    others = [other for other in stub.includes if major_of(other) == major_of(package)]
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


def major_of(package: str) -> int:
    """Returns the CUDA major of a package. A package without -cuN is for the newest major."""
    suffix = re.search(r"-cu(\d+)$", package)
    return int(suffix[1]) if suffix else NEWEST


def chosen(package: str, every: bool) -> list[str]:
    """Returns the last patch release of each minor release, oldest first; without `every`, only the
    first release of all and the last one."""
    newest: dict[tuple[str, ...], str] = {}
    for version in versions(package):
        newest.setdefault(tuple(version.split(".")[:2]), version)
    found = [*newest.values()][::-1]
    return found if every else [*dict.fromkeys((versions(package)[-1], found[-1]))]


def differences(before: Interface, after: Interface) -> Iterator[str]:
    """Yields how the interface of a function differs between two releases."""
    if len(before.types) != len(after.types):
        yield f"it has {len(before.types) - 1} and {len(after.types) - 1} parameters"
    elif before.prototype != after.prototype:
        at = next(i for i, part in enumerate(before.prototype) if part != after.prototype[i])
        what = f"parameter {at}" if at else "the result"
        yield f"{what} is {before.types[at]} and {after.types[at]}"
    seen: set[tuple[Part, Part]] = set()
    for part, other in zip(before.parts, after.parts, strict=False):
        yield from layouts(part, other, seen)
    for name in sorted(before.enumerators.keys() & after.enumerators.keys()):
        if before.enumerators[name] != after.enumerators[name]:
            yield f"{name} is {before.enumerators[name]} and {after.enumerators[name]}"


def layouts(part: Part, other: Part, seen: set[tuple[Part, Part]]) -> Iterator[str]:
    """Yields how two structs in the same place differ, even if their names differ."""
    if (part, other) in seen:
        return
    seen.add((part, other))
    if part.size and other.size and part.size != other.size:
        yield (f"{part.name} has {part.size} and {other.size} bytes" if part.name == other.name else
               f"{part.name} has {part.size} bytes and {other.name} {other.size}")
    common = [name for name in part.members if name in other.members]
    for name in common:
        yield from layouts(part.members[name].part, other.members[name].part, seen)
    if part.size == other.size and (name := another(part, other)):
        yield f"{part.name} has another {name}"
    for each, with_other in zip(part.parts, other.parts, strict=False):
        yield from layouts(each, with_other, seen)


def another(part: Part, other: Part) -> str:
    """Returns the first member that has another offset, size or kind in the other struct, or whose
    offset there has a new member of another size or kind; "" if there is none."""
    renamed = {member.place[0]: member.place for name, member in other.members.items()
               if name not in part.members}
    changed = {name: member.place for name, member in part.members.items()
               if member.place != (other.members[name].place if name in other.members
                                   else renamed.get(member.place[0], member.place))}
    return min(changed, key=lambda name: changed[name][:2], default="")


Releases = list[tuple[str, dict[str, Interface]]]


def releases(stub: Stub) -> dict[int, Releases]:
    """Returns what the headers of each CUDA major declare, oldest release first."""
    found: dict[int, Releases] = {}
    for package in DRIVERS.get(stub.name, stub.packages):
        major = major_of(package)
        if major >= OLDEST:
            every = stub.cross_major or stub.name in DRIVERS
            for version in chosen(package, every):
                each = read(stub, package, version)
                say(f"{package} {version}: {len(each)} of {len(stub.functions)} functions")
                found.setdefault(major, []).append((f"{package} {version}", each))
    return found


def changed(found: dict[int, Releases]) -> dict[tuple[int, str], str]:
    """Returns (major, function) → the first difference between this major and an older one. The
    nearest releases are compared first, because they differ least."""
    rows: dict[tuple[int, str], str] = {}
    pairs = sorted(combinations(sorted(found), 2), key=lambda pair: pair[1] - pair[0])
    for older, newer in pairs:
        for (_, before), (_, after) in product(reversed(found[older]), found[newer]):
            for function in before.keys() & after.keys():
                # if a major in between changed the function, the difference is that change
                between = [(major, function) for major in range(older + 1, newer)]
                if not any(row in rows for row in between):
                    for text in differences(before[function], after[function]):
                        rows.setdefault((newer, function), text)
    return rows


def section(name: str) -> list[str]:
    """Returns the rows of a stub. The first one lists the releases that were read."""
    found = releases(load(FILE.parents[1] / f"{name}.toml"))
    releases_of: dict[str, list[str]] = {}
    for release, _ in (each for major in sorted(found) for each in found[major]):
        package, _, version = release.partition(" ")
        releases_of.setdefault(package, []).append(version)
    read_of = "; ".join(f"{package} {', '.join(each)}" for package, each in releases_of.items())
    functions = {major: {name for _, each in found[major] for name in each} for major in found}
    return [f"{name} read {read_of}"] + [
        f"{name} shared {older} {newer} {len(functions[older] & functions[newer])}"
        for older, newer in pairwise(sorted(found))] + [
        f"{name} {major} {function} {text}"
        for (major, function), text in sorted(changed(found).items())]


def table() -> Iterator[str]:
    """Yields how many functions of each library are the same for two majors."""
    for row in FILE.read_text(encoding="utf-8").splitlines():
        if re.match(r"\w+ shared ", row):
            name, _, older, newer, shared = row.split()
            differ = {function for major, function, _ in majors.changed(name)
                      if int(older) < major <= int(newer)}
            yield (f"{name}: {int(shared) - len(differ)} of {shared} functions of CUDA {older} and "
                   f"{newer} are the same")


def main(arguments: list[str]) -> int:
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
    say(*table())
    return 0
