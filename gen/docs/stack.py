"""Writes measured figures into the table of docs/stand-ins.md:
python3 gen stack DOCUMENT DATA.json...

DATA is the output of `./dev bench stack` for one package. Its row is replaced, or added at the end.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
from pathlib import Path
from typing import Any

HEAD = "| without a GPU | resident | of it anonymous | read cold | real libraries | installed |\n"


def row(data: dict[str, dict[str, Any]]) -> str:
    before, after = data["before"], data["after"]
    mib = [f"{before[key] / 1024:.0f} → {after[key] / 1024:.0f}"
           for key in ("resident", "anonymous", "read", "installed")]
    cells = [f"{before['what']}: `{before['begin']}`", *mib[:3],
             f"{before['real']} → {after['real']}", mib[3]]
    return "| " + " | ".join(cells) + " |\n"


def main(argv: list[str]) -> int:
    path = Path(argv[0])
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    begin = lines.index(HEAD) + 2
    end = next(i for i in range(begin, len(lines)) if not lines[i].startswith("|"))
    rows = {line.split()[1]: line for line in lines[begin:end]}
    for name in argv[1:]:
        line = row(json.loads(Path(name).read_text(encoding="utf-8")))
        rows[line.split()[1]] = line
    lines[begin:end] = rows.values()
    path.write_text("".join(lines), encoding="utf-8")
    return 0
