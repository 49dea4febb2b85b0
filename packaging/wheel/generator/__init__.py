"""lazynccl.pyz for builds that are written in Python: vendor("nccl", output="build/lazynccl").

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

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
    """Writes lazynccl.c and lazynccl.h for these libraries into the folder `output`."""
    return run("vendor", *libraries, *options, "-o", output)


def main() -> None:
    """The command lazynccl-generator."""
    runpy.run_path(PATH, run_name="__main__")
