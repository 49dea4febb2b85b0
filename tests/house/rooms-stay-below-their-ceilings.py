"""No folder of src and gen, and neither the tests, README nor a release in NEWS, is larger than
tests/house/ceilings allows, and no more functions are complex. What grows beyond its line, or has
no line, is named."""
import os
import sys
from pathlib import Path

source = Path(os.environ["SOURCE"])
sys.path.append(str(source / "tests"))
import weights  # noqa: E402

try:
    measured = dict(weights.measures(source))
except ImportError:
    print("skipped: lizard is not installed: run ./dev setup")
    sys.exit(77)
wrong = weights.exceeded(iter(measured.items()))
assert not wrong, "\n".join(wrong)
wide = [line for line in (source / "README.md").read_text("utf-8").splitlines() if len(line) > 100]
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
