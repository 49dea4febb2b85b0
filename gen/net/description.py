"""Reads stubs/nccl_net.toml into frozen dataclasses that keep the line of every row.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from dataclasses import dataclass
from functools import cached_property

from gen.net.form import INTERFACES, check_form
from gen.stub.stub import StubError, read_toml

PARAMETER = re.compile(r"(const )?(\w+) (\**) ?(\w+)(?:\[(\w+)\])?")

@dataclass(frozen=True)
class Parameter:
    """`void *data[n]`: base "void", stars "*", name "data", count "n"; a member of a struct too."""
    base: str
    stars: str
    name: str
    count: str = ""
    constant: bool = False


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
        """The newest parameters, with removed ones after their former neighbours."""
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
    path: str
    values: dict
    lines: dict
    interfaces: dict[str, tuple[Operation, ...]]
    types: dict[str, dict[int, tuple[Parameter, ...]]]

    def __getitem__(self, key):
        return self.values[key]

    @property
    def versions(self) -> list[int]:
        """The versions that adapters are made for."""
        return [v for v in map(int, self["releases"]) if v >= self["oldest"]]

    @property
    def newest(self) -> int:
        return max(self.versions)

    def size(self, version: int, of: str) -> int:
        return self["sizes"][str(version)][of]

    def operations(self, interface: str, version: int) -> list[Operation]:
        return [each for each in self.interfaces[interface] if each.since <= version]

    def properties(self, version: int) -> dict[str, dict]:
        return {name: row for name, row in self["properties"].items() if row["since"] <= version}

    def variant(self, name: str, version: int) -> int:
        """The version that defined the struct of this name that this version uses; 0 if none."""
        return max((v for v in self.types[name] if v <= version), default=0)

    def line(self, *row) -> int:
        at = tuple(map(str, row))
        while at and at not in self.lines:
            at = at[:-1]
        return self.lines.get(at, 1)


def parameters(text: str) -> tuple[Parameter, ...]:
    """`int dev, void *data[n]`; ValueError says what is not understood."""
    found = []
    for part in text.split(", "):
        match = PARAMETER.fullmatch(part)
        if not match:
            raise ValueError(f"{part!r} is not a parameter like `void *data[n]`")
        constant, base, stars, name, count = match.groups()
        found.append(Parameter(base, stars, name, count or "", bool(constant)))
    return tuple(found)


def load(path) -> Description:
    """Reads a description; StubError if it is not TOML or a row is invalid."""
    tree, lines = read_toml(str(path))
    check_form(str(path), tree, lines)
    bare = Description(str(path), tree, lines, {}, {})

    def declared(row, text):
        try:
            return parameters(text)
        except ValueError as error:
            raise StubError(str(path), bare.line(*row), str(error)) from None

    types = {name: {int(v): tuple(p for text in members for p in declared(("types", name, v), text))
                    for v, members in rows.items()} for name, rows in tree["types"].items()}
    interfaces = {
        interface: tuple(Operation(name, rows["about"], {
            int(v): declared((interface, name, v), text)
            for v, text in rows.items() if v != "about"}) for name, rows in tree[interface].items())
        for interface in INTERFACES if interface in tree}
    return Description(str(path), tree, lines, interfaces, types)
