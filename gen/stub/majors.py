"""Reads stubs/facts/majors.txt: functions whose binary interface a major of CUDA has changed.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from typing import NamedTuple

from gen.own import read

FILE = "stubs/facts/majors.txt"


class Change(NamedTuple):
    """A function differs between this major, or a later one, and those before."""
    major: int
    function: str
    text: str


def changed(name: str) -> list[Change]:
    """Returns the functions of a stub that differ, and how."""
    rows = [row.split(" ", 3) for row in read(FILE).splitlines() if row[0] != "#"]
    return [Change(int(row[1]), row[2], row[3])
            for row in rows if row[0] == name and row[1].isdecimal()]
