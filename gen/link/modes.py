"""Reads LAZY_LIBS: the libraries that become lazy, and when they are opened.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.failure import InputError

VARIABLE = "LAZY_LIBS"
FALLBACKS = "LAZY_FALLBACKS"
STRICT = "LAZY_STRICT"
CALL, START = "call", "start"  # as in a stub
AUTO = "auto"
MODES = (CALL, START, AUTO)


def modes(text: str) -> dict[str, str]:
    """Returns name → mode from a text such as z,ssl:start."""
    found = {}
    for word in filter(None, text.split(",")):
        name, _, mode = word.partition(":")
        if name[:1] in ("", "-") or any(char.isspace() or char in ";=" for char in name):
            raise InputError(f"{VARIABLE}: {word!r} is not the name of a library: separate "
                             f"names by commas: {VARIABLE}=z,ssl:start")
        if (mode if word != name else AUTO) not in MODES:
            raise InputError(f"{VARIABLE}: {word}: {mode!r} is not one of {', '.join(MODES)}")
        found[name] = mode or AUTO
    return found
