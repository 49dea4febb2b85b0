"""One rank of 1,024 that stands still is named in the first line, with how many communicators wait
because of it, whatever the clocks of hosts show. Two that wait for each other are shown as that,
calls from rank to rank count, a process that has ended waits for nobody, and lost records make the
answer uncertain."""
import json
import re
import resource

from rings import ALL_REDUCE, DESTROY, RECEIVE, SEND, Ring, communicator, trace, write

# 8 parts x 8 stages x 16 copies: each rank is in four communicators, 321 in all
PART, STAGE, COPY, STUCK = 8, 8, 16, 333
RANKS = PART * STAGE * COPY
SCHEDULE = (1, 1, 1, 1, 2, 3, 3, 0)


def groups_of(rank: int) -> list[tuple[int, int, int]]:
    """Identity, size and own rank in each of its communicators."""
    part, stage, copy = rank % PART, rank // PART % STAGE, rank // PART // STAGE
    return [(1, RANKS, rank), (1000 + copy * STAGE + stage, PART, part),
            (2000 + copy * PART + part, STAGE, stage), (3000 + stage * PART + part, COPY, copy)]


def hang(steps: int, stop: int) -> list[list[float]]:
    """The times of each rank's calls; a rank waits until all have entered what it is in."""
    entered: dict[tuple[int, int], list[float]] = {}
    times: list[list[float]] = [[] for _ in range(RANKS)]
    waiting = list(range(RANKS))
    while waiting:
        blocked: dict[int, bool] = {}
        for rank in waiting:
            while len(times[rank]) < steps and not (rank == STUCK and len(times[rank]) == stop):
                at, now = len(times[rank]), 0.0
                if at:
                    identity, size, _ = groups_of(rank)[SCHEDULE[(at - 1) % len(SCHEDULE)]]
                    before = entered[identity, at - 1]
                    if len(before) < size:
                        break
                    now = max(before)
                identity = groups_of(rank)[SCHEDULE[at % len(SCHEDULE)]][0]
                times[rank].append(now + 1e-3)
                entered.setdefault((identity, at), []).append(now + 1e-3)
                blocked[rank] = True
        waiting = [rank for rank in waiting if len(times[rank]) < steps] if blocked else []
    return times


times = hang(24, 18)
for skew in (0, 50):  # milliseconds between the hosts' clocks
    rings = []
    for rank in range(RANKS):
        node = rank // 8
        ring = Ring(10000 + rank % 8 * 17, f"node{node:05}",
                    real=10**18 + node * 2654435761 % 1000 * 1000 * skew)
        for number, (identity, size, own) in enumerate(groups_of(rank)):
            ring.make_communicator(identity, size, own, 0x1000 * (number + 1))
        for at, when in enumerate(times[rank]):
            ring.all_reduce(0x1000 * (SCHEDULE[at % len(SCHEDULE)] + 1),
                            1024 * (1 + at % len(SCHEDULE)), counter=int(when * 1e9))
        rings.append(ring)
    write(f"skew{skew}", rings)
    lines = trace(f"skew{skew}")
    found = re.fullmatch(r"rank 333 \(node00041, process 10085, app\) has not entered "
                         r"ncclAllReduce, 3072 of float32, sum: (\d+) communicators wait because "
                         r"of it", lines[0])
    assert found, lines[:3]
    assert found[1] == "73", found[1]
    # the communicator in which it is missing comes next, and all that wait are no causes
    assert lines[1].endswith(": 8 ranks") and "entered by 7 of 8" in lines[2], lines[1:4]
    assert "  rank 5 (node00041, process 10085, app): state unknown" in lines[3], lines[3]
    assert not any(line.startswith("rank") for line in lines[1:]), lines
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"1,024 ranks: {used.ru_utime + used.ru_stime:.2f} s for two, {used.ru_maxrss} KiB")
assert used.ru_maxrss < 100_000, used.ru_maxrss
assert used.ru_utime < 4, used.ru_utime

