"""The stub bad.toml with each change in bad.cases, and the golden stubs with each change in
bad-net.cases and bad-profiler.cases, are refused with the line that the change expects, and nothing
is written.

A change begins with `== LINE: WHAT`, the expected message. It contains removed lines ("-"), added
lines ("+") and context (" "), with an empty line between two hunks. If each hunk is one line, the
change may be a row: `= LINE: WHAT | HUNK | HUNK`. An added line without context replaces the line
with the same key, or follows the title; `+[TABLE] KEY = VALUE` replaces the row with this key, or
is the first row of the table; a new table goes before [functions], a declaration after the first
one. A byte may be written as \\xNN."""
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


def replaced(table: str, row: str) -> list[str]:
    """Returns a hunk's lines up to the row that this one replaces; none if its key is new."""
    rows = table.split("\n[")[0].split("\n")
    for number, old in enumerate(rows):
        if old.partition(" = ")[0] == row.partition(" = ")[0]:
            return [*(f" {each}" for each in rows[:number]), f"-{old}"]
    return []


def with_context(text: str, rows: list[str]) -> list[str]:
    """Returns the lines of a hunk with what they replace, precede or follow."""
    if any(row[0] != "+" for row in rows):
        return rows
    if of_table := re.fullmatch(r"\+(\[\S+\]) (.+)", rows[0]):
        table, row = of_table.groups()
        if f"\n{table}\n" in text:
            return [f" {table}", *replaced(text.partition(f"\n{table}\n")[2], row), f"+{row}"]
        rows = [f"+{table}", f"+{row}"]
    if rows[0].startswith("+["):
        return [*rows, " [functions]"]
    key, is_value, _ = rows[0][1:].partition(" = ")
    if not is_value:
        return [" fooResult fooVersion(int *);", *rows]
    if old := re.findall(rf"^{re.escape(key)} = .*", text, re.MULTILINE):
        assert len(old) == 1, f"not in the description once: {key}"
        return [f"-{old[0]}", *rows]
    return [' title = "Foo"', *rows]


def changed(text: str, change: str) -> str:
    """Returns the text after a change. Each hunk must match the text once."""
    for place in change.rstrip("\n").split("\n\n"):
        rows = with_context(text, place.split("\n"))
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


def outcome(base: str, case: str, expected: str, main: Callable[[list[str]], int]) -> str | None:
    text = changed(base, case).encode()
    with tempfile.NamedTemporaryFile(suffix=".toml") as file:
        file.write(re.sub(rb"\\x(..)", lambda byte: bytes.fromhex(byte[1].decode()), text))
        file.flush()
        return refusal(Path(file.name), expected, main)


failed = False
for table, base, main in (("bad", "bad.toml", render.main),
                          ("bad-net", "golden-net/tiny_net.toml", net_render.main),
                          ("bad-profiler", "golden-profiler/tiny_profiler.toml", net_render.main)):
    text = (HERE / base).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as made:
        assert main([str(HERE / base), "-o", made]) == 0, f"{base} is refused"
    rows = (HERE / f"{table}.cases").read_text("utf-8")
    cases = [(expected, hunks.replace(" | ", "\n\n"))
             for expected, hunks in re.findall(r"^= (\d+: .*?) \| ([-+].*)$", rows, re.MULTILINE)]
    cases += re.findall(r"^== (\d+: .*)\n((?:(?!==? ).*\n)*)", rows, re.MULTILINE)
    assert len(cases) == len(re.findall("^=", rows, re.MULTILINE)), f"{table}: not a change"
    wrong = [what for expected, case in cases if (what := outcome(text, case, expected, main))]
    print(*wrong, f"{table}: {len(cases)}, {len(wrong)} not refused as expected", sep="\n")
    failed |= bool(wrong or not cases)
sys.exit(failed)
