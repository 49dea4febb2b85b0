"""Each folder of gen/ imports only from itself and from lower folders: stub/ is below net/,
describe/, facts/ and library/; describe/ and facts/ are below update/; describe/ and library/ are
below c/, and c/ is below link/. The files in gen/ are below all folders.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import sys
from pathlib import Path

GEN = Path(__file__).resolve().parent.parent.parent / "gen"
BELOW = {"stub": set(), "library": {"stub"}, "c": {"stub", "library", "describe"},
         "link": {"stub", "describe", "library", "c"}, "net": {"stub"}, "describe": {"stub"},
         "facts": {"stub"}, "update": {"stub", "describe", "facts"}, "docs": set()}
wrong = []
folders = {path.name for path in GEN.iterdir() if any(path.glob("*.py"))}
if folders != BELOW.keys():
    wrong.append(f"the folders of gen/ are {', '.join(sorted(folders))}")
for path in [*sorted(GEN.glob("*/*.py")), *(GEN / f"{name}.py" for name in (
        "arguments", "elf", "own", "template", "write"))]:
    folder = path.parent.name
    for used in re.findall(r"^\s*(?:from|import) gen\.(\w+)[. ]", path.read_text(), re.MULTILINE):
        if used in BELOW and used != folder and used not in BELOW.get(folder, set()):
            wrong.append(f"{path.relative_to(GEN.parent)} imports gen.{used}")
print(*wrong, f"{len(wrong)} wrong", sep="\n")
sys.exit(bool(wrong))
