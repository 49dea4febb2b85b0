"""Rendering golden/tiny.toml and golden-net/tiny_net.toml gives the same bytes as before, from any
folder and with any hash seed: the digest of each file is in `digests`. Other tests compile and run
what is rendered. After an intended change, render with the generator before and after it (python3
gen render tests/gen/golden/tiny.toml -o FOLDER, gen map the same, or gen net for the other), review
the diff, and write `digests` with sha256sum."""
import difflib
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
GEN = HERE.parent.parent / "gen"


def rendered(jobs: tuple[str, ...], seed: str, stub: Path, where: Path) -> str:
    """Returns the digests of the files, as sha256sum prints them."""
    with tempfile.TemporaryDirectory() as folder:
        for job in jobs:
            subprocess.run([sys.executable, GEN, job, stub, "-o", folder], cwd=where, check=True,
                           env={**os.environ, "PYTHONHASHSEED": seed})
        return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
                       for path in sorted(Path(folder).iterdir()))


wrong = False
for folder, name, jobs in (("golden", "tiny.toml", ("render", "map")),
                           ("golden-net", "tiny_net.toml", ("net",))):
    golden = HERE / folder
    expected = (golden / "digests").read_text()
    for seed, stub, where in (("1", Path(name), golden), ("2", golden / name, Path("/"))):
        got = rendered(jobs, seed, stub, where)
        old, new = (each.splitlines(keepends=True) for each in (expected, got))
        diff = [*difflib.unified_diff(old, new, f"{folder}/digests", f"rendered with seed {seed}")]
        sys.stdout.writelines(diff)
        wrong |= bool(diff)
    print(expected)
sys.exit(wrong)
