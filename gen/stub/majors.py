"""Reads stubs/facts/majors.txt: functions whose binary interface differs between CUDA's majors.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.own import read

FILE = "stubs/facts/majors.txt"


def changed(name: str) -> dict[str, str]:
    """Returns the functions of a stub that differ, and how."""
    rows = [row.split(" ", 2) for row in read(FILE).splitlines()]
    return {function: text for stub, function, text in rows if stub == name and function != "read"}
