"""A library with damaged bytes is read, or refused as bad input, within a second. Nothing else is
raised, and no list that leads to itself is followed for ever."""
import os
import random
import shlex
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
from gen import elf
from gen.describe import exports
from gen.write import InputError

SOURCE = "int toy_one(void) { return 1; } int toy_two(void) { return 2; } int toy_data = 3;"
MUTANTS = 1500


def mutant(good: bytes, chance: random.Random) -> bytes:
    changed = bytearray(good)
    for _ in range(chance.choice((1, 2, 5, 20))):
        # the header, the dynamic sections, the section headers, or anywhere
        first, last = chance.choice(((0, 64), (0x200, 0x600), (len(good) - 2000, len(good)),
                                     (0, len(good))))
        at, size = chance.randrange(first, last), chance.choice((1, 2, 4, 8))
        changed[at:at + size] = chance.choice((b"\xff" * size, bytes(size), chance.randbytes(size)))
    return bytes(changed[:chance.randrange(len(good))] if chance.random() < 0.1 else changed)


library = Path.cwd() / "libtoy.so.1"
script = library.with_name("toy.map")
script.write_text("TOY_1 { global: *; }; TOY_2 { global: toy_two; } TOY_1;")
subprocess.run([*shlex.split(os.environ.get("CC", "cc")), "-shared", "-fPIC", "-x", "c", "-",
                "-o", str(library), f"-Wl,--version-script={script}"], input=SOURCE, text=True,
               check=True)
content, outcomes, chance = library.read_bytes(), {"read": 0, "refused": 0}, random.Random(1)
assert exports.read(library).functions == {"toy_one", "toy_two"}
for _ in range(MUTANTS):
    library.write_bytes(mutant(content, chance))
    began = time.process_time()
    try:
        exports.read(library)
        outcomes["read"] += 1
    except InputError:
        outcomes["refused"] += 1
    if found := elf.read(str(library)):
        found.exported()
    assert time.process_time() - began < 1, "too slow"
print(outcomes)
assert min(outcomes.values()) > MUTANTS / 20
