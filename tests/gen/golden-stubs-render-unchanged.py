"""Rendering golden/tiny.toml and golden-net/tiny_net.toml gives the golden files byte for byte,
from any folder and with any hash seed. Of most files, which other tests compile and run, only the
digest is golden. After an intended change, render into an empty folder: python3 gen render
tests/gen/golden/tiny.toml -o FOLDER, gen map the same, or gen net for the other. Compare with what
the generator made before the change. Then copy the golden files, and write the digests with
sha256sum.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import difflib
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
GEN = HERE.parent.parent / "gen"


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir() if path.suffix != ".toml"}


def rendered(jobs: tuple[str, ...], seed: str, stub: Path, where: Path) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        for job in jobs:
            subprocess.run([sys.executable, GEN, job, stub, "-o", folder], cwd=where, check=True,
                           env={**os.environ, "PYTHONHASHSEED": seed})
        return contents(Path(folder))


def digests(texts: dict[str, str], whole: set[str]) -> str:
    """Returns the digests of all files but those that are golden as a whole, as sha256sum does."""
    return "".join(f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n"
                   for name, text in sorted(texts.items()) if name not in whole)


wrong = False
for folder, name, jobs in (("golden", "tiny.toml", ("render", "map")),
                           ("golden-net", "tiny_net.toml", ("net",))):
    golden = HERE / folder
    expected = contents(golden)
    whole = expected.keys() - {"digests"}
    for seed, stub, where in (("1", Path(name), golden), ("2", golden / name, Path("/"))):
        got = rendered(jobs, seed, stub, where)
        got["digests"] = digests(got, whole)
        for made in sorted(expected.keys()):
            old, new = (each.get(made, "").splitlines(keepends=True) for each in (expected, got))
            diff = [*difflib.unified_diff(old, new, f"{folder}/{made}", f"{made}, seed {seed}")]
            sys.stdout.writelines(diff)
            wrong |= bool(diff)
    print(*sorted(expected))
sys.exit(wrong)
