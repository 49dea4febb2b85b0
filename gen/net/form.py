"""The table of all keys of a plugin description, with the form of each key's value.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Callable
from typing import Any

from gen.stub.toml import Lines, StubError

Fits = Callable[[object], bool]  # the test of whether a value has a form
INTERFACES = {"net": "ncclNetPlugin", "tuner": "ncclTunerPlugin", "profiler": "ncclProfiler"}
# Keys that were removed, and what replaces them.
REMOVED = {
    "collnet": "it was removed in 0.2; NCCL finds CollNet in the plugin that NCCL_NET_PLUGIN names",
} | dict.fromkeys(("masks", "names", "states"),
                  "it was removed in 0.2; events pass between equal versions as they are")
EVERYWHERE = ("described", "oldest", "releases", "sizes")  # keys that every description has


def _text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _number(value: object) -> bool:
    return type(value) is int


def _texts(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_text, value))


def _versioned(value: object) -> bool:
    return isinstance(value, dict) and bool(value) and all(map(str.isdecimal, value))


def _of(row: Fits) -> Fits:  # a table whose rows have this form
    return lambda value: isinstance(value, dict) and bool(value) and all(map(row, value.values()))


def _row(**wanted: tuple[Fits, bool]) -> Fits:
    """Returns the test of a table with these keys. A key is optional if its flag is true."""
    def fits(value: object) -> bool:
        return isinstance(value, dict) and value.keys() <= wanted.keys() and all(
            form(value[key]) if key in value else optional
            for key, (form, optional) in wanted.items())
    return fits


def _operation(value: object) -> bool:
    if not isinstance(value, dict) or not _text(value.get("about")):
        return False
    versions = {key: text for key, text in value.items() if key != "about"}
    return _versioned(versions) and all(map(_text, versions.values()))


def _aliases(value: object) -> bool:
    return isinstance(value, list) and all(map(_texts, value))


def _releases(value: object) -> bool:
    return isinstance(value, dict) and _versioned(value) and all(
        _texts(row) and len(row) < 3 for row in value.values())


def _member(value: object) -> bool:  # of an event: version → its type, "" if it was removed
    return _versioned(value) and isinstance(value, dict) and all(
        isinstance(text, str) for text in value.values())


def _versioned_of(row: Fits) -> Fits:
    return lambda value: _versioned(value) and _of(row)(value)


# Key → its form in words, and its test. Descriptions of networks need the keys of NETWORK.
KEYS: dict[str, tuple[str, Fits]] = {
    "described": ("a string", _text),
    "oldest": ("a number", _number),
    "max_recvs": ("a number", _number),
    "fini": ("a string", _text),
    "own_networks": ("a list of strings", _texts),
    "optional": ("a list of strings", _texts),
    "passed": ("a list of strings", _texts),
    "aliases": ("a list of lists of strings", _aliases),
    "releases": ("a table of { version = [first, last] }", _releases),
    "sizes": ("a table of { version = { what = number } }", _versioned_of(_of(_number))),
    "constants": ("a table of numbers", _of(_number)),
    "markers": ("a table of { value = number, since = number }",
                _of(_row(value=(_number, False), since=(_number, False)))),
    "types": ("a table of { version = list of strings }",
              _of(_versioned_of(_texts))),
    "properties": ("a table of { type = string, since = number, absent = string }",
                   _of(_row(type=(_text, False), since=(_number, False), absent=(_text, True)))),
    "absent": ("a table of strings", _of(_text)),
    "others": ("a table of tables of { version = [first, last] }", _of(_releases)),
    "events": ("a table of tables of { version = type }", _of(_of(_member))),
    "bits": ("a table of numbers", _of(_number)),
} | {interface: ("a table of { about = string, version = string }", _of(_operation))
     for interface in INTERFACES}

# Keys that every description of networks has.
NETWORK = [key for key in KEYS if key not in (
    "others", "passed", "events", "bits", "tuner", "profiler")]


def check_form(path: str, tree: dict[str, Any], lines: Lines) -> None:
    """Raises StubError if a key is unknown or missing, or a row has another form than its key."""
    for key, value in tree.items():
        if key in REMOVED:
            raise StubError(path, lines.first(key), f"unknown key {key}: {REMOVED[key]}")
        if key not in KEYS:
            raise StubError(path, lines.nearest(key), f"unknown key {key}")
        form, fits = KEYS[key]
        if not fits(value):
            rows = value if isinstance(value, dict) else {}
            row = next((row for row, content in rows.items() if not fits({row: content})), None)
            where, line = key, lines.first(key)
            if row is not None:
                where, line = f"{key}.{row}", lines.get((key, row), line)
            raise StubError(path, line, f"{where} must be {form}")
    for key in EVERYWHERE if tree.keys() & {"tuner", "profiler"} else NETWORK:
        if key not in tree:
            raise StubError(path, 1, f"missing key {key}")
