"""Each public function of the archive is a jump through its slot and nothing else, the error-string
functions aside: gcc's `jmp *slot`, clang's `mov slot, register; jmp *register`.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(SOURCE / "gen"))
from stub import load  # noqa: E402
from symbols import libraries  # noqa: E402

# endbr64 marks where an indirect call may land; some compilers are told to begin so everywhere.
JUMP = re.compile(r"(endbr64 )?(notrack )?jmp \*0x0\(%rip\)"
                  r"|(endbr64 )?mov 0x0\(%rip\),(%\w+) (notrack )?jmp \*\4")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


if platform.machine() != "x86_64":
    skip("knows the instructions of x86-64 only")
listing = subprocess.run(["objdump", "-d", "-w", "--no-show-raw-insn", os.environ["ARCHIVE"]],
                         check=True, capture_output=True, text=True).stdout
if re.search(r"__[atu]\w*san_", listing):
    skip("the archive is built with a sanitizer")

code, name = {}, None
for line in listing.splitlines():
    if found := re.match(r"[0-9a-f]+ <(\w+)>:", line):
        name = found[1]
        code[name] = []
    elif (found := re.match(r"\s+[0-9a-f]+:\t(.*)", line)) and name:
        instruction = re.sub(r"\s+", " ", found[1].split("#")[0]).strip()
        if not re.search(r"\bnop|^xchg %ax,%ax|^data16", instruction):  # up to the next function
            code[name].append(instruction)

checked, wrong = 0, []
for path in sorted((SOURCE / "stubs").glob("*.toml")):
    stub = load(path)
    for symbol in (s for library in libraries(stub) for s in library.symbols):
        if stub["absent.returns"].get(symbol.function.returns.declare()) == "reason":
            continue
        checked += 1
        if not JUMP.fullmatch(" ".join(code.get(symbol.name, ["missing"]))):
            wrong.append(f"{symbol.name}: {'; '.join(code.get(symbol.name, ['missing']))}")
print(*wrong, f"{checked} trampolines", sep="\n")
sys.exit(1 if wrong or not checked else 0)
