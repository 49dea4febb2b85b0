"""Each stub in bad/, and the golden description with each change in bad-net/ and bad-profiler/, is
refused with the line that the file expects in its own first line, and writes nothing.

A change contains removed lines ("-"), added lines ("+") and context (" "), with an empty line
between two hunks.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import contextlib
import io
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))
from gen.c import render  # noqa: E402
from gen.net import render as net_render  # noqa: E402


def changed(text: str, change: str) -> str:
    """Returns the text after a change. Each hunk must match the text once."""
    for place in change.split("\n\n"):
        rows = place.strip("\n").split("\n")
        old, new = ("".join(f"\n{row[1:]}" for row in rows if row[0] in kept)
                    for kept in (" -", " +"))
        assert text.count(f"{old}\n") == 1, f"not in the description once:{old}"
        text = text.replace(f"{old}\n", f"{new}\n")
    return text


def refusal(stub: Path, expected: str, main: Callable[[list[str]], int]) -> str | None:
    """Returns how the outcome differs from the expected one, or None."""
    said = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(said):
        status = main([str(stub), "-o", folder])
        made = sorted(path.name for path in Path(folder).iterdir())
    if status != 1 or made:
        return f"accepted: status {status}, made {made}"
    if said.getvalue() != f"{stub}:{expected}\n":
        return f"expected {expected}\n  said {said.getvalue()}"
    return None


def bad_stub(path: Path) -> str | None:
    expected = re.match(r"# expect: (\d+: .+)\n", path.read_text(encoding="latin-1"))
    assert expected, f"{path}: its first line must be `# expect: LINE: WHAT`"
    return refusal(path, expected[1], render.main)


def bad_description(path: Path) -> str | None:
    first, _, change = path.read_text(encoding="utf-8").partition("\n")
    assert re.match(r"expect: \d+: ", first), f"{path}: its first line must be `expect: LINE: WHAT`"
    kind = path.parent.name.removeprefix("bad-")
    golden = (HERE / f"golden-{kind}" / f"tiny_{kind}.toml").read_text(encoding="utf-8")
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as file:
        file.write(changed(golden, change))
        file.flush()
        return refusal(Path(file.name), first.removeprefix("expect: "), net_render.main)


failed = False
for pattern, outcome in (("bad/*.toml", bad_stub), ("bad-net/*.diff", bad_description),
                         ("bad-profiler/*.diff", bad_description)):
    files = sorted(HERE.glob(pattern))
    wrong = [f"{file.name}: {what}" for file in files if (what := outcome(file))]
    print(*wrong, f"{pattern}: {len(files)}, {len(wrong)} not refused as expected", sep="\n")
    failed |= bool(wrong or not files)
sys.exit(failed)
