"""Each line that a diff in CONTRIBUTING.md adds is in the file it names."""

import os
import re
import sys
from pathlib import Path

SOURCE = Path(os.environ["SOURCE"])
text = (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8")
wrong, checked = [], 0
for block in re.findall(r"^ *```diff\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL):
    lines, file = [], None
    for line in block.splitlines():
        line = line.strip() if line.lstrip().startswith("+++") else line
        if line.startswith("+++ b/"):
            file = SOURCE / line.removeprefix("+++ b/")
            lines = [one.strip() for one in file.read_text(encoding="utf-8").splitlines()]
        elif line.lstrip().startswith("+") and file:
            checked += 1
            if line.lstrip()[1:].strip() not in lines:
                wrong.append(f"{file.relative_to(SOURCE)} has no line:{line}")
print(f"{checked} lines compared", *wrong, sep="\n")
sys.exit(1 if wrong or checked < 15 else 0)
