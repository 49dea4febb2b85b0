"""Reads and writes definitions of enums: `enum tag { A, B = 5 }`.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Mapping

CONSTANT = re.compile(r"(\w+)(?: = (-?\d+))?")


def constants(meaning: str) -> dict[str, int]:
    """Returns the constants with their values; {} if this is not a definition of an enum."""
    found, value = dict[str, int](), -1
    for each in CONSTANT.finditer(meaning.partition("{")[2]):
        value = int(each[2] or value + 1)
        found[each[1]] = value
    return found


def enum(tag: str, values: Mapping[str, int]) -> str:
    listed, following = [], 0
    for name, value in values.items():
        listed.append(name + (f" = {value}" if value != following else ""))
        following = value + 1
    return f"enum {f'{tag} ' if tag else ''}{{ {', '.join(listed)} }}"