# two that wait for each other, and others that wait for them
rings = communicator(3)
for rank in range(2):
    rings[rank].make_communicator(8, 2, rank, 0x2000)
rings[0].all_reduce(0x2000)
rings[1].all_reduce(0x1000)
rings[2].all_reduce(0x1000)
write("cycle", rings)
lines = trace("cycle")
assert lines[0] == ("ranks 0-1 (host0, host1) form a cycle of ranks that wait for each other: 2 "
                    "communicators wait because of them"), lines
assert lines[1].startswith("  rank 0 has entered ncclAllReduce, 1024 of float32, sum in communic")
assert lines[2].startswith("  rank 1 has entered ncclAllReduce"), lines

# a receive that its sender has not sent; the communicator has no other call
rings = communicator(4)
for rank, ring in enumerate(rings):
    ring.add(SEND, 8, 7, (rank + 1) % 4, 0x1000)
    if rank != 2:
        ring.add(RECEIVE, 8, 7, (rank + 3) % 4, 0x1000)
write("peers", rings)
lines = trace("peers")
assert lines[0] == ("rank 2 (host2, process 3, app) has not called ncclRecv from rank 1: 1 "
                    "communicator waits because of it"), lines
rings = communicator(2)
rings[0].add(RECEIVE, 8, 7, 1, 0x1000)
write("receive", rings)
assert trace("receive")[0] == ("rank 1 (host1, process 2, app) has not called ncclSend to rank 0: "
                               "1 communicator waits because of it"), trace("receive")

# one that calls something else is the cause, though it waits too
rings = communicator(4)
for rank, ring in enumerate(rings):
    ring.all_reduce(0x1000, 99 if rank == 3 else 1024)
write("differs", rings)
assert trace("differs")[0] == (
    "rank 3 (host3, process 4, app) has entered ncclAllReduce, 99 of float32, sum, not "
    "ncclAllReduce, 1024 of float32, sum: 1 communicator waits because of it"), trace("differs")

# nobody waits for those that have not entered what others have entered and then aborted
rings = communicator(2)
for rank, ring in enumerate(rings):
    ring.make_communicator(8, 2, rank, 0x2000)
rings[0].all_reduce(0x1000)
rings[0].add(DESTROY, 0x1000)
write("aborted", rings)
assert "because of" not in "\n".join(trace("aborted", status=0)), trace("aborted")
assert not json.loads("\n".join(trace("--json", "aborted", status=0)))["causes"]
# the one that others still wait for is named, though more calls were made where they aborted
rings[0].all_reduce(0x2000, 77)
rings[0].all_reduce(0x2000, 77)
write("aborted-one", rings)
assert trace("aborted-one")[0] == (
    "rank 1 (host1, process 2, app) has not entered ncclAllReduce, 77 of float32, sum: 1 "
    "communicator waits because of it"), trace("aborted-one")
assert '"kind": "not entered"' in "\n".join(trace("--json", "aborted-one"))

# two ranks of one process, one of which has not entered what the other has
ring = Ring(1, "host0")
for rank in range(2):
    ring.make_communicator(9, 2, rank, 0x1000 * (rank + 1))
ring.add(ALL_REDUCE, 5, 99, 0, 0x1000)
write("threads", [ring])
assert trace("threads")[0].endswith(
    " has not entered ncclAllReduce, 5 of type 99, sum: 1 communicator waits because of it"
), trace("threads")

# lost records; ranks without a trace
rings = communicator(4)[:3]
for rank, ring in enumerate(rings):
    for step in range(100 - (rank == 1)):
        ring.all_reduce(0x1000, 1000 + step)
write("lost", rings)
lines = trace("lost")
assert lines[0] == (
    "rank 1 (host1, process 2, app) has not entered ncclAllReduce, 1099 of float32, sum: 1 "
    "communicator waits because of it; this is not certain, because older records were replaced"
), lines
assert lines[1] == "1 of 4 ranks left no trace: 1 communicator may wait because of it", lines
