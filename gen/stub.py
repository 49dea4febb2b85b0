"""Reads stubs/NAME.toml into frozen dataclasses that know the line of every row.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import tomllib
from dataclasses import dataclass
from typing import NamedTuple

from declaration import Function, read_function

TEXT, FLAG, LIST = "a string", "true or false", "a list of strings"
TEXTS, LISTS, NUMBERS = "a table of strings", "a table of lists of strings", "a table of numbers"
ENUMS, OUTS = "a table of { constant = number }", "a table of { position = value }"

# Every key that a stub may have: its form, and the value where it may be left out.
KEYS = {
    "name": (TEXT,), "title": (TEXT,), "described": (TEXT,), "headers": (LIST,),
    "header_version": (TEXT,), "sonames": (LIST,), "wheels": (LIST,), "roots": (LIST,),
    "packages": (LIST,), "companion": (TEXT, None), "partner": (TEXT, None),
    "partner_rule": (TEXT, None), "cuda_named": (FLAG, False),
    "version.function": (TEXT,), "version.text": (TEXT,),
    "types.handles": (TEXTS, {}), "types.opaque": (TEXTS, {}), "types.enums": (ENUMS, {}),
    "types.integers": (TEXTS, {}), "types.structs": (LISTS, {}),
    "absent.returns": (TEXTS,), "absent.functions": (TEXTS, {}), "absent.out": (OUTS, {}),
    "symbols.twin": (TEXT, None), "symbols.suffixed": (TEXT, None),
    "symbols.families": (NUMBERS, {}), "symbols.unsuffixed_since": (TEXT, None),
    "symbols.never_suffixed": (LIST, []), "symbols.version_from_suffix": (TEXT, None),
    "removed": (TEXTS, {}), "excluded": (TEXTS, {}), "functions": (TEXTS,),
}


class Version(NamedTuple):
    major: int
    minor: int
    patch: int = 0

    def number(self) -> int:
        return self.major * 10000 + self.minor * 100 + self.patch


class Bad(Exception):
    """A mistake in a stub: `file:line: what is wrong`."""

    def __init__(self, path, line, what):
        super().__init__(f"{path}:{line}: {what}")


@dataclass(frozen=True)
class Stub:
    path: str
    values: dict                      # by the names of KEYS
    functions: tuple[Function, ...]   # in the file's order
    lines: dict                       # line of each row: ("absent", "out", "ncclCommCount") → 87

    def __getitem__(self, key):
        return self.values[key]

    def line(self, key: str, *row: str) -> int:
        """Where a row stands, or the key, or the table that it would be in."""
        at = (*key.split("."), *row)
        while at and at not in self.lines:
            at = at[:-1]
        return self.lines.get(at, 1)

    def bad(self, what: str, key: str, *row: str) -> Bad:
        return Bad(self.path, self.line(key, *row), what)


def version(text: str) -> Version:
    if not re.fullmatch(r"\d+\.\d{1,2}(\.\d{1,2})?", text):
        raise ValueError(f"{text!r} is no version like 12.9 or 2.28.9")
    return Version(*map(int, text.split(".")))


def load(path) -> Stub:
    """Reads a stub; Bad if it is not TOML, or a key or a declaration is not what it must be."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r" \(at line (\d+), column \d+\)| \(at end of document\)", str(error))
        line = at[1] or text.count("\n") + 1
        raise Bad(path, line, str(error).replace(at[0], "")) from None
    lines = _lines(text)
    empty = Stub(str(path), {}, (), lines)
    values = _values(empty, tree)
    return Stub(str(path), values, tuple(_functions(empty, values["functions"])), lines)


def _lines(text):
    found, table, inside = {}, (), False
    for number, line in enumerate(text.split("\n"), 1):
        if not inside and (header := re.match(r"\[([\w.]+)\]", line)):
            table = tuple(header[1].split("."))
            found[table] = number
        elif not inside and (key := re.match(r'(?:"([^"]*)"|([\w-]+))\s*=', line)):
            found[*table, key[1] or key[2]] = number
        inside ^= line.count('"""') % 2
    return found


def _values(stub, tree):
    tables = {key.split(".")[0] for key in KEYS if "." in key}
    flat = {}
    for key, value in tree.items():
        if key in tables and not isinstance(value, dict):
            raise stub.bad(f"{key} must be a table", key)
        flat |= {f"{key}.{k}": v for k, v in value.items()} if key in tables else {key: value}
    for key, value in flat.items():
        if key not in KEYS:
            raise stub.bad(f"unknown key {key}", key)
        _refuse_wrong_form(stub, key, value)
    for key, (form, *default) in KEYS.items():
        if key not in flat and not default:
            raise stub.bad(f"missing key {key}", key.rpartition(".")[0])
    return {key: flat.get(key, *default) for key, (form, *default) in KEYS.items()}


def _refuse_wrong_form(stub, key, value):
    def texts(v):
        return isinstance(v, list) and all(isinstance(item, str) for item in v)

    def number(v):
        return type(v) is int

    form = KEYS[key][0]
    rows = {TEXTS: lambda v: isinstance(v, str), LISTS: texts, NUMBERS: number,
            ENUMS: lambda v: isinstance(v, dict) and all(map(number, v.values())),
            OUTS: lambda v: isinstance(v, dict) and all(
                number(x) if k == "count" else isinstance(x, str) and k.isdecimal()
                for k, x in v.items())}
    if form in rows:
        if not isinstance(value, dict):
            raise stub.bad(f"{key} must be {form}", key)
        for row, content in value.items():
            if not rows[form](content):
                raise stub.bad(f"{key} must be {form}: {row} is not", key, row)
    elif not {TEXT: lambda: isinstance(value, str), LIST: lambda: texts(value),
              FLAG: lambda: isinstance(value, bool)}[form]():
        raise stub.bad(f"{key} must be {form}", key)


def _functions(stub, releases):
    for release, text in releases.items():
        try:
            added = version(release)
        except ValueError as error:
            raise stub.bad(str(error), "functions", release) from None
        first = stub.line("functions", release)
        for line, row in enumerate(text.split("\n"), first + 1):
            if row:
                try:
                    yield read_function(row, added, line)
                except ValueError as error:
                    raise Bad(stub.path, line, f"{row}: {error}") from None
