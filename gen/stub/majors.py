"""Reads stubs/facts/majors.txt: functions whose binary interface a major of CUDA has changed.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Collection
from typing import NamedTuple

from gen.own import read

FILE = "stubs/facts/majors.txt"


class Change(NamedTuple):
    """A function whose binary interface differs between this major of CUDA and earlier ones."""
    major: int
    function: str
    text: str


def of_stubs(names: Collection[str]) -> str:
    """Returns the file with only the rows of these stubs."""
    return "".join(line for line in read(FILE).splitlines(keepends=True)
                   if line.split()[0] in ("#", *names))


def changed(name: str) -> list[Change]:
    """Returns the functions of a stub that differ, and how."""
    rows = [row.split(" ", 3) for row in read(FILE).splitlines() if row[0] != "#"]
    return [Change(int(row[1]), row[2], row[3])
            for row in rows if row[0] == name and row[1].isdecimal()]
