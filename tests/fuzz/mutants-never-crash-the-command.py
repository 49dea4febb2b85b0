"""On broken ELF files and wheels the command exits with a documented status: it does not crash,
hang or print control characters, and prints one line for each unreadable file.

Builds a small library and a small wheel with everything that the command reads, and mutates copies
reproducibly: headers, dynamic section, symbols, versions, notes and strings; the wheel's member
list, names, sizes and contents. MUTANTS=1000000 makes more of them, MUTANT_SECONDS=60 as many as
this time allows, SEED=2 others. With a command
built with -Db_sanitize=address,undefined, a read outside its tables aborts and so fails."""
import os
import random
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from corpus import RECORD, zipped

SOURCE = r"""
#include <stdio.h>
__attribute__((section(".note.dlopen"), used, aligned(4)))
static const struct { unsigned owner, size, type; char name[4], text[40]; } note = {
    4, 40, 0x407c0c0a, "FDO", "[{\"soname\":[\"libnvrtc.so.12\"]}]"};
int ncclGetVersion(int *);
int one(void) { return puts("one") + ncclGetVersion(0); }
int old_two(void) { return printf("%p", stderr); }
int new_two(void) { return 2; }
__asm__(".symver old_two, two@V_1");
__asm__(".symver new_two, two@@V_2");
__thread int thread = 3;
int data[2] = {4, 5};
"""
VERSIONS = "V_1 { global: one; data; local: *; }; V_2 { global: two; thread; } V_1;"
METADATA = "Metadata-Version: 2.1\nName: some\nVersion: 1.0\nRequires-Dist: nvidia-nccl-cu12\n"
BATCH = 50
LIMIT = 20  # seconds for a batch
VALUES = (0, 1, 2, 3, 4, 7, 8, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000,
          0xfffffff0, 0xffffffff, 0x7fffffffffffffff, 0xffffffffffffffff)
NAMES = (b"../", b"/etc/x", b"a/../..", b"\n\033[31m", b"\xc2\x9b", b"\xff\xfe", b"x" * 5000, b"",
         b"some-1.0.dist-info/METADATA", b".dist-info/", b"a//b", b".", b"a\\b", b"\0a")
RAW = re.compile(rb"[\0-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")

Base = tuple[bytes, list[range]]  # a file, and the parts that are mutated most


def link(folder: Path, source: str, name: str, *options: str) -> None:
    (folder / "a.c").write_text(source)
    subprocess.run([*shlex.split(os.environ.get("CC", "cc")), "-w", "-O1", "-fPIC", "-shared", "-s",
                    "-o", name, "a.c", *options], cwd=folder, check=True)


def library(folder: Path) -> Base:
    link(folder, "int ncclGetVersion(int *version) { return *version = 0; }", "libnccl.so.2",
         "-Wl,-soname,libnccl.so.2")
    (folder / "a.map").write_text(VERSIONS)
    link(folder, SOURCE, "a.so", "libnccl.so.2", "-nostartfiles",
         "-Wl,-soname,liba.so.1,-rpath,$ORIGIN:/x,--hash-style=both",
         "-Wl,-z,noseparate-code,--version-script,a.map")
    whole = (folder / "a.so").read_bytes()
    at, = struct.unpack_from("<Q", whole, 40)
    size, count = struct.unpack_from("<HH", whole, 58)
    parts = [range(64 + 56 * struct.unpack_from("<H", whole, 56)[0]), range(at, len(whole))]
    for section in range(at, at + size * count, size):
        kind, = struct.unpack_from("<I", whole, section + 4)
        offset, length = struct.unpack_from("<QQ", whole, section + 24)
        # symbols, strings, dynamic section, notes, versions
        if kind in (3, 6, 7, 11, 0x6ffffffd, 0x6ffffffe, 0x6fffffff) and length:
            parts.append(range(offset, offset + length))
    return whole, parts


def wheel(elf: bytes) -> bytes:
    return zipped(("some-1.0.dist-info/METADATA", METADATA), ("some/a.so", elf),
                  ("some-1.0.dist-info/RECORD", RECORD), ("some-1.0.data/platlib/b.so", elf),
                  ("some/empty/", ""), ("some/b,\"c\".py", "text"))


def wheel_parts(whole: bytes) -> list[range]:
    """Returns the wheel's member list, and each member's own header."""
    found = [match.start() for match in re.finditer(b"PK\3\4", whole)]
    return [range(whole.index(b"PK\1\2"), len(whole)), *(range(at, at + 60) for at in found)]


def changed(base: Base, pick: random.Random) -> bytes:
    whole, parts = base
    mutant = bytearray(whole)
    if pick.random() < 0.05:
        del mutant[pick.randrange(len(mutant)):]
    for _ in range(pick.choice((1, 1, 1, 2, 4, 16)) if mutant else 0):
        size = pick.choice((1, 2, 4, 4, 8, 8))
        part = pick.choice(parts) if pick.random() < 0.8 else range(len(mutant))
        first, last = part.start, min(part.stop, len(mutant)) - size
        if last < first:
            continue
        at = pick.randrange(first, last + 1, pick.choice((1, size)))
        value = pick.choice(VALUES) if pick.random() < 0.6 else pick.getrandbits(64)
        mutant[at:at + size] = (value % 256 ** size).to_bytes(size, "little")
    return bytes(mutant)


