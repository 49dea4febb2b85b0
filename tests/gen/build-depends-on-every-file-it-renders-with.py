"""gen/meson.build lists every file that the build renders with, so that a change of one renders
again: all files of stub/, library/ and net/, and those of c/ except jobs that the build runs
earlier or never.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import sys
from pathlib import Path

GEN = Path(__file__).resolve().parents[2] / "gen"
OTHERS = {"c/outputs.py", "c/vendor.py", "c/verify.py", "c/versions_from.py", "c/from_library.py",
          "c/only.py", "c/options.py", "c/banner.c.in", "c/vendored.c.in", "c/data.py",
          "c/data.c.in",
          "c/data.h.in", "c/declare.py", "c/declare.h.in", "c/rust.py", "c/lib.rs.in",
          "c/build.rs.in", "c/Cargo.toml.in", "c/windows.py", "c/windows.c.in"}
listed = re.findall(r"'([\w/.]+)'", (GEN / "meson.build").read_text(encoding="utf-8"))
there = {f"{room}/{path.name}" for room in ("stub", "library", "net", "c")
         for path in (GEN / room).iterdir() if path.suffix in (".py", ".in")}
wrong = [f"{name}: not in gen/meson.build" for name in sorted(there - OTHERS - {*listed})]
print(f"{len(there)} files", *wrong, sep="\n")
sys.exit(bool(wrong or len(there) < 40))
