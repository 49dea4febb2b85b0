"""Of a ring whose older records were replaced, only as many records are read from the end as the
communicators need; all of them if one has few calls and was not destroyed. The answer is the same.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from rings import ABORT, DESTROY, Ring

if not shutil.which("strace"):
    print("skipped: strace is not installed")
    sys.exit(77)
RECORDS = 1 << 16


def read(folder: str) -> tuple[int, list[str]]:
    """The bytes that an answer reads of each ring here, and the answer."""
    done = subprocess.run(["strace", "-y", "-e", "trace=pread64", "-o", "calls", os.environ["TOOL"],
                           "trace", folder], capture_output=True, text=True, timeout=120)
    assert done.returncode in (0, 1) and not done.stderr, done
    sizes = re.findall(rf"/{folder}/\d\.ring>.*= (\d+)$", Path("calls").read_text(), re.MULTILINE)
    return sum(map(int, sizes)) // 2, done.stdout.splitlines()


for folder, seldom in (("busy", False), ("seldom", True)):
    Path(folder).mkdir()
    for rank in range(2):
        ring = Ring(rank + 1, f"host{rank}", records=RECORDS)
        ring.make_communicator(9, 2, rank, 0x1000)
        ring.make_communicator(8, 2, rank, 0x2000)
        ring.total = 5 * RECORDS
        rows = Ring(0, records=RECORDS)
        rows.total = ring.total - 2048 - 6
        for step in range(2048 - rank):
            if step in (2000, 2010):
                rows.make_communicator(step, 2, rank, step << 12)
                rows.add(DESTROY if step == 2000 else ABORT, step << 12)
            rows.all_reduce(0x1000 if seldom or step % 2 else 0x2000, 1000 + step)
        ring.rows = rows.rows
        ring.total -= rank
        ring.write(Path(folder, f"{rank}.ring"))
size, lines = read("busy")
assert lines[0].startswith("rank 1 (host1, process 2, app) has not entered ncclAllReduce, 3047 of"
                           ), lines
assert size < 200_000, size
size, lines = read("seldom")
assert lines[0].startswith("rank 1 (host1, process 2, app) has not entered ncclAllReduce, 3047 of"
                           ), lines
assert size > 64 * RECORDS, size
