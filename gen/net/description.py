"""Reads a plugin description, such as stubs/nccl_net.toml, into frozen dataclasses that keep the
line of every row.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from gen.net.form import INTERFACES, check_form
from gen.stub.toml import Lines, StubError, read_toml

PARAMETER = re.compile(r"(const )?(\w+) (\**) ?(\w+)(?:\[(\w+(?:\]\[\w+)*)\])?")


class Marker(NamedTuple):
    """A bit that NCCL may set in a request."""
    value: int
    since: int


class Property(NamedTuple):
    """A member of the struct with the properties of a device."""
    type: str
    since: int
    absent: str | None = None   # its value in a version that lacks it


@dataclass(frozen=True)
class Parameter:
    """A parameter or member. `void *data[n]` has name "data", base "void", stars "*", count "n"."""
    base: str
    stars: str
    name: str
    count: str = ""
    constant: bool = False


@dataclass(frozen=True)
class Member:
    """A member of an event's struct: version that changed it → its type, or "" if removed."""
    name: str
    history: dict[int, str]

    def at(self, version: int) -> str:
        return self.history[max((v for v in self.history if v <= version), default=0)] \
            if min(self.history) <= version else ""

    @property
    def canonical(self) -> str:
        """The newest type."""
        return [text for text in self.history.values() if text][-1]


@dataclass(frozen=True)
class Operation:
    name: str
    about: str
    history: dict[int, tuple[Parameter, ...]]  # by the version that changed them, oldest first

    @property
    def since(self) -> int:
        return min(self.history)

    def at(self, version: int) -> tuple[Parameter, ...]:
        return self.history[max(v for v in self.history if v <= version)]

    @cached_property
    def canonical(self) -> tuple[Parameter, ...]:
        """The newest parameters; each removed one follows its former neighbour."""
        found = list(self.history[max(self.history)])
        for version in sorted(self.history, reverse=True):
            before = 0
            for parameter in self.history[version]:
                names = [p.name for p in found]
                if parameter.name not in names:
                    found.insert(before, parameter)
                    names.insert(before, parameter.name)
                before = names.index(parameter.name) + 1
        return tuple(found)


@dataclass(frozen=True)
class Description:
    """The values of the keys in form.py, and the line of each row."""
    path: str
    lines: Lines
    described: str
    oldest: int
    releases: dict[str, list[str]]
    sizes: dict[str, dict[str, int]]
    types: dict[str, dict[int, tuple[Parameter, ...]]]
    interfaces: dict[str, tuple[Operation, ...]]
    markers: dict[str, Marker]
    properties: dict[str, Property]
    events: dict[str, tuple[Member, ...]]
    max_recvs: int = 0
    fini: str = ""
    own_networks: list[str] = field(default_factory=list)
    optional: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    aliases: list[list[str]] = field(default_factory=list)
    others: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    bits: dict[str, int] = field(default_factory=dict)

    @property
    def prefix(self) -> str:
        """The first interface, which is part of the names of structs."""
        return next(iter(self.interfaces))

    @property
    def versions(self) -> list[int]:
        """The versions that have adapters."""
        return [v for v in map(int, self.releases) if v >= self.oldest]

    @property
    def newest(self) -> int:
        return max(self.versions)

    def size(self, version: int, of: str) -> int:
        return self.sizes[str(version)][of]

    def operations(self, interface: str, version: int) -> list[Operation]:
        return [each for each in self.interfaces[interface] if each.since <= version]

    def properties_of(self, version: int) -> dict[str, Property]:
        return {name: row for name, row in self.properties.items() if row.since <= version}

    def variant(self, name: str, version: int) -> int:
        """Returns the version whose definition of the struct `name` is used in `version`, or 0."""
        return max((v for v in self.types[name] if v <= version), default=0)

    def line(self, *row: str | int) -> int:
        return self.lines.nearest(*map(str, row))


def parameters(text: str) -> tuple[Parameter, ...]:
    """Reads `int dev, void *data[n]`. Raises ValueError, which names a part that is malformed."""
    found = []
    for part in text.split(", ") if text != "void" else ():
        match = PARAMETER.fullmatch(part)
        if not match:
            raise ValueError(f"{part!r} is not a parameter like `void *data[n]`")
        constant, base, stars, name, count = match.groups()
        found.append(Parameter(base, stars, name, count or "", bool(constant)))
    return tuple(found)


def load(path: str) -> Description:
    """Reads a description. Raises StubError if it is not TOML or a row is invalid."""
    tree, lines = read_toml(path)
    check_form(path, tree, lines)

    def declared(row: tuple[str, str, str], text: str) -> tuple[Parameter, ...]:
        try:
            return parameters(text)
        except ValueError as error:
            raise StubError(path, lines.nearest(*row), str(error)) from None

    types = {name: {int(v): tuple(p for text in members for p in declared(("types", name, v), text))
                    for v, members in rows.items()} for name, rows in tree.pop("types", {}).items()}
    interfaces = {
        interface: tuple(Operation(name, rows["about"], {
            int(v): declared((interface, name, v), text)
            for v, text in rows.items() if v != "about"})
            for name, rows in tree.pop(interface).items())
        for interface in INTERFACES if interface in tree}
    markers = {name: Marker(**row) for name, row in tree.pop("markers", {}).items()}
    properties = {name: Property(**row) for name, row in tree.pop("properties", {}).items()}
    events = {event: tuple(Member(name, {int(v): text for v, text in row.items()})
                           for name, row in rows.items())
              for event, rows in tree.pop("events", {}).items()}
    return Description(path, lines, types=types, interfaces=interfaces, markers=markers,
                       properties=properties, events=events, **tree)
