"""Decides which fallback values are answers, in stubs without [absent.answers].

An error of a library may stand for any failure. An answer, such as "SELinux is off", stands only
for a library that is not installed.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

ANSWER, STOP = "answer", "stop"  # the values of absent_secure
SECURE = (ANSWER, STOP)
WORDS = ("_is_", "booted", "enabled")


def is_assumed(function: str, value: str) -> bool:
    """Returns whether a value counts as an answer. Stubs for 0.2 could not list their answers."""
    return value.partition(",")[0] == "0" and (
        function.startswith("is_") or any(word in function for word in WORDS))


def assumed_line(path: str, functions: list[str]) -> str:
    """Returns the line about functions whose values count as answers; "" if there are none."""
    if not functions:
        return ""
    names = ", ".join(functions[:3]) + ", …" * (len(functions) > 3)
    return (f"{path}: 0 of {names} counts as an answer, which stands only for a library that is "
            "not installed: write it to [absent.answers], or add an empty table if it is an error")
