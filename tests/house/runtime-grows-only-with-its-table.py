"""The runtime has no more code lines than the table in its README allows: lines of library, search,
loader and small that are not blank and not only a comment. Each limit is at most 15 lines above the
count, so that the table stays true, and each file has one row.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
RUNTIME = SOURCE / "src" / "runtime"
COMMENT = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
SLACK = 15


def code_lines(file: Path) -> int:
    """Returns the number of lines that have code."""
    text = COMMENT.sub(lambda found: "" if found[0].startswith("/*") else found[0],
                       file.read_text(encoding="utf-8"))
    return sum(bool(line.strip()) for line in text.splitlines())


def main() -> int:
    files = {str(file.relative_to(RUNTIME).with_suffix("")): 0
             for folder in ("library", "search", "loader", "small")
             for file in (RUNTIME / folder).rglob("*.[ch]")}
    for name in files:
        files[name] = sum(code_lines(file) for file in RUNTIME.glob(name + ".[ch]"))
    readme = (RUNTIME / "README.md").read_text(encoding="utf-8")
    wrong, limits, seen = [], 0, []
    for parts, limit in re.findall(r"^\| .*? \| (`.*`) \| ([\d,]+) \|$", readme, re.MULTILINE):
        names = re.findall(r"`([^`]+)`", parts)
        wrong += [f"README.md: no file {name}.c or .h" for name in names if name not in files]
        count = sum(files.get(name, 0) for name in names)
        allowed = int(limit.replace(",", ""))
        if not count <= allowed <= count + SLACK:
            wrong.append(f"{parts}: {count} code lines, but README.md says {allowed}")
        limits += allowed
        seen += names
    wrong += [f"README.md: {name} is in {seen.count(name)} rows"
              for name in files if seen.count(name) != 1]
    if f"{limits:,} code lines" not in readme:
        wrong.append(f"README.md: the limits add up to {limits:,} code lines")
    print(f"{sum(files.values())} code lines", *wrong, sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
