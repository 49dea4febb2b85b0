"""Reads LAZY_LIBS: the libraries that become lazy, when they are opened, and whether they may stop.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.failure import InputError

VARIABLE = "LAZY_LIBS"
FALLBACKS = "LAZY_FALLBACKS"
STRICT = "LAZY_STRICT"
CALL, START = "call", "start"  # as in a stub
AUTO = "auto"
MODES = (CALL, START, AUTO)
STOP = "stop"
Choice = tuple[str, bool]  # mode; whether calls of a shared library may stop programs that load it
DEFAULT: Choice = AUTO, False


def modes(text: str) -> dict[str, Choice]:
    """Returns name → choice from a text such as z,ssl:start,snappy:stop."""
    found = {}
    for word in filter(None, text.split(",")):
        name, *chosen = word.split(":")
        if name[:1] in ("", "-") or any(char.isspace() or char in ";=" for char in name):
            raise InputError(f"{VARIABLE}: {word!r} is not the name of a library: separate "
                             f"names by commas: {VARIABLE}=z,ssl:start")
        stops = chosen[-1:] == [STOP]
        mode, *more = chosen[:len(chosen) - stops] or [AUTO]
        if more or mode not in MODES:
            raise InputError(f"{VARIABLE}: {word}: write NAME, NAME:MODE, NAME:{STOP} or "
                             f"NAME:MODE:{STOP}; MODE is {', '.join(MODES[:-1])} or {MODES[-1]}")
        found[name] = mode, stops
    return found
