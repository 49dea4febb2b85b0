"""gen/meson.build lists every file that the build renders with, so that a change of one renders
again: all files of stub/, library/ and net/, and those of c/ except jobs that the build runs
earlier or never."""
import re
import sys
from pathlib import Path

GEN = Path(__file__).resolve().parents[2] / "gen"
OTHERS = {"c/Cargo.toml.in", "c/account.py", "c/banner.c.in", "c/build.rs.in", "c/choice.py",
          "c/data.c.in", "c/data.h.in", "c/data.py", "c/declare.h.in", "c/declare.py",
          "c/from_library.py", "c/generator.build.in", "c/generator.md.in", "c/generator.py",
          "c/generator.py.in", "c/generator_check.py.in", "c/inputs.py", "c/layout.py",
          "c/lib.rs.in", "c/locations.py",
          "c/only.py", "c/options.py", "c/outputs.py", "c/prefix.py", "c/runtime.py", "c/rust.py",
          "c/unit.py", "c/vendor.py", "c/vendored.c.in", "c/verify.py", "c/versions_from.py",
          "c/windows.c.in", "c/windows.py"}
listed = re.findall(r"'([\w/.]+)'", (GEN / "meson.build").read_text(encoding="utf-8"))
there = {f"{room}/{path.name}" for room in ("stub", "library", "net", "c")
         for path in (GEN / room).iterdir() if path.suffix in (".py", ".in")}
wrong = [f"{name}: not in gen/meson.build" for name in sorted(there - OTHERS - {*listed})]
print(f"{len(there)} files", *wrong, sep="\n")
sys.exit(bool(wrong or len(there) < 40))
