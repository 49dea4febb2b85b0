"""Runs one job of the generator: python3 gen JOB [ARGUMENT...]. Works from any current folder.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import sys
from importlib import import_module
from pathlib import Path

JOBS = {
    "outputs": "gen.c.outputs",
    "header": "gen.c.interface",
    "link": "gen.link.archive",
    "ld": "gen.link.link",
    "render": "gen.c.render",
    "map": "gen.c.map",
    "vendor": "gen.c.vendor",
    "net": "gen.net.render",
    "describe": "gen.describe.describe",
    "import": "gen.update.import",
    "errors": "gen.update.errors",
    "error-rows": "gen.facts.errors",
    "functions": "gen.update.functions",
    "function-rows": "gen.facts.functions",
    "warnings": "gen.update.warnings",
    "warning-rows": "gen.facts.warnings",
    "man": "gen.docs.man",
    "completions": "gen.docs.completions",
    "findings": "gen.docs.findings",
    "picture": "gen.docs.picture",
    "schema": "gen.docs.schema",
    "stack": "gen.docs.stack",
}

if __name__ == "__main__":
    sys.dont_write_bytecode = True  # the source tree may be read-only
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    if len(sys.argv) < 2 or sys.argv[1] not in JOBS:
        sys.exit(f"usage: gen {'|'.join(JOBS)} [ARGUMENT...]")
    try:
        job = import_module(JOBS[sys.argv[1]])
    except ModuleNotFoundError as error:
        if error.name != "tomllib":
            raise
        sys.exit(f"lazynccl needs Python 3.11, and {sys.executable} is older")
    sys.exit(job.main(sys.argv[2:]))
