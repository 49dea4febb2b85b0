"""Broken ELF files end in exit status 0 or 2 of `lazynccl symbols`: no signal, no endless run.

Builds a small library that has all that the command reads, and changes copies of it at random, the
same way each time. MUTANTS=100000 does more of them; SEED=2 others; with a build of the command
under -Db_sanitize=address,undefined a read outside its tables is an abort, hence a failure.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import random
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = r"""
#include <stdio.h>
__attribute__((section(".note.dlopen"), used, aligned(4)))
static const struct { unsigned owner, size, type; char name[4], text[36]; } note = {
    4, 36, 0x407c0c0a, "FDO", "[{\"soname\":[\"liba.so.1\"]}]"};
int one(void) { return puts("one"); }
int old_two(void) { return printf("%p", stderr); }
int new_two(void) { return 2; }
__asm__(".symver old_two, two@V_1");
__asm__(".symver new_two, two@@V_2");
__thread int thread = 3;
int data[2] = {4, 5};
"""
VERSIONS = "V_1 { global: one; data; local: *; }; V_2 { global: two; thread; } V_1;"
LIMIT = 5  # seconds
VALUES = (0, 1, 2, 3, 4, 7, 8, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000,
          0xfffffff0, 0xffffffff, 0x7fffffffffffffff, 0xffffffffffffffff)


def build(folder: Path) -> bytes:
    (folder / "a.c").write_text(SOURCE)
    (folder / "a.map").write_text(VERSIONS)
    subprocess.run([*shlex.split(os.environ["CC"]), "-w", "-O1", "-fPIC", "-shared",
                    "-nostartfiles", "-Wl,-soname,liba.so.1,-rpath,$ORIGIN,--hash-style=both",
                    "-Wl,-z,noseparate-code,--version-script,a.map", "-s", "-o", "a.so", "a.c"],
                   cwd=folder, check=True)
    return (folder / "a.so").read_bytes()


def mutant(whole: bytes, pick: random.Random) -> bytes:
    changed = bytearray(whole)
    if pick.random() < 0.05:
        del changed[pick.randrange(len(changed)):]
    for _ in range(pick.choice((1, 1, 1, 2, 4, 16)) if changed else 0):
        size = pick.choice((1, 2, 4, 4, 8, 8))
        # of its parts the tables are many and small: aligned, and half of them among the headers
        last = 1024 if pick.random() < 0.5 else len(changed)
        at = pick.randrange(0, max(min(last, len(changed)) - size, 1), size)
        value = pick.choice(VALUES) if pick.random() < 0.6 else pick.getrandbits(64)
        changed[at:at + size] = (value % 256 ** size).to_bytes(size, "little")
    return bytes(changed)


def run(tool: str, file: Path, option: list[str]) -> tuple[int | str, str]:
    try:
        done = subprocess.run([tool, "symbols", *option, str(file)], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return f"no end after {LIMIT} s", ""
    return done.returncode, done.stderr.decode(errors="replace")


def main() -> int:
    if "TOOL" not in os.environ:
        print("skipped: the command is not built")
        return 77
    tool, seed = os.environ["TOOL"], int(os.environ.get("SEED", 1))
    seen = {0: 0, 2: 0}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole, file = build(folder), folder / "mutant.so"
        if run(tool, folder / "a.so", []) != (0, ""):
            print("the library is not read before it is changed")
            return 1
        for number in range(int(os.environ.get("MUTANTS", 2000))):
            file.write_bytes(mutant(whole, random.Random(f"{seed}/{number}")))
            status, said = run(tool, file, ["--json"] if number % 2 else [])
            if status not in seen or said.count("\n") != (status == 2):
                kept = Path(tempfile.gettempdir()) / f"mutant-{seed}-{number}.so"
                kept.write_bytes(file.read_bytes())
                print(f"{kept}: {status}\n{said}")
                return 1
            seen[status] += 1
    print(f"{seen[0]} read, {seen[2]} refused")
    return 0 if min(seen.values()) > 100 else 1


if __name__ == "__main__":
    sys.exit(main())
