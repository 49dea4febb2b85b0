"""Reads the output of callgrind, prints how many source files and functions of src/ a run entered,
and lists the functions on stderr.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import sys

# A line "fl=(3) FILE" names the file of the functions after it, "fn=(7) FUNCTION" a function; later
# mentions have the number alone. Inlined code has the file "fi", and "fe" ends it.
names: dict[str, str] = {}
entered: set[tuple[str, str]] = set()
file = ""
for line in sys.stdin:
    found = re.match(r"c?(fl|fi|fe|fn)=\((\d+)\)(?: (.*))?", line)
    if not found:
        continue
    kind, number, name = found.groups()
    key = ("function " if kind == "fn" else "file ") + number
    names[key] = name or names[key]
    if line[0] != "c" and kind != "fn":
        file = names[key]
    elif line[0] != "c" and re.search(r"(^|/)src/.*\.[chS]$", file):
        entered.add((file, names[key]))
print(len({file for file, _ in entered}), len(entered))
for row in sorted(entered):
    print(*row, file=sys.stderr)
