"""The stub bad/base.toml with each change in bad/, and the golden description with each change in
bad-net/ and bad-profiler/, is refused with the line that the change expects in its own first line,
and writes nothing.

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


def outcome(base: str, path: Path, main: Callable[[list[str]], int]) -> str | None:
    first, _, change = path.read_text(encoding="utf-8", errors="surrogateescape").partition("\n")
    assert re.match(r"expect: \d+: ", first), f"{path}: its first line must be `expect: LINE: WHAT`"
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8",
                                     errors="surrogateescape") as file:
        file.write(changed(base, change))
        file.flush()
        return refusal(Path(file.name), first.removeprefix("expect: "), main)


failed = False
for folder, base, main in (("bad", "bad/base.toml", render.main),
                           ("bad-net", "golden-net/tiny_net.toml", net_render.main),
                           ("bad-profiler", "golden-profiler/tiny_profiler.toml", net_render.main)):
    text = (HERE / base).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as made:
        assert main([str(HERE / base), "-o", made]) == 0, f"{base} is refused"
    files = sorted((HERE / folder).glob("*.diff"))
    wrong = [f"{file.name}: {what}" for file in files if (what := outcome(text, file, main))]
    print(*wrong, f"{folder}: {len(files)}, {len(wrong)} not refused as expected", sep="\n")
    failed |= bool(wrong or not files)
sys.exit(failed)
