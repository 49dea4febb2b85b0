"""Runs one job of the generator: python3 gen JOB [ARGUMENT...]. Works from any current folder.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import sys
from importlib import import_module
from pathlib import Path

JOBS = {
    "outputs": "gen.c.outputs",
    "header": "gen.c.interface",
    "link": "gen.link.link",
    "ld": "gen.link.ld",
    "render": "gen.c.render",
    "map": "gen.c.map",
    "vendor": "gen.c.vendor",
    "net": "gen.net.render",
    "describe": "gen.describe.describe",
    "import": "gen.update.import",
    "errors": "gen.update.errors",
    "error-rows": "gen.facts.errors",
    "man": "gen.docs.man",
    "completions": "gen.docs.completions",
    "findings": "gen.docs.findings",
    "picture": "gen.docs.picture",
    "schema": "gen.docs.schema",
    "stack": "gen.docs.stack",
}

# Modules that a Python may lack, and what to do then.
MISSING = {
    "tomllib": f"lazynccl needs Python 3.11, and {sys.executable} is older",
    "clang": "describe: libclang for Python is missing: install python3-clang (Debian), or in an "
             "active virtual environment: pip install libclang==18.1.1",
}


def main() -> int:
    try:
        return int(import_module(JOBS[sys.argv[1]]).main(sys.argv[2:]))
    except ModuleNotFoundError as error:
        if error.name not in MISSING:
            raise
        sys.exit(MISSING[error.name])
    except MemoryError:
        sys.exit("lazynccl: out of memory")


if __name__ == "__main__":
    sys.dont_write_bytecode = True  # the source tree may be read-only
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    if len(sys.argv) < 2 or sys.argv[1] not in JOBS:
        sys.exit(f"usage: gen {'|'.join(JOBS)} [ARGUMENT...]")
    sys.exit(main())
