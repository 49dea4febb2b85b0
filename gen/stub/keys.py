"""The table of every key that a stub may have, and the form of each key's value.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
TEXT, FLAG, LIST = "a string", "true or false", "a list of strings"
TEXTS, LISTS, NUMBERS = "a table of strings", "a table of lists of strings", "a table of numbers"
ENUMS, OUTS = "a table of { constant = number }", "a table of { position = value }"

TYPE_TABLES = ("handles", "opaque", "enums", "numbers", "structs")

PARTNER_RULES = {"must not be newer": -1, "must not be older": 1}

# Every key that a stub may have: its form, and the default if it is optional.
KEYS = {
    "name": (TEXT,), "title": (TEXT,), "prefix": (TEXT, "lazynccl"), "described": (TEXT, None),
    "headers": (TEXTS,), "header_version": (TEXT, None), "passes": (LIST, []),
    "includes": (LIST, []),
    "sonames": (LIST,), "wheels": (LIST, []), "home_variables": (LIST, []),
    "packages": (LIST, []), "dropins": (TEXTS, {}), "companion": (TEXT, None),
    "partner": (TEXT, None), "partner_rule": (TEXT, None), "cuda_named": (FLAG, False),
    "version.function": (TEXT, None), "version.value": (TEXT, None), "version.text": (TEXT, None),
    "types.handles": (TEXTS, {}), "types.opaque": (TEXTS, {}), "types.enums": (ENUMS, {}),
    "types.numbers": (TEXTS, {}), "types.structs": (LISTS, {}), "types.declared": (TEXTS, {}),
    "absent.otherwise": (TEXT, None), "absent.returns": (TEXTS, {}), "absent.names": (TEXTS, {}),
    "absent.functions": (TEXTS, {}), "absent.out": (OUTS, {}),
    "symbols.twin": (TEXT, None), "symbols.suffixed": (TEXT, None),
    "symbols.families": (NUMBERS, {}), "symbols.unsuffixed_since": (TEXT, None),
    "symbols.never_suffixed": (LIST, []), "symbols.version_from_suffix": (TEXT, None),
    "symbols.redeclared": (TEXTS, {}), "symbols.versioned": (FLAG, False),
    "symbols.passed_on": (NUMBERS, {}),
    "removed": (TEXTS, {}), "excluded": (TEXTS, {}), "functions": (TEXTS,),
}


def _texts(value) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _number(value) -> bool:
    return type(value) is int


def _outs(value) -> bool:
    return isinstance(value, dict) and all(
        _number(x) if position == "count" else isinstance(x, str) and position.isdecimal()
        for position, x in value.items())


def _enum(value) -> bool:
    return isinstance(value, dict) and all(map(_number, value.values()))


def _text(value) -> bool:
    return isinstance(value, str)


WHOLE = {TEXT: _text, LIST: _texts, FLAG: lambda value: isinstance(value, bool)}
ROWS = {TEXTS: _text, LISTS: _texts, NUMBERS: _number, ENUMS: _enum, OUTS: _outs}


def wrong_row(key: str, value) -> str | None:
    """None if the value has its key's form, else the first row that does not, "" for no row."""
    form = KEYS[key][0]
    if form in WHOLE:
        return None if WHOLE[form](value) else ""
    if not isinstance(value, dict):
        return ""
    return next((row for row, content in value.items() if not ROWS[form](content)), None)
