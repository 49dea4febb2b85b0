"""No folder of src and gen, and neither the tests, README nor a release in NEWS, is larger than
tests/house/ceilings allows, and no more functions are complex. What grows beyond its line, or has
no line, is named. So for the code lines, conditions, and macros that leave out code of the runtime,
each of whose files is in one row of the table of promises in its README."""
import re
import sys
from collections import Counter
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.append(str(SOURCE / "tests"))
import weights  # noqa: E402

RUNTIME = SOURCE / "src" / "runtime"
FOLDERS = ("copy", "core", "library", "loader", "search")
COMMENT = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
CONDITION = re.compile(r"^#(?:if|ifdef|ifndef|elif)\b", re.MULTILINE)
LEAVES_OUT = re.compile(r"LAZYNCCL_WITHOUT_\w+")


def code(file: Path) -> str:
    """Returns the text without comments."""
    return COMMENT.sub(lambda found: "" if found[0].startswith("/*") else found[0],
                       file.read_text(encoding="utf-8"))


files = {str(file.relative_to(RUNTIME)): code(file)
         for folder in FOLDERS for file in sorted((RUNTIME / folder).rglob("*.[ch]"))}
text = "\n".join(files.values())
figures = {
    "src/runtime code lines": sum(bool(line.strip()) for line in text.splitlines()),
    "src/runtime conditions of the preprocessor": len(CONDITION.findall(text)),
    "src/runtime macros that leave out code": len({*LEAVES_OUT.findall(text)})}
readme = (RUNTIME / "README.md").read_text(encoding="utf-8")
rows = Counter(name for parts in re.findall(r"^\| .*? \| (`.*`) \|$", readme, re.MULTILINE)
               for name in re.findall(r"`([^`]+)`", parts))
names = {name.rpartition(".")[0] for name in files}
wrong = [f"README.md: no file {name}.c or .h" for name in rows if name not in names]
wrong += [f"README.md: {name} is in {rows[name]} rows" for name in names if rows[name] != 1]
wrong += weights.exceeded(iter(figures.items()))
assert not wrong, "\n".join(wrong)

try:
    measured = dict(weights.measures(SOURCE))
except ImportError:
    print("skipped: lizard is not installed: run ./dev setup")
    sys.exit(77)
wrong = weights.exceeded(iter(measured.items()))
assert not wrong, "\n".join(wrong)
wide = [line for line in (SOURCE / "README.md").read_text("utf-8").splitlines() if len(line) > 100]
assert not wide, f"README.md has a line of more than 100 columns: {wide[0]}"

tree = Path.cwd()
(tree / "src/one").mkdir(parents=True)
(tree / "gen").mkdir()
(tree / "src/one/a.c").write_text("1\n2\n3\n")
(tree / "gen/a.py").write_text("1\n")
most = {"src, its own files: lines": 0, "src/one: lines": 3, "gen, its own files: lines": 1}
assert not weights.exceeded(weights.rooms(tree), most)
assert weights.exceeded(weights.rooms(tree), {**most, "src/one: lines": 2}) == [
    "src/one: lines: 3, at most 2 by tests/house/ceilings"]
del most["src, its own files: lines"]
assert weights.exceeded(weights.rooms(tree), most) == [
    "src, its own files: lines: 0, but tests/house/ceilings has no line for it"]
