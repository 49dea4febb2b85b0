"""Gives names, variables, messages and files of a copy their prefix.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re

from gen.stub.stub import Stub
from gen.template import COLUMNS


def named(text: str, prefix: str) -> str:
    """Replaces the names of the files, of which several copies can then be in one folder."""
    return re.sub(r"\blazynccl(?=(_data|_declare)?\.[ch]\b)", prefix, text)


def prefix_of(stubs: list[Stub]) -> str:
    first = stubs[0]
    for stub in stubs:
        if stub.prefix != first.prefix:
            raise stub.error(f"prefix is {stub.prefix!r} here and {first.prefix!r} in "
                             f"{first.path}: vendor the two separately", "prefix")
    return first.prefix


def prefixed(text: str, prefix: str) -> str:
    """Replaces the prefix of all names, variables and messages, so that two copies can be linked
    together."""
    words = {"lazynccl_": f"{prefix}_", "LAZYNCCL_": f"{prefix.upper()}_",
             '"lazynccl: ': f'"{prefix}: '}
    lines = []
    for line in text.split("\n"):
        continued = len(line) == COLUMNS and line.endswith(" \\")
        for word, own in words.items():
            line = line.replace(word, own)
        lines.append(f"{line[:-1].rstrip():{COLUMNS - 1}}\\" if continued else line)
    return "\n".join(lines)
