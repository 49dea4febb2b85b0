"""In CONTRIBUTING.md, each part of the table of parts exists and each name of its tests is a folder
of tests; each test of an invariant exists; and every folder of src/ has a part. Releases are named
as `./dev test real` accepts them. The workflow of the public service names tests that exist."""

import os
import re
import sys
from pathlib import Path

SOURCE = Path(os.environ["SOURCE"])
TEXT = (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8")


def rows(title: str) -> list[list[list[str]]]:
    """The rows of a section's table: of each cell, the words between backticks."""
    section = TEXT.split(f"## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[re.findall(r"`([^`]+)`", cell) for cell in line.split("|")[1:-1]] for line in lines]


tests = {path.stem for path in (SOURCE / "tests").rglob("*") if path.is_file()}
wrong, parts = [], []
for part, _, _, folders in rows("The parts"):
    parts += part
    wrong += [f"no {name}" for name in part if not (SOURCE / name).exists()]
    wrong += [f"no tests/{name}" for name in folders if not (SOURCE / "tests" / name).is_dir()]
invariants = rows("What each invariant's test is")
for _, names in invariants:
    wrong += [f"no test {name}" for name in names if name not in tests] + ["no test"] * (not names)
for folder in (SOURCE / "src").iterdir():
    name = f"src/{folder.name}"
    has_row = name == "src/common" or any(part.startswith(name) for part in parts)
    wrong += [] if has_row or not folder.is_dir() else [f"no row for {name}"]
releases = (SOURCE / "tests/real/support/releases").read_text(encoding="utf-8")
packages = {line.split()[0] for line in releases.splitlines() if line.strip()}
for name in re.findall(r"`\./dev test real (\S+)`", TEXT):
    if name != "few" and name.rpartition("-")[0] not in packages:
        wrong.append(f"no release is named like {name}")
workflow = (SOURCE / ".github/workflows/tests.yml").read_text(encoding="utf-8")
for named in re.findall(r"\./dev test ([a-z -]+)", workflow):
    wrong += [f"no test {name}" for name in named.split()
              if name not in tests and not (SOURCE / "tests" / name).is_dir()]
print(f"{len(parts)} parts, {len(invariants)} invariants", *wrong, sep="\n")
sys.exit(1 if wrong or len(parts) < 12 or len(invariants) < 18 else 0)
