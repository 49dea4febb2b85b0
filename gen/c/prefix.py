"""Gives names, variables, messages and files of a copy their prefix.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re

from gen.stub.stub import Stub
from gen.template import COLUMNS

# The prefix in names, and in messages.
NAME = re.compile(r'lazynccl(?=_)|LAZYNCCL(?=_)|(?<=")lazynccl(?=: )')


def named(text: str, prefix: str) -> str:
    """Replaces the names of files in a text, so that a folder can contain several copies."""
    return re.sub(r"\blazynccl(?=(_data|_declare)?\.[ch]\b)", prefix, text)


def prefix_of(stubs: list[Stub]) -> str:
    first = stubs[0]
    for stub in stubs:
        if stub.prefix != first.prefix:
            raise stub.error(f"prefix is {stub.prefix!r} here and {first.prefix!r} in "
                             f"{first.path}: vendor the two separately", "prefix")
    return first.prefix


def prefixed(text: str, prefix: str) -> str:
    """Replaces the prefix of names, variables and messages, so that two copies can be linked."""
    longer = len(prefix) - len(Stub.prefix)
    # for each less indented line above: its indentation, its text, how far it moved
    above: list[tuple[int, str, int]] = []
    lines = []
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        while above and above[-1][0] >= indent:
            above.pop()
        moved = moves(above[-1], indent, longer) if above and indent > above[-1][0] + 4 else 0
        above.append((indent, line, moved))
        continued = len(line) == COLUMNS and line.endswith(" \\")
        line = NAME.sub(lambda found: prefix.upper() if found[0].isupper() else prefix, line)
        line = f"{' ' * moved}{line}" if moved > 0 else line[-moved:]
        lines.append(f"{line[:-1].rstrip():{COLUMNS - 1}}\\" if continued else line)
    return "\n".join(lines)


def moves(above: tuple[int, str, int], column: int, longer: int) -> int:
    """Returns how far a line moves that is aligned with this column of the line above."""
    _, line, moved = above
    return moved + longer * sum(each.end() < column for each in NAME.finditer(line))
