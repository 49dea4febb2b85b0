"""Fills templates, quotes C strings and breaks long lines.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import os
from functools import cache
from string import Template

COLUMNS = 100


@cache
def template(name: str) -> Template:
    """The template of this path in gen/: c/known.c.in."""
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return Template(file.read())


def quote(text: str | None) -> str:
    return "NULL" if text is None else json.dumps(text)


def fold(text: str) -> str:
    """Breaks a line that is too long, in its list or after its =."""
    if len(text) > COLUMNS and " = " in text and "{" not in text:
        return text.replace(" = ", " =\n        ")
    head, lines = text.partition(", ")[0], []
    indent = 1 + max(head.rfind("("), head.rfind("{"))
    while len(text) > COLUMNS:
        at = text.rfind(", ", indent, COLUMNS)
        at = text.find(", ", indent) if at < 0 else at
        if at < 0:
            break
        lines.append(text[:at + 1])
        text = " " * indent + text[at + 2:]
    return "\n".join([*lines, text])
