"""Versions as stubs write them: 12.9, 2.28.9, or `always` if all releases are the same.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from typing import NamedTuple


class Version(NamedTuple):
    major: int
    minor: int
    patch: int = 0

    def number(self) -> int:
        return self.major * 10000 + self.minor * 100 + self.patch


ALWAYS = "always"
FROM_START = Version(0, 0)


def version(text: str) -> Version:
    if text == ALWAYS:
        return FROM_START
    if not re.fullmatch(r"\d+\.\d{1,2}(\.\d{1,2})?", text):
        raise ValueError(f"{text!r} is not a version like 12.9 or 2.28.9")
    return Version(*map(int, text.split(".")))


def is_version(text: str) -> bool:
    try:
        return bool(version(text))
    except ValueError:
        return False
