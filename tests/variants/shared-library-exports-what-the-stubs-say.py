"""The shared library exports exactly the symbols that the stubs and lazynccl.h declare."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

SOURCE = Path(os.environ["SOURCE"])
BUILD = Path(os.environ["BUILD"])
NAME = re.compile(r"(\w+)\(")


def symbols(stub: dict[str, Any]) -> set[str]:
    """Returns the symbols of a stub, read without the generator's code."""
    rules = stub.get("symbols", {})
    added = {name: int(version.partition(".")[0])
             for version, lines in stub["functions"].items() for name in NAME.findall(lines)}
    names = set(added)
    if "alias" in rules:
        names |= {rules["alias"].format(name=name) for name in added}
    for major, highest in rules.get("families", {}).items():
        names |= {rules["suffixed"].format(name=name, major=major, minor=minor)
                  for name in added if added[name] <= int(major)
                  and name not in rules["never_suffixed"]
                  for minor in range(highest + 1)}
    return names


header = (BUILD / "include" / "lazynccl.h").read_text(encoding="utf-8")
expected = set(re.findall(r"^\w.*?(lazynccl_\w+)\(", header, re.MULTILINE))
expected.add("lazynccl_wrap")  # removed from the header in 0.2, exported until 1.0
build = (SOURCE / "stubs" / "meson.build").read_text(encoding="utf-8")
lists = dict(re.findall(r"^(\w+) = \[(.*?)\]$", build, re.MULTILINE | re.DOTALL))
libraries, others = (re.findall(r"'(\w+)'", lists[row]) for row in ("libraries", "more_libraries"))
expected -= {f"lazynccl_{name}" for name in others}  # only in liblazynccl-all
for name in libraries:
    path = SOURCE / "stubs" / f"{name}.toml"
    expected |= symbols(tomllib.loads(path.read_text(encoding="utf-8")))

listing = subprocess.run(["nm", "-D", "--defined-only", os.environ["SHARED"]], check=True,
                         capture_output=True, text=True).stdout
exported = {line.split()[-1].partition("@")[0] for line in listing.splitlines()
            if " A " not in line}

print("missing:", sorted(expected - exported))
print("not described:", sorted(exported - expected))
sys.exit(len(expected) < 500 or expected != exported)
