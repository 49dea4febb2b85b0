"""If all ranks have called ncclCommInitRank and some are still in it, trace says that all have
joined, which are not ready, and which local ranks these are on each host. One that never called is
the cause."""
import json

from rings import INIT, Ring, trace, write


def answer(name: str, *, stuck: set[int], absent: set[int], reduce: bool = False) -> list[str]:
    """The answer for 8 ranks on two hosts."""
    rings = []
    for rank in range(8):
        ring = Ring(rank + 1, f"node{rank // 4 + 1}", rank=rank, ranks=8, local=rank % 4)
        if rank in stuck:
            ring.add(INIT, 8, 9, rank)
        elif rank not in absent:
            ring.make_communicator(9, 8, rank, 0x1000)
            if reduce:
                ring.all_reduce(0x1000)
        rings.append(ring)
    write(name, rings)
    return trace(name, status=1)


STILL = "still in the call that makes the communicator"
JOINED = f"{STILL}, which all ranks have joined: 1 communicator waits because of "
for reduce in False, True:
    lines = answer(f"second{reduce}", stuck={1, 3, 5, 7}, absent=set(), reduce=reduce)
    assert lines[0] == ("ranks 1,3,5,7 (node1, node2, local ranks 1,3 of each host) are "
                        f"{JOINED}them"), lines
    assert sum("because of" in line for line in lines) == 1, lines
    if not reduce:
        assert lines[2] == "  all ranks have joined: 4 of 8 are ready", lines
said = json.loads("\n".join(trace("--json", "secondTrue")))
assert [cause["kind"] for cause in said["causes"]] == ["not ready"], said

# of one host, all of a host, and ranks that are not the same on each host have no local ranks
line = answer("one", stuck={6}, absent=set())[0]
assert line == f"rank 6 (node2, process 7, app) is {JOINED}it", line
for stuck, ranks, hosts in (({1, 3}, "1,3", "node1"), ({4, 5, 6, 7}, "4-7", "node2"),
                            ({0, 6}, "0,6", "node1, node2")):
    line = answer(f"at{ranks}", stuck=stuck, absent=set())[0]
    assert line == f"ranks {ranks} ({hosts}) are {JOINED}them", line

# all wait for each other: nobody is named
lines = answer("all", stuck=set(range(8)), absent=set())
assert lines[:2] == ["communicator 0000000000000009: 8 ranks",
                     "  all ranks have joined: 0 of 8 are ready"], lines

# one has not called: all others wait for it, and not all have joined
lines = answer("absent", stuck={0, 1, 2, 4, 5, 6, 7}, absent={3})
assert lines[0].startswith("rank 3 (node1, process 4, app) has not called NCCL: 1 comm"), lines
assert not any("joined" in line for line in lines), lines
