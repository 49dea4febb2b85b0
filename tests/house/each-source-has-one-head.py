"""Each C and assembly source in src/ and include/ names its licence once, at its head, and no
header has #pragma once twice: two files glued together show here."""
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
LICENCE = "SPDX-License-Identifier: "
HEAD_LINES = 25  # the first comment


def main() -> int:
    files = [file for folder in ("src", "include") for file in (SOURCE / folder).rglob("*")
             if file.name.removesuffix(".in").endswith((".c", ".h", ".S"))]
    wrong = []
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        licences = [number for number, line in enumerate(lines) if LICENCE in line]
        if len(licences) != 1 or licences[0] >= HEAD_LINES:
            wrong.append(f"{file.relative_to(SOURCE)}: one licence line is needed, at the head: "
                         f"{[number + 1 for number in licences]}")
        if lines.count("#pragma once") > 1:
            wrong.append(f"{file.relative_to(SOURCE)}: #pragma once more than once")
    print(f"{len(files)} files", *wrong, sep="\n")
    return len(files) < 200 or bool(wrong)


sys.exit(main())
