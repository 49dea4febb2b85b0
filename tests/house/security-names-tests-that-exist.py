"""Every test and harness in the table of SECURITY.md exists."""
import re
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
tests = {path.stem for path in (SOURCE / "tests").rglob("*.*")}
harnesses = {f"fuzz {path.stem}" for path in (SOURCE / "tests" / "fuzz" / "harness").glob("*.c")}
tests |= {name for path in (SOURCE / "tests" / "tool" / "findings").glob("*.cases")
          for name in re.findall(r"^== (LN\d+)", path.read_text("utf-8"), re.MULTILINE)}
rows = re.findall(r"^\|.*\| (`.*`) \|$", (SOURCE / "SECURITY.md").read_text("utf-8"), re.MULTILINE)
names = re.findall(r"`([^`]+)`", "\n".join(rows))
missing = [name for name in names if name not in tests and name not in harnesses]
print(len(names), "tests;", "missing:", *missing)
sys.exit(bool(missing) or len(names) < 20)
