"""Runs the linker and the compiler. Importing subprocess would take longer than a link.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from _collections_abc import Sequence


def run(words: Sequence[str], captured: bool = False) -> tuple[int, str]:
    """Runs a command. Returns its exit status (as in a shell, 128 plus the number of a signal that
    ended it), and its output if that is captured."""
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
    return wait(child), said.decode("utf-8", "surrogateescape")


def wait(child: int) -> int:
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status if status >= 0 else 128 - status


def run_with(words: Sequence[str], text: str) -> tuple[int, str]:
    """Runs a compiler in the root directory, with a text as its input. Returns the exit status and
    the compiler's standard error."""
    source, said = os.memfd_create("input"), os.memfd_create("errors")
    folder = os.open(".", os.O_PATH)
    try:
        with open(source, "wb", closefd=False) as to:
            to.write(text.encode("utf-8", "surrogateescape"))
        os.lseek(source, 0, os.SEEK_SET)
        os.chdir("/")
        status = wait(os.posix_spawnp(words[0], [*words], os.environ, file_actions=[
            (os.POSIX_SPAWN_DUP2, source, 0), (os.POSIX_SPAWN_DUP2, said, 2)]))
        with open(said, "rb", closefd=False) as errors:
            errors.seek(0)
            return status, errors.read().decode("utf-8", "replace")
    finally:
        os.fchdir(folder)
        for file in (source, said, folder):
            os.close(file)
