"""What is rendered of golden/tiny.toml is golden/, byte for byte, from any folder and whatever
Python's hash seed. After a wanted change: python3 gen/render.py tests/gen/golden/tiny.toml -o
tests/gen/golden, and look at the diff.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import difflib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent / "golden"
RENDER = GOLDEN.parent.parent.parent / "gen" / "render.py"


def contents(folder):
    return {path.name: path.read_text() for path in folder.iterdir() if path.suffix != ".toml"}


def rendered(seed, stub, where):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, RENDER, stub, "-o", folder], cwd=where, check=True,
                       env={**os.environ, "PYTHONHASHSEED": seed})
        return contents(Path(folder))


expected, wrong = contents(GOLDEN), not contents(GOLDEN)
for seed, stub, where in (("1", "tiny.toml", GOLDEN), ("2", GOLDEN / "tiny.toml", "/")):
    got = rendered(seed, stub, where)
    for name in sorted(expected.keys() | got.keys()):
        lines = [made.get(name, "").splitlines(keepends=True) for made in (expected, got)]
        diff = list(difflib.unified_diff(*lines, f"golden/{name}", f"{name}, seed {seed}"))
        sys.stdout.writelines(diff)
        wrong |= bool(diff)
print(*sorted(expected))
sys.exit(wrong)
