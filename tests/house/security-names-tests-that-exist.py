"""Every test and harness in the table of SECURITY.md exists.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
tests = {path.stem for path in (SOURCE / "tests").rglob("*.*")}
harnesses = {path.stem for path in (SOURCE / "tests" / "fuzz" / "harness").glob("*.c")}
text = (SOURCE / "SECURITY.md").read_text(encoding="utf-8")
rows = re.findall(r"^\|.*\| (`.*`) \|$", text, re.MULTILINE)
names = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
missing = [name for name in names
           if (name[5:] not in harnesses if name.startswith("fuzz ") else name not in tests)]
print(len(names), "tests;", "missing:", *missing)
sys.exit(bool(missing) or len(names) < 20)
