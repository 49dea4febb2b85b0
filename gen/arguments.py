"""Reads command lines of jobs that have many options.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import argparse
import sys
from typing import NoReturn

from gen.write import MISUSE, safe


class Parser(argparse.ArgumentParser):
    """Prints usage errors without control characters: they quote the command line, and a terminal
    would obey control characters in it."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(MISUSE, f"{self.prog}: error: {safe(message)}\n")