def renamed(whole: bytes, pick: random.Random) -> bytes:
    """Renames a member in the list, in its header, or in both; the length may change."""
    old = pick.choice((b"some/a.so", b"some/empty/", b"some-1.0.dist-info/METADATA",
                       b"some-1.0.data/platlib/b.so"))
    new = pick.choice(NAMES)
    if pick.random() < 0.8:  # otherwise everything after it is shifted
        new = (new + b"x" * len(old))[:len(old)]
    return whole.replace(old, new, pick.choice((1, 2)))


class Mutants:
    def __init__(self, folder: Path, seed: int) -> None:
        self.seed = seed
        self.library = library(folder)
        self.wheel = wheel(self.library[0])
        self.parts = wheel_parts(self.wheel)

    def __call__(self, number: int) -> tuple[str, bytes]:
        """Returns the suffix that the mutant's name needs, and its bytes."""
        pick = random.Random(f"{self.seed}/{number}")
        if number % 2 == 0:
            return ".so", changed(self.library, pick)
        what = pick.random()
        if what < 0.2:  # a valid wheel with a broken library
            return ".whl", wheel(changed(self.library, pick))
        if what < 0.4:
            return ".whl", renamed(self.wheel, pick)
        return ".whl", changed((self.wheel, self.parts), pick)


def fault(verb: list[str], files: list[Path], statuses: set[int]) -> str | None:
    """Runs the command and adds its exit status. Returns the fault in how it ended, or None."""
    paths = [f"/{file.name}" if "--root" in verb else str(file) for file in files]
    try:
        done = subprocess.run([os.environ["TOOL"], *verb, *paths], capture_output=True,
                              timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return f"still running after {LIMIT} s"
    said = done.stderr.splitlines()
    if done.returncode not in (0, 1, 2):
        return f"status {done.returncode}\n{done.stderr.decode(errors='replace')}"
    if (done.returncode == 2) != bool(said) or len(said) > len(files):
        return f"status {done.returncode} with {len(said)} lines: {said[:3]}"
    if not all(line.startswith(b"lazynccl ") for line in said):
        return f"a line without our prefix: {said}"
    if RAW.search(done.stdout + done.stderr):
        return f"control character: {RAW.search(done.stdout + done.stderr)}"
    statuses.add(done.returncode)
    return None


def culprit(verb: list[str], files: list[Path]) -> str:
    """Returns the one file of a batch that causes the fault, and keeps this file."""
    for file in files:
        wrong = fault(verb, [file], set())
        if wrong:
            kept = Path(tempfile.gettempdir()) / f"mutant-{file.name}"
            kept.write_bytes(file.read_bytes())
            return f"{kept}: {wrong}"
    return "none of them alone: " + " ".join(map(str, files))


def verbs(number: int, files: list[Path]) -> list[tuple[list[str], list[Path]]]:
    """Returns the commands for a batch: audit of all files, and every other verb on one."""
    option = ["--json"] if number % 3 == 0 else []
    first = files[number // BATCH % len(files)]
    root = ["--root", str(first.parent)]
    found = [(["audit", *option, *root], files), (["symbols", *option], [first])]
    if first.suffix == ".so":
        found += [(["find", *option, *root, "--from"], [first]),
                  (["doctor", *option, *root, "--from"], [first]),
                  (["symbols", "nccl", "--demanded-by"], [first])]
    return found


def main() -> int:
    if "TOOL" not in os.environ:
        print("skipped: the command is not built")
        return 77
    seconds = float(os.environ.get("MUTANT_SECONDS") or "inf")
    count = int(os.environ.get("MUTANTS", 4000)) if seconds == float("inf") else sys.maxsize
    end, made = time.monotonic() + seconds, 0
    statuses: set[int] = set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mutants = Mutants(folder, int(os.environ.get("SEED", 1)))
        (folder / "a.whl").write_bytes(mutants.wheel)
        wrong = fault(["audit", "--root", name], [folder / "a.so", folder / "a.whl"], statuses)
        if wrong or statuses != {1}:
            print(f"what is whole is not read: {wrong}")
            return 1
        for number in range(0, count, BATCH):
            if time.monotonic() > end:
                break
            files = []
            for each in range(number, min(number + BATCH, count)):
                kind, content = mutants(each)
                files.append(folder / f"{mutants.seed}-{each}{kind}")
                files[-1].write_bytes(content)
            made += len(files)
            for verb, of in verbs(number, files):
                if fault(verb, of, statuses):
                    print(" ".join(verb), culprit(verb, of))
                    return 1
            for file in files:
                file.unlink()
    print(f"{made} mutants, statuses {sorted(statuses)}")
    return 0 if statuses == {0, 1, 2} else 1


sys.exit(main())
