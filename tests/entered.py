"""usage: entered.py [--copy FOLDER PREFIX]: reads the output of callgrind, prints how many source
files and functions of src/ a run entered, and lists the functions on stderr. With --copy: functions
of the runtime in FOLDER that a copy with this prefix contains, and the files that they are from."""
import re
import sys
from pathlib import Path

DEFINED = re.compile(r"^(?:[A-Za-z_][\w *]*?[ *])?(\w+)\([^;{}]*\)\n\{", re.MULTILINE)

# A line "fl=(3) FILE" names the file of the functions after it, "fn=(7) FUNCTION" a function; later
# mentions have the number alone. Inlined code has the file "fi", and "fe" ends it.
names: dict[str, str] = {}
entered: set[tuple[str, str]] = set()
file = ""
sources: dict[str, str] = {}
if sys.argv[1:2] == ["--copy"]:
    for path in sorted(Path(sys.argv[2]).rglob("*.[ch]")):
        for name in DEFINED.findall(path.read_text(encoding="utf-8")):
            sources[name.replace("lazynccl_", f"{sys.argv[3]}_")] = str(path)
for line in sys.stdin:
    found = re.match(r"c?(fl|fi|fe|fn)=\((\d+)\)(?: (.*))?", line)
    if not found:
        continue
    kind, number, name = found.groups()
    key = ("function " if kind == "fn" else "file ") + number
    names[key] = name or names[key]
    if line[0] != "c" and kind != "fn":
        file = names[key]
    elif line[0] != "c" and names[key] in sources:
        entered.add((sources[names[key]], names[key]))
    elif line[0] != "c" and re.search(r"(^|/)src/.*\.[chS]$", file):
        entered.add((file, names[key]))
print(len({file for file, _ in entered}), len(entered))
for row in sorted(entered):
    print(*row, file=sys.stderr)
