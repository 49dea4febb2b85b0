"""Runs the linker and the compiler. The module subprocess takes longer to import than they run.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from _collections_abc import Sequence


def run(words: Sequence[str], captured: bool = False) -> tuple[int, str]:
    """Returns the exit status, after a signal 128 plus its number as in a shell, and the output if
    it is captured."""
    actions: list[tuple[int, int, int]] = []
    reading = writing = -1
    if captured:
        reading, writing = os.pipe()
        actions = [(os.POSIX_SPAWN_DUP2, writing, 1)]
    child = os.posix_spawnp(words[0], [*words], os.environ, file_actions=actions)
    said = b""
    if captured:
        os.close(writing)
        with open(reading, "rb") as output:
            said = output.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status if status >= 0 else 128 - status, said.decode("utf-8", "surrogateescape")
