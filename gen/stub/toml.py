"""Reads TOML together with the line number of each row.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import os
import re
import sys
from typing import Any

from gen import own
from gen.write import InputError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

# Stubs in this folder become parts of liblazynccl; others, vendored copies.
STUBS = os.path.join(own.ROOT, "stubs")
FOLDERS = ("stubs", "stubs/others")  # of NVIDIA's libraries, and of those that only `vendor` knows
TABLE = re.compile(r"\[([\w.]+)\]")
KEY = re.compile(r'(?:"([^"]*)"|([\w-]+))\s*=')


class StubError(InputError):
    """An error in a stub: `file:line: message`."""

    def __init__(self, path: str, line: int | str, what: str):
        super().__init__(f"{path}:{line}: {what}")


class Lines(dict[tuple[str, ...], int]):
    """Row → its line: ("absent", "out", "ncclCommCount") → 87."""

    def nearest(self, *row: str) -> int:
        """Returns the line of a row; if it is missing, the line of its key or of the table."""
        while row and row not in self:
            row = row[:-1]
        return self.get(row, 1)

    def first(self, key: str) -> int:
        """Returns the line of a key or of a table's header."""
        return self.get((key,)) or min((n for row, n in self.items() if row[0] == key), default=1)


def read_toml(path: str) -> tuple[dict[str, Any], Lines]:
    content = own.content(path)
    try:
        text = content.decode()
        return tomllib.loads(text), _line_numbers(text)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise StubError(path, line, "this line is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        what, _, where = str(error).partition(" (at ")
        found = re.match(r"line (\d+)", where)
        line = int(found[1]) if found else content.count(b"\n") + 1
        raise StubError(path, line, what) from None


def _line_numbers(text: str) -> Lines:
    found, table, inside = Lines(), tuple[str, ...](), False
    for number, line in enumerate(text.split("\n"), 1):
        if not inside and (header := TABLE.match(line)):
            table = tuple(header[1].split("."))
            found[table] = number
        elif not inside and (key := KEY.match(line)):
            found[(*table, key[1] or key[2])] = number
        inside ^= line.count('"""') % 2 == 1  # a long text
    return found
