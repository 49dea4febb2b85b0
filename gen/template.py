"""Fills templates, quotes C strings and breaks long lines.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import json
import posixpath
import re
from functools import cache
from string import Template

from gen.own import read

COLUMNS = 100


@cache
def template(name: str) -> Template:
    """Reads a template by its path in gen/, such as c/data.c.in."""
    return Template(read(posixpath.normpath(f"gen/{name}")))


def quote(text: str | None) -> str:
    """Returns a string of C. Two question marks would begin a trigraph."""
    return "NULL" if text is None else re.sub(r"\?(?=\?)", r"?\\", json.dumps(text))


def fold(text: str) -> str:
    """Breaks a long line after its `=` or between the elements of its list."""
    if len(text) > COLUMNS and " = " in text and "{" not in text:
        return text.replace(" = ", " =\n        ")
    head, lines = text.partition(", ")[0], []
    indent = max(1 + head.rfind("("), 1 + head.rfind("{"), len(text) - len(text.lstrip()))
    while len(text) > COLUMNS:
        at = text.rfind(", ", indent, COLUMNS)
        at = text.find(", ", indent) if at < 0 else at
        if at < 0:
            break
        lines.append(text[:at + 1])
        text = " " * indent + text[at + 2:]
    return "\n".join([*lines, text])
