"""Runs one job of the generator: python3 gen JOB [ARGUMENT...]. Works from any current folder.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import os
import sys
from importlib import import_module

JOBS = {
    "outputs": "gen.c.outputs",
    "header": "gen.c.interface",
    "link": "gen.link.link",
    "ld": "gen.link.main",
    "render": "gen.c.render",
    "names": "gen.c.names",
    "map": "gen.c.map",
    "vendor": "gen.c.vendor",
    "net": "gen.net.render",
    "describe": "gen.describe.describe",
    "import": "gen.update.import",
    "errors": "gen.update.errors",
    "majors": "gen.update.majors",
    "libraries": "gen.update.libraries",
    "error-rows": "gen.facts.errors",
    "man": "gen.docs.man",
    "completions": "gen.docs.completions",
    "findings": "gen.docs.findings",
    "picture": "gen.docs.picture",
    "schema": "gen.docs.schema",
    "stack": "gen.docs.stack",
    "opens": "gen.docs.opens",
}

# Module that is missing, or that lacks a name in an older Python → the message to print.
MISSING = {
    "itertools": f"lazynccl needs Python 3.11, and {sys.executable} is older",
    "tomli": f"lazynccl needs Python 3.11, or tomli, and {sys.executable} is older",
    "clang": "describe: libclang for Python is missing: install python3-clang (Debian), or in an "
             "active virtual environment: pip install libclang==18.1.1",
}


def run(job: str, arguments: list[str]) -> int:
    """Runs a job and returns its exit status."""
    try:
        return int(import_module(JOBS[job]).main(arguments))
    except ImportError as error:
        if error.name not in MISSING:
            raise
        from gen.write import report

        report(MISSING[error.name])
        return 2
    except MemoryError:
        sys.exit("lazynccl: out of memory")


if __name__ == "__main__":
    sys.dont_write_bytecode = True  # the source tree may be read-only
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    if len(sys.argv) < 2 or sys.argv[1] not in JOBS:
        sys.exit(f"usage: gen {'|'.join(JOBS)} [ARGUMENT...]")
    sys.exit(run(sys.argv[1], sys.argv[2:]))
