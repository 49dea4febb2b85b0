"""A job of 1,024 ranks, in 4 x 8 x 32 communicators, is answered on one screen: those with a fault
first, of them the one that lacks the rank that all wait for. Ranks are compared over hosts whose
clocks differ by hours, also after records were replaced, and over two hosts of one name."""
import os
import random
from pathlib import Path

from rings import BROADCAST, GROUP_END, RETURNED, SPLIT, Ring, trace, write

random.seed(5)
RANKS, HOUR = 1024, 3600 * 10**9


def has(lines: list[str], text: str) -> None:
    assert sum(text in line for line in lines) == 1, (text, lines)


# one communicator of all ranks; of each 162 records, the last 64 are left
jitter = [random.randrange(100, 2000) for _ in range(400)]
rings = []
for rank in range(RANKS):
    ring = Ring(rank % 8 + 1, f"host{rank // 8}", real=10**18 + rank // 8 * HOUR)
    ring.make_communicator(77, RANKS, rank, 0x5000)
    when = 0
    for step in range(160 - (rank == 700) - 20 * (rank == 701)):
        when += jitter[step]
        ring.all_reduce(0x5000, 99 if step == 159 and rank == 5 else 1024,
                        counter=when + random.randrange(20))
    rings.append(ring)
write("all", rings)
lines = trace("all", status=1)
assert len(lines) == 6, lines
assert lines[0].startswith("rank 701 (host87, process 6, app) has not entered "), lines[0]
has(lines, "ncclAllReduce, 1024 of float32, sum: entered by 1022 of 1024")
has(lines, "  rank 5 (host0, process 6, app): state unknown here, differs: ncclAllReduce, 99 of")
has(lines, "  rank 700 (host87, process 5, app): state unknown here, has not entered: about 1 b")
has(lines, "  rank 701 (host87, process 6, app): state unknown here, has not entered: about 20 ")

# 4 stages x 8 parts x 32 copies: each rank is in three communicators
rings = []
for rank in range(RANKS):
    part, copy, stage = rank % 8, rank // 8 % 32, rank // 256
    ring = Ring(rank + 1, f"host{rank // 8}")
    ring.make_communicator(1000 + rank // 8, 8, part, 0x1000)
    ring.make_communicator(2000 + stage * 8 + part, 32, copy, 0x2000)
    ring.make_communicator(3000 + copy * 8 + part, 4, stage, 0x3000)
    for step in range(10):
        for handle in (0x1000, 0x2000, 0x3000):
            # rank 300 misses the last call of its part, so the others of it stay there
            if step == 9 and (rank == 300 or (rank // 8 == 37 and handle != 0x1000)):
                break
            ring.all_reduce(handle)
    rings.append(ring)
write("three", rings)
lines = trace("three", status=1)
assert len(lines) <= 50, len(lines)
assert lines[0].startswith("rank 5 (host37, process 301, app) has not entered "), lines[0]
assert lines[1].startswith("communicator") and lines[1].endswith(": 8 ranks"), lines[1]
assert "  ncclAllReduce, 1024 of float32, sum: entered by 7 of 8" in lines[2], lines[2]
assert "  rank 4 (host37, process 301, app): state unknown here, has not" in lines[3], lines[3]
has(lines, "403 more communicators, 4 of them with a fault: -v lists them")
lines = trace("-v", "three")
assert sum(line.startswith("communicator ") for line in lines) == 128 + 32 + 256, len(lines)

# many different faults of one communicator
rings = []
for rank in range(64):
    ring = Ring(rank + 1, records=128)
    ring.make_communicator(9, 64, rank, 0x5000)
    for _ in range(100 - rank):
        ring.all_reduce(0x5000)
    rings.append(ring)
write("each", rings)
lines = trace("each", status=1)
assert len(lines) == 14 and lines[-1] == "  53 more ranks: -v lists them", lines

# collectives in another order are named, also if all ranks went on; two hosts have one name; the
# last 512 of them are compared
for before, after in ((1, 1), (505, 144)):
    rings = []
    for rank in range(4):
        ring = Ring(7, boot=f"boot{rank}", records=1024)
        ring.make_communicator(9, 4, rank, 0x5000)
        for _ in range(before):
            ring.all_reduce(0x5000)
        if rank == 2:
            ring.broadcast(0x5000)
        ring.all_reduce(0x5000)
        if rank != 2:
            ring.broadcast(0x5000)
        for _ in range(after):
            ring.all_reduce(0x5000)
        rings.append(ring)
    write(f"order{before}", rings)
    lines = trace(f"order{before}", status=1)
    assert len(lines) == 3, lines
    has(lines, f"  rank 2 (node, process 7, app): state unknown here, differs {after + 1} calls "
               "before: ncclBroadcast, 1024 of float32, root 0, not ncclAllReduce, 1024 of "
               "float32, sum")

# a split in a group has its handle only at the end of the group
rings = []
for rank in range(2):
    ring = Ring(rank + 1)
    ring.make_communicator(9, 2, rank, 0x5000)
    ring.add(SPLIT, 0x5000, 0, rank)
    ring.add(SPLIT | RETURNED, 0, 0)
    ring.add(GROUP_END)
    if rank == 0:
        ring.add(BROADCAST, 8, 1, 0, 0x6000)
    rings.append(ring)
write("group", rings)
lines = trace("group")
has(lines, ", split 1, color 0: 2 ranks")
has(lines, "  ncclBroadcast, 8 of uint8, root 0: entered by 1 of 2")

# an absurd number of ranks is only a number
ring = Ring(1)
ring.make_communicator(9, 2**31 - 1, 2**31 - 2, 0x5000)
write("absurd", [ring])
lines = trace("absurd")
has(lines, "  ranks 0-2147483645: no trace of it")

# a process of this machine, but of another container, is not taken for one of here
boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
here = int(os.readlink("/proc/self/ns/pid")[5:-1])
started = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
for namespace, state in ((here, "running"), (here + 1, "state unknown here")):
    ring = Ring(os.getpid(), boot=boot, namespace=namespace, started=started)
    ring.add(GROUP_END)
    write(state, [ring])
    lines = trace(state)
    has(lines, f"process {os.getpid()}, app, on node, {state}: ")
