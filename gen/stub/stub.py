"""Reads stubs/NAME.toml into frozen dataclasses that keep the line of every row.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Iterator
from dataclasses import dataclass, replace

from gen.stub.declaration import Function
from gen.stub.keys import KEYS, TYPE_TABLES, wrong_row
from gen.stub.reader import read_function
from gen.stub.toml import Lines, StubError, read_toml
from gen.stub.version import Version, version

Found = Iterator[tuple[int, str]]  # what a rule yields: line, error


@dataclass(frozen=True)
class Stub:
    path: str
    values: dict                      # by the names of KEYS
    functions: tuple[Function, ...]   # in the file's order
    redeclared: dict[str, tuple[Function, ...]]  # by suffix family
    lines: Lines

    def __getitem__(self, key):
        return self.values[key]

    def function(self, name: str) -> Function | None:
        return next((f for f in self.functions if f.name == name), None)

    @property
    def result(self) -> str:
        """The type of the library's error codes; "" if the stub does not say."""
        asked = self.function(self["version.function"])
        answered = [asked.returns.base] if asked else []
        answered += self["absent.returns"]
        return next((base for base in answered if base in self["types.enums"]), "")

    @property
    def types(self) -> dict[str, str]:
        """Type → the table that describes it."""
        return {name: kind for kind in TYPE_TABLES for name in self[f"types.{kind}"]}

    def line(self, key: str, *row: str | None) -> int:
        """The line of a row, or of its key, or of the table that it would be in."""
        return self.lines.nearest(*key.split("."), *filter(None, row))

    def error(self, what: str, key: str, *row: str) -> StubError:
        return StubError(self.path, self.line(key, *row), what)


def load(path) -> Stub:
    """Reads a stub; StubError if it is not TOML, or a key or a declaration is invalid."""
    tree, lines = read_toml(str(path))
    stub = Stub(str(path), {}, (), {}, lines)
    values = _values(stub, tree)
    functions = [f for release, text in values["functions"].items()
                 for f in _declared(stub, "functions", release, text, _added(stub, release))]
    added = {f.name: f.added for f in functions}
    redeclared = {family: tuple(
        replace(f, added=added.get(f.name, Version(0, 0)))
        for f in _declared(stub, "symbols.redeclared", family, text))
        for family, text in values["symbols.redeclared"].items()}
    return Stub(stub.path, values, tuple(functions), redeclared, lines)


def _values(stub, tree):
    tables = {key.split(".")[0] for key in KEYS if "." in key}
    flat = {}
    for key, value in tree.items():
        if key in tables and not isinstance(value, dict):
            raise stub.error(f"{key} must be a table", key)
        flat |= {f"{key}.{k}": v for k, v in value.items()} if key in tables else {key: value}
    for key, value in flat.items():
        if key not in KEYS:
            raise stub.error(f"unknown key {key}", key)
        row = wrong_row(key, value)
        if row is not None:
            where = f": {row} is not" if row else ""
            raise stub.error(f"{key} must be {KEYS[key][0]}{where}", key, row)
    for key, (form, *default) in KEYS.items():
        if key not in flat and not default:
            raise stub.error(f"missing key {key}", key.rpartition(".")[0])
    return {key: flat.get(key, *default) for key, (form, *default) in KEYS.items()}


def _added(stub, release):
    try:
        return version(release)
    except ValueError as error:
        raise stub.error(str(error), "functions", release) from None


def _declared(stub, key, row, text, added=()):
    first = stub.line(key, row) + ("\n" in text)
    for line, declaration in enumerate(text.split("\n"), first):
        if declaration:
            try:
                yield read_function(declaration, added, line)
            except ValueError as error:
                raise StubError(stub.path, line, f"{declaration}: {error}") from None
