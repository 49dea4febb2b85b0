"""lazynccl.pyz for builds that are written in Python: vendor("nccl", output="build/lazynccl").

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import hashlib
import os
import runpy
import subprocess
import sys

# The one file, which any Python from 3.9 on can run.
PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lazynccl.pyz")


class GeneratorError(Exception):
    """The generator refused its inputs. The text says why."""


def run(*arguments: str) -> str:
    """Runs the generator and returns its output. Raises GeneratorError if it fails."""
    done = subprocess.run([sys.executable, PATH, *arguments], capture_output=True, text=True,
                          errors="replace", check=False)
    if done.returncode:
        raise GeneratorError(done.stderr.strip())
    return done.stdout


def vendor(*libraries: str, output: str, options: tuple[str, ...] = ()) -> str:
    """Writes lazynccl.c and lazynccl.h for these libraries into the folder `output`. If neither the
    inputs nor this package have changed since, leaves the files as they are: build tools then
    compile nothing again, though pip installs this package anew for each build."""
    words = ("vendor", *libraries, *options, "-o", output)
    stamp = os.path.join(output, "lazynccl.inputs")
    made = [os.path.join(output, name) for name in ("lazynccl.c", "lazynccl.h")]
    inputs = _digest(words)
    if all(map(os.path.exists, made)) and os.path.exists(stamp):
        with open(stamp, encoding="utf-8") as file:
            if file.read() == inputs:
                return ""
    said = run(*words)
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(inputs)
    return said


def _digest(words: tuple[str, ...]) -> str:
    """Returns a digest of the command, the generator, and the files that the command names."""
    found = hashlib.sha256("\0".join(words).encode("utf-8", "surrogateescape"))
    named = [name for word in words for name in word.split(",")]
    for path in (PATH, *filter(os.path.isfile, named)):
        with open(path, "rb") as file:
            found.update(hashlib.sha256(file.read()).digest())
    return found.hexdigest()


def main() -> None:
    """The command lazynccl-generator."""
    runpy.run_path(PATH, run_name="__main__")
