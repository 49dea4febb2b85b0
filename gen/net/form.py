"""The table of every key that a description of network plugins may have, and its value's form.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.stub.stub import StubError

INTERFACES = {"net": "ncclNetPlugin", "collnet": "ncclCollNetPlugin"}


def _text(value) -> bool:
    return isinstance(value, str) and bool(value)


def _number(value) -> bool:
    return type(value) is int


def _texts(value) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_text, value))


def _versioned(value) -> bool:
    return isinstance(value, dict) and bool(value) and all(map(str.isdecimal, value))


def _of(row):
    return lambda value: isinstance(value, dict) and bool(value) and all(map(row, value.values()))


def _row(**wanted):
    """A table with these keys, optional if their flag is true."""
    def fits(value):
        return isinstance(value, dict) and value.keys() <= wanted.keys() and all(
            form(value[key]) if key in value else optional
            for key, (form, optional) in wanted.items())
    return fits


def _operation(value) -> bool:
    versions = {key: text for key, text in value.items() if key != "about"} if isinstance(
        value, dict) else {}
    return (_versioned(versions) and all(map(_text, versions.values()))
            and _text(value.get("about")))


# Key → its form in words, and the test for it. All keys are required.
KEYS = {
    "described": ("a string", _text),
    "oldest": ("a number", _number),
    "max_recvs": ("a number", _number),
    "fini": ("a string", _text),
    "own_networks": ("a list of strings", _texts),
    "optional": ("a list of strings", _texts),
    "aliases": ("a list of lists of strings",
                lambda value: isinstance(value, list) and all(map(_texts, value))),
    "releases": ("a table of { version = [first, last] }",
                 lambda value: _versioned(value) and all(
                     _texts(row) and len(row) < 3 for row in value.values())),
    "sizes": ("a table of { version = { what = number } }",
              lambda value: _versioned(value) and all(map(_of(_number), value.values()))),
    "constants": ("a table of numbers", _of(_number)),
    "markers": ("a table of { value = number, since = number }",
                _of(_row(value=(_number, False), since=(_number, False)))),
    "types": ("a table of { version = list of strings }",
              _of(lambda row: _versioned(row) and all(map(_texts, row.values())))),
    "properties": ("a table of { type = string, since = number, absent = string }",
                   _of(_row(type=(_text, False), since=(_number, False), absent=(_text, True)))),
    "absent": ("a table of strings", _of(_text)),
} | {interface: ("a table of { about = string, version = string }", _of(_operation))
     for interface in INTERFACES}


def check_form(path: str, tree: dict, lines: dict) -> None:
    """StubError unless every row has its key's form."""
    for key, value in tree.items():
        if key not in KEYS:
            raise StubError(path, lines.get((key,), 1), f"unknown key {key}")
        form, fits = KEYS[key]
        if not fits(value):
            rows = value if isinstance(value, dict) else {}
            row = next((row for row, content in rows.items() if not fits({row: content})), None)
            line = lines.get((key, row)) or lines.get((key,), _first(lines, key))
            raise StubError(path, line, f"{key}{'.' * bool(row)}{row or ''} must be {form}")
    for key in KEYS:
        if key not in tree:
            raise StubError(path, 1, f"missing key {key}")


def _first(lines: dict, key: str) -> int:
    return min((line for row, line in lines.items() if row[0] == key), default=1)
