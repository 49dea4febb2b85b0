"""Resolves preprocessor conditions on macros whose values are known.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import re
from collections.abc import Mapping

CONDITION = re.compile(r"#(ifdef|ifndef|if|elif|else|endif)\b(.*)")
DEFINED = re.compile(r"defined\((\w+)\)")


def is_true(operand: str, known: Mapping[str, bool]) -> bool:
    """Returns whether a test of one macro is known to hold."""
    found = re.fullmatch(r"(!?)defined\((\w+)\)", operand.strip())
    return found is not None and known.get(found[2]) == (not found[1])


def value(kind: str, rest: str, known: Mapping[str, bool]) -> bool | None:
    """Returns whether a condition holds; None if a macro in it is not known."""
    rest = re.sub(r"/\*.*", "", rest).strip()
    names = [rest] if kind in ("ifdef", "ifndef") else DEFINED.findall(rest)
    if any(is_true(each, known) for each in rest.split("||")):
        return True
    if not names or any(name not in known for name in names):
        return None
    if kind in ("ifdef", "ifndef"):
        return known[rest] == (kind == "ifdef")
    words = DEFINED.sub(lambda found: str(known[found[1]]), rest)
    words = words.replace("||", " or ").replace("&&", " and ").replace("!", " not ")
    return bool(eval(words, {"__builtins__": {}}))


def resolved(text: str, known: Mapping[str, bool]) -> str:
    """Returns C without the conditions on these macros, and without the code that they leave out.
    An #elif may only follow conditions on other macros."""
    lines: list[str] = []
    stack: list[bool | None] = []  # by open condition: whether its code is kept; None: not known
    for line in re.sub(r"^(#(?:ifn?def|if|else|endif)\b.*?)\\\n", r"\1", text,
                       flags=re.MULTILINE).split("\n"):
        found = CONDITION.match(line)
        kept = all(each is not False for each in stack)
        if found and found[1].startswith("if"):
            stack.append(value(found[1], found[2], known))
            if stack[-1] is not None:
                continue
        elif found and stack[-1] is not None:
            if found[1] == "else":
                stack[-1] = not stack[-1]
            elif found[1] == "endif":
                stack.pop()
            continue
        elif found and found[1] == "endif":
            stack.pop()
        if kept:
            lines.append(line)
    return "\n".join(lines)
