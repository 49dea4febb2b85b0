"""Writes which libraries NVIDIA's files may open into the table of docs/opens.md:
python3 gen opens DOCUMENT LAZYNCCL FOLDER...

A folder is a release, named PACKAGE-VERSION; `lazynccl audit --opens` says what its files may open.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import subprocess
from pathlib import Path
from typing import Any

HEAD = "| package, release | file | may open |\n"


def opened(command: str, folder: Path) -> list[dict[str, Any]]:
    """Returns the rows of the array `opens`, without rows of the program's own package."""
    said = subprocess.run([command, "audit", "--opens", "--json", folder], check=False,
                          stdout=subprocess.PIPE).stdout
    return [row for audited in json.loads(said)["audited"] for row in audited["opens"]]


def rows(command: str, folder: Path) -> list[str]:
    package, _, version = folder.name.rpartition("-")
    by_file: dict[str, list[str]] = {}
    for row in opened(command, folder):
        file = row["file"].rpartition("/")[2]
        by_file.setdefault(file, []).append(f"`{row['soname']}`")
    return [f"| {package} {version} | `{file}` | {' '.join(dict.fromkeys(names))} |\n"
            for file, names in sorted(by_file.items())]


def main(argv: list[str]) -> int:
    path, command = Path(argv[0]), argv[1]
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    begin = lines.index(HEAD) + 2
    end = next((i for i in range(begin, len(lines)) if not lines[i].startswith("|")), len(lines))
    lines[begin:end] = [row for name in argv[2:] for row in rows(command, Path(name))]
    path.write_text("".join(lines), encoding="utf-8")
    return 0
