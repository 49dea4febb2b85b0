"""Reads stubs/NAME.toml.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gen.stub.declaration import Function
from gen.stub.keys import KEYS, TABLES, wrong_row
from gen.stub.reader import read_function
from gen.stub.stub import Out, Stub
from gen.stub.toml import Lines, StubError, read_toml
from gen.stub.version import FROM_START, Version, version


def load(path: str | os.PathLike[str]) -> Stub:
    """Reads a stub. Raises StubError if it is not TOML, or has an invalid key or declaration."""
    file = os.fspath(path)
    tree, lines = read_toml(file)
    values = _values(file, tree, lines)
    releases: dict[str, str] = values["functions"]
    functions = tuple(function for release, text in releases.items()
                      for function in _added(file, lines, release, text))
    added = {function.name: function.added for function in functions}
    values["functions"] = functions
    values["symbols.redeclared"] = {family: tuple(
        replace(each, added=added.get(each.name, FROM_START))
        for each in _declared(file, lines, ("symbols", "redeclared", family), text))
        for family, text in values.get("symbols.redeclared", {}).items()}
    values["absent.out"] = {name: Out(row.get("count"), {
        int(position): value for position, value in row.items() if position != "count"})
        for name, row in values.get("absent.out", {}).items()}
    for name, table in TABLES.items():
        rows = {key: values.pop(key) for key in [*values] if key.startswith(f"{name}.")}
        values[name] = table(**{key.partition(".")[2]: value for key, value in rows.items()})
    return Stub(path=file, lines=lines, releases=tuple(releases), **values)


def _values(file: str, tree: dict[str, Any], lines: Lines) -> dict[str, Any]:
    """Returns key → value, with the keys as in KEYS."""
    def error(what: str, key: str, row: str | None = None) -> StubError:
        return StubError(file, lines.nearest(*key.split("."), *filter(None, [row])), what)

    flat: dict[str, Any] = {}
    for key, value in tree.items():
        if key in TABLES and not isinstance(value, dict):
            raise error(f"{key} must be a table", key)
        flat |= {f"{key}.{k}": v for k, v in value.items()} if key in TABLES else {key: value}
    for key, value in flat.items():
        if key not in KEYS:
            instead = ": it is now an option: vendor --search LIST" if key == "search" else ""
            raise error(f"unknown key {key}{instead}", key)
        row = wrong_row(key, value)
        if row is not None:
            where = f": {row} is not" if row else ""
            raise error(f"{key} must be {KEYS[key].form}{where}", key, row)
    for key, described in KEYS.items():
        if key not in flat and described.required:
            raise error(f"missing key {key}", key.rpartition(".")[0])
    return flat


def _added(file: str, lines: Lines, release: str, text: str) -> Iterator[Function]:
    row = ("functions", release)
    try:
        added = version(release)
    except ValueError as error:
        raise StubError(file, lines.nearest(*row), str(error)) from None
    return _declared(file, lines, row, text, added)


def _declared(file: str, lines: Lines, row: tuple[str, ...], text: str,
              added: Version = FROM_START) -> Iterator[Function]:
    first = lines.nearest(*row) + ("\n" in text)
    for line, declaration in enumerate(text.split("\n"), first):
        if declaration:
            try:
                yield read_function(declaration, added, line)
            except ValueError as error:
                raise StubError(file, line, f"{declaration}: {error}") from None
