"""`./dev bench --write NAME` replaces the table of this measurement in docs/measurements.md, and no
other text. Each table there is of a measurement that exists, and was written so."""
import os
import re
import runpy
import tempfile
from pathlib import Path

source = Path(os.environ["SOURCE"])
bench = runpy.run_path(str(source / "tests/bench/bench.py"))
page = (source / "docs/measurements.md").read_text(encoding="utf-8")
known = (source / "tests/bench/meson.build").read_text(encoding="utf-8")
tables = re.findall(r"<!-- bench (\S+) -->\n(.*?)<!-- end -->", page, re.DOTALL)
assert tables, "no tables"
for name, table in tables:
    assert f"'{name}.sh'" in known, f"no measurement {name}"
    assert table.startswith(f"`./dev bench {name}`, on "), table
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "page.md")
        copy.write_text(page, encoding="utf-8")
        bench["write"].__globals__["PAGE"] = copy
        bench["write"](name, [["  calls", "7", "< 8", "missed"]], "a machine")
        written = (f"`./dev bench {name}`, on a machine:\n\n| what | measured | target |\n"
                   "|---|---|---|\n")
        changed = copy.read_text(encoding="utf-8")
    assert changed == page.replace(table, f"{written}| - calls | 7 | < 8, missed |\n"), changed
