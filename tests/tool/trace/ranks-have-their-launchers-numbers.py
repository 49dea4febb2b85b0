"""Ranks have the numbers of their launcher, and a rank that has not called NCCL is known by its
page: it is the cause if the others wait for it. Processes that only inherited a rank's number are
none. The newest of several jobs in a folder is shown. Ranks whose node was not collected are named
with it."""
import json
import os
from pathlib import Path

from rings import INIT, Ring, trace, write

BOOT = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
NAMESPACE = int(os.readlink("/proc/self/ns/pid")[5:-1])
STARTED = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])


def here(process: int, host: str, rank: int = -1) -> Ring:
    """A process of this machine."""
    return Ring(process, host, rank=rank, ranks=4 if rank >= 0 else -1, job="7.0", boot=BOOT,
                namespace=NAMESPACE, started=STARTED)


def world(ranks: int, missing: int, job: str = "7.0", identity: int = 9, calls: int = 3,
          loaded: int = 1) -> list[Ring]:
    """The rings of a job, without one rank's; the handle of the communicator of all is 0x1000."""
    rings = []
    for rank in range(ranks):
        if rank == missing:
            continue
        ring = Ring(100 + rank, f"node{rank // 2}", rank=rank, ranks=ranks, job=job, loaded=loaded)
        ring.make_communicator(identity, ranks, rank, 0x1000)
        for _ in range(calls):
            ring.all_reduce(0x1000)
        rings.append(ring)
    return rings


# it runs, and has called nothing; a worker that loads data inherited rank 0
idle = here(os.getpid(), "node1", 3)
worker = here(1, "node0", 0)
launcher = here(1, "node1")
write("idle", world(4, 3), [idle, worker, launcher])
lines = trace("idle")
assert lines[0] == (f"rank 3 (node1, process {os.getpid()}, app, running) has not called NCCL: 1 "
                    "communicator waits because of it"), lines
assert lines[2].startswith("  ncclAllReduce, 1024 of float32, sum: entered by 3 of 4, on "), lines
assert lines[3] == (f"  rank 3 (node1, process {os.getpid()}, app): running, has not called NCCL"
                    ), lines
assert len(lines) == 4, lines
assert any("has not called a traced library" in line for line in trace("-v", "idle"))

# the others are still in the call that makes the communicator
rings = []
for rank in range(3):
    ring = Ring(100 + rank, f"node{rank // 2}", rank=rank, ranks=4, job="7.0")
    ring.add(INIT, 4, 9, rank)
    rings.append(ring)
write("init", rings, [idle])
lines = trace("init")
assert "rank 3 (node1, " in lines[0] and " has not called NCCL: 1 comm" in lines[0], lines

# a page of a node that was not collected says where the records are
away = Ring(103, "node1", rank=3, ranks=4, job="7.0", boot="other")
write("away", world(4, 3), [away, Ring(1, "node0", rank=0, ranks=4, job="7.0", boot="other")])
lines = trace("away")
assert lines[-1] == ("rank 3 (node1): no records here: run lazynccl trace --node DIR on each of "
                     "these hosts"), lines
assert lines[0].startswith("1 of 4 ranks left no trace"), lines

# communicators of some ranks: their faults and causes have the launcher's numbers
rings = world(8, -1)
for rank in range(8):
    rings[rank].make_communicator(20 + rank // 4, 4, rank % 4, 0x2000)
    if rank != 6:
        rings[rank].all_reduce(0x2000)
write("parts", rings)
lines = trace("parts")
assert lines[0] == ("rank 6 (node3, process 106, app) has not entered ncclAllReduce, 1024 of "
                    "float32, sum: 1 communicator waits because of it"), lines
assert any(line.startswith("  rank 6 (node3, process 106, app): state unknown") for line in lines)
write("dead", [ring for ring in rings if ring.rank not in (4, 5)])
lines = trace("dead")
assert any(line == "  ranks 0-1: no trace of it: its rank in the communicator" for line in lines)

# groups have their hosts
rings = world(8, -1)
for rank in (4, 5, 6):
    rings[rank] = Ring(100 + rank, f"node{rank // 2}", rank=rank, ranks=8, job="7.0")
    rings[rank].make_communicator(9, 8, rank, 0x1000)
write("group", rings)
assert trace("group")[0].startswith("ranks 4-6 (node2, node3) have not entered "), trace("group")

# of two jobs, the newest; the other by its name
for name, shown in (("7.0", "7.0"), ("", "unnamed")):
    write(shown, [*world(4, 1, loaded=20, job="8.0"),
                  *world(4, 2, job=name, identity=5, loaded=10)])
    lines = trace(shown)
    assert lines[0].startswith("1 of 4 ranks left no trace"), lines
    assert any(line == "  rank 1: no trace of it" for line in lines), lines
    assert lines[-1].endswith(f" trace --job NAME shows it: {shown}"), lines
    lines = trace("--job", shown, shown)
    assert any(line == "  rank 2: no trace of it" for line in lines), lines
    assert sum(line.startswith("communicator ") for line in lines) == 1, lines

# `lazynccl run` names a job on each host: two of them are one job, unless they have the same ranks
rings = world(4, -1, calls=0)
for number, ring in enumerate(rings):
    ring.by_run, ring.job, ring.boot = True, f"run{number // 2}", "other"
    ring.loaded = 100 + number
old = [Ring(50 + rank, "node0", rank=rank, ranks=4, job="old", by_run=True, boot="other", loaded=5)
       for rank in range(2)]
write("hosts", rings[:2], [*rings[2:], *old])
lines = trace("hosts")
assert "ranks 2-3 (node1): no records here: " in lines[-2], lines
assert lines[-1].endswith("shows it: old"), lines

# a program gets the verdict, and calls only if it asks
said = json.loads("\n".join(trace("--json", "parts")))
assert said["causes"][0]["ranks"] == "rank 6" and not said["processes"][0]["calls"], said
assert said["processes"][0]["command"] == "app", said["processes"][0]
assert said["processes"][6]["rank"] == 6 and said["processes"][6]["job"] == "7.0", said
said = json.loads("\n".join(trace("--json", "-v", "parts")))
assert len(said["processes"][0]["calls"]) == 8, said["processes"][0]
