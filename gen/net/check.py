"""Checks that a plugin description does not contradict itself.

Each rule yields (line, message). stubs/README.md explains the keys.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Iterator

from gen.net.call import NUMBERS
from gen.net.description import Description, Operation, Parameter
from gen.net.types import NAMED
from gen.stub.declaration import C_TYPES
from gen.stub.stub import Found
from gen.stub.toml import StubError
from gen.stub.version import is_version, version


def findings(description: Description) -> list[StubError]:
    """Returns all errors in a description, in line order."""
    found: list[tuple[int, str]] = []
    for rules in ((versions,), (structs, events, parameters), (histories, references, names)):
        for rule in rules if not found else ():
            found += rule(description)
    return [StubError(description.path, *each) for each in sorted(set(found))]


def versions(d: Description) -> Found:
    """Checks the version numbers of interfaces, and the NCCL releases that use them."""
    numbers = [int(number) for number in d.releases]
    if numbers != sorted(numbers):
        yield d.line("releases"), "releases must go from the oldest version to the newest"
    if d.oldest not in numbers:
        yield d.line("oldest"), f"oldest: no releases look up v{d.oldest}"
        return
    yield from releases(d)
    wanted = {*d.interfaces, *(("handle", "properties") if d.properties else ()),
              *(("event", "other") if d.events else ())}
    for each in numbers:
        if each >= d.oldest and {*d.sizes.get(str(each), ())} != wanted:
            yield d.line("sizes", each), f"sizes of v{each} must be {', '.join(sorted(wanted))}"
    for table, name, first in since(d):
        if first not in numbers or first < d.oldest:
            yield d.line(table, name, first), f"{name}: no adapters are made for v{first}"


def releases(d: Description) -> Found:
    for number, row in d.releases.items():
        line = d.line("releases", number)
        if not all(map(is_version, row)):
            yield line, f"v{number}: {' and '.join(row)} must be versions like 2.28.9"
        elif sorted(row, key=version) != row:
            yield line, f"v{number} ends before it begins"
        elif version(row[-1]) > version(d.described):
            yield line, f"v{number}: {row[-1]} is newer than described"


def since(d: Description) -> Iterator[tuple[str, str, int]]:
    """Yields each table, row and interface version in which the description has a change."""
    for name, variants in d.types.items():
        yield from (("types", name, number) for number in variants)
    for name, row in d.properties.items():
        yield "properties", name, row.since
    for name, marker in d.markers.items():
        yield "markers", name, marker.since
    for event, members in d.events.items():
        for member in members:
            yield from (("events", event, number) for number in member.history)
    for interface, operations in d.interfaces.items():
        for operation in operations:
            yield from ((interface, operation.name, number) for number in operation.history)


def known(d: Description, part: Parameter, number: int) -> bool:
    if part.base in d.types:
        return bool(d.variant(part.base, number))
    return part.base in C_TYPES or part.base in NAMED or part.base == "properties"


def structs(d: Description) -> Found:
    for name, variants in d.types.items():
        for number, members in variants.items():
            for part in members:
                if not known(d, part, number):
                    yield d.line("types", name, number), f"{name}: unknown type {part.base}"
    for name, row in d.properties.items():
        base = re.sub(r"const |[ *]", "", row.type)
        line = d.line("properties", name)
        if not known(d, Parameter(base, "", name), row.since):
            yield line, f"{name}: unknown type {row.type} in v{row.since}"
        if (row.absent is not None) != (row.since > d.oldest):
            yield line, f"{name} needs absent if older versions lack it, and only then"


def events(d: Description) -> Found:
    """Checks the events of profilers."""
    for event, members in d.events.items():
        line = d.line("events", event)
        if event != "event" and event not in d.bits:
            yield line, f"{event}: bits has no bit for it"
        for each in members:
            types = {re.sub(r"const |[ *]", "", text) for text in each.history.values() if text}
            for base in sorted(types - C_TYPES):
                yield line, f"{event}: {each.name} has the unknown type {base}"


def parameters(d: Description) -> Found:
    for interface, operations in d.interfaces.items():
        for operation in operations:
            for number, parts in operation.history.items():
                line = d.line(interface, operation.name, number)
                numbers = [p.name for p in parts if p.base == "int" and not p.stars]
                for part in parts:
                    if not known(d, part, number):
                        yield line, f"{operation.name}: unknown type {part.base} in v{number}"
                    if part.count and part.count not in numbers:
                        yield line, f"{operation.name}: {part.name} has no int {part.count}"
                if len({part.name for part in parts}) < len(parts):
                    yield line, f"{operation.name}: two parameters have the same name"


def histories(d: Description) -> Found:
    """Checks that a call of each version can be converted to every other version."""
    for interface, operations in d.interfaces.items():
        for operation in operations:
            before = None
            for number, parts in operation.history.items():
                line = d.line(interface, operation.name, number)
                if parts == before:
                    yield line, f"{operation.name}: v{number} changes nothing"
                before = parts
                for wanted in operation.canonical:
                    yield from between(d, operation, wanted, parts, line)


def between(d: Description, operation: Operation, wanted: Parameter,
            parts: tuple[Parameter, ...], line: int) -> Found:
    """Checks that a call with `parts` can provide `wanted`. An output (**) may be missing."""
    given = next((part for part in parts if part.name == wanted.name), None)
    if given is None:
        if "**" not in wanted.stars and wanted.name not in d.absent:
            yield line, f"{operation.name}: [absent] has no value for {wanted.name}"
    elif given.stars != wanted.stars or (given.base != wanted.base and not (
            {given.base, wanted.base} <= {*NUMBERS} and not given.stars)):
        yield line, (f"{operation.name}: {given.name} cannot be converted: "
                     f"{given.base} {given.stars} and {wanted.base} {wanted.stars}")


def references(d: Description) -> Found:
    """Checks rows that refer to operations and parameters."""
    operations = [o for each in d.interfaces.values() for o in each]
    every = {p.name for o in operations for parts in o.history.values() for p in parts}
    for name in d.absent:
        if name not in every:
            yield d.line("absent", name), f"absent: no operation has a parameter {name}"
    for name in d.passed:
        if name not in d.others:
            yield d.line("passed"), f"passed: others has no interface {name}"
    for name in d.optional:
        if name not in {o.name for o in operations}:
            yield d.line("optional"), f"optional: unknown operation {name}"


def names(d: Description) -> Found:
    """Checks names of plugins, and names that become C."""
    for row in d.aliases:
        if len(row) < 2 or any("*" in name[:-1] for name in row):
            line = d.line("aliases")
            yield line, f"aliases: {row} must be two or more names, with * only at an end"
    bits = sorted(row.value for row in d.markers.values())
    if bits != [1 << i for i in range(len(bits))]:
        yield d.line("markers"), "markers must be 1, 2, 4 and so on"
    if d.fini and not re.fullmatch(r"[A-Za-z_]\w*", d.fini):
        yield d.line("fini"), f"fini: {d.fini!r} is not a function name"
    for name in (*d.constants, *d.markers):
        if not re.fullmatch(r"[A-Z][A-Z_]*", name):
            yield d.line("constants", name), f"{name} must be only capitals and _"
