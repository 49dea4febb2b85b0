"""The table of all keys of a stub, with the form of each key's value.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, NamedTuple

from gen.stub.stub import AbsentKeys, DeclareKeys, Stub, SymbolKeys, TypeKeys, VersionKeys

TEXT, FLAG, LIST = "a string", "true or false", "a list of strings"
TEXTS, LISTS, NUMBERS = "a table of strings", "a table of lists of strings", "a table of numbers"
ENUMS, OUTS = "a table of { constant = number }", "a table of { position = value }"

# The annotation of an attribute → the form of its value. Declarations are strings in a stub.
# Python 3.9 cannot evaluate some of these annotations.
FORMS = {
    "str": TEXT, "str | None": TEXT, "bool": FLAG, "list[str]": LIST, "Texts": TEXTS,
    "Numbers": NUMBERS, "dict[str, list[str]]": LISTS, "dict[str, Numbers]": ENUMS,
    "Texts | None": TEXTS, "dict[str, Out]": OUTS, "tuple[Function, ...]": TEXTS,
    "dict[str, tuple[Function, ...]]": TEXTS}
TABLES: dict[str, type[Any]] = {
    "version": VersionKeys, "types": TypeKeys, "absent": AbsentKeys, "symbols": SymbolKeys,
    "declare": DeclareKeys}
# attributes of a Stub that are not keys in its TOML file
NOT_KEYS = ("path", "lines", "releases", "search", "only_cuda", "calls", "internal", "linked",
            "relro", "versions_sum")

PARTNER_RULES = {"must not be newer": -1, "must not be older": 1}  # partner_order in C


class Key(NamedTuple):
    form: str
    required: bool


def _keys(table: type[Any], prefix: str = "") -> dict[str, Key]:
    found: dict[str, Key] = {}
    for each in fields(table):
        name = f"{prefix}{each.name}"
        if name in TABLES:
            found |= _keys(TABLES[name], f"{name}.")
        elif name not in NOT_KEYS:
            required = each.default is MISSING and each.default_factory is MISSING
            found[name] = Key(FORMS[str(each.type)], required)
    return found


KEYS = _keys(Stub)
KEYS["functions"] = KEYS.pop("functions")  # the last table of a stub


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _number(value: object) -> bool:
    return type(value) is int


def _outs(value: object) -> bool:
    return isinstance(value, dict) and all(
        _number(x) if position == "count" else isinstance(x, str) and position.isdecimal()
        for position, x in value.items())


def _enum(value: object) -> bool:
    return isinstance(value, dict) and all(map(_number, value.values()))


def _text(value: object) -> bool:
    return isinstance(value, str)


def _flag(value: object) -> bool:
    return isinstance(value, bool)


Fits = dict[str, Callable[[object], bool]]
WHOLE: Fits = {TEXT: _text, LIST: _texts, FLAG: _flag}
ROWS: Fits = {TEXTS: _text, LISTS: _texts, NUMBERS: _number, ENUMS: _enum, OUTS: _outs}


def wrong_row(key: str, value: object) -> str | None:
    """Returns None if the value has the form of its key, else the first row that has another form,
    or "" if the value as a whole has."""
    form = KEYS[key].form
    if form in WHOLE:
        return None if WHOLE[form](value) else ""
    if not isinstance(value, dict):
        return ""
    return next((row for row, content in value.items() if not ROWS[form](content)), None)
