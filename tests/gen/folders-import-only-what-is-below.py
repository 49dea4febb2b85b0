"""Each folder of gen/ imports only from itself and from lower folders: stub/ is below net/,
describe/, facts/ and library/; describe/ and facts/ are below update/; describe/ and library/ are
below c/, and c/ is below link/. The files in gen/ are below all folders.
No files import one another in a circle, also counting imports inside functions."""
import ast
import re
import sys
from graphlib import CycleError, TopologicalSorter
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

modules = {".".join(path.relative_to(GEN.parent).with_suffix("").parts): path
           for path in GEN.glob("**/*.py")}


def imports(path: Path) -> set[str]:
    """Returns the modules that a file imports, with those of "from folder import module"."""
    return {module for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.ImportFrom) and node.module
            for module in (node.module, *(f"{node.module}.{each.name}" for each in node.names))
            if module in modules}


imported = {name: imports(path) for name, path in modules.items()}
try:
    TopologicalSorter(imported).prepare()
except CycleError as circle:
    wrong.append("a circle: " + " imports ".join(reversed(circle.args[1])))
if not any(imported.values()):
    wrong.append("no file imports another")
print(*wrong, f"{len(wrong)} wrong", sep="\n")
sys.exit(bool(wrong))
