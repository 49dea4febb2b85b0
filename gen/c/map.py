"""Writes the version script of the shared library: python3 gen map STUB... -o FOLDER

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.c.render import version_script
from gen.write import write


def main(arguments: list[str]) -> int:
    return write("gen map STUB...", arguments, version_script)
