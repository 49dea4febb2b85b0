"""The log of 1,024 ranks and 5,001 communicators is read in at most eight times the processor time
of a quarter of it, and shows the one rank that is not ready, in a late communicator: no number of
them is too large. With the arguments 16384 and 6000, it reads a log of that many.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

MOST = 8.0  # linear: 4, quadratic: 16
MEMORY = 200 << 20


def initialized(rank: int, member: int, count: int, identity: int, step: str) -> str:
    device, host = rank % 8, f"node{rank // 8:05}"
    return (f"{rank}: {host}:{4000 + device}:{4000 + device} [{device}] NCCL INFO "
            f"ncclCommInitRankConfig comm 0x35e54430 rank {member} nranks {count} cudaDev {device} "
            f"nvmlDev {device} busId 70 commId {identity:#x} - Init {step}")


def lines(world: int, groups: int, stuck: int) -> Iterator[str]:
    """All ranks are in the first communicator, and eight in each of the groups. Rank 3 of the group
    `stuck` is not ready. Rank 9 has a setting of its own."""
    for rank in range(world):
        process = f"{rank}: node{rank // 8:05}:{4000 + rank % 8}:1 [{rank % 8}] NCCL INFO "
        yield process + "NCCL version 2.28.9+cuda13.0"
        yield process + "NCCL_NVLS_ENABLE set by environment to 0."
        if rank == 9:
            yield process + "NCCL_ALGO set by environment to Ring"
        for channel in range(10):
            yield process + f"Channel 0{channel}/0 : {rank}[0] -> {rank + 1}[0] via P2P/CUMEM"
    for step in "START", "COMPLETE":
        for rank in range(world):
            yield initialized(rank, rank, world, 0xabc000000000001, step)
    for group in range(groups):
        for step in "START", "COMPLETE":
            for member in range(8):
                if (group, member, step) != (stuck, 3, "COMPLETE"):
                    yield initialized((group * 8 + member) % world, member, 8,
                                      0xabd000000000000 + group * 977, step)


def explain(log: Path, text: Iterator[str]) -> tuple[float, subprocess.CompletedProcess[str]]:
    """Returns the processor time of the quickest of three runs, and the last run."""
    with log.open("w", encoding="utf-8") as file:  # not at once: the memory is measured
        file.writelines(f"{line}\n" for line in text)
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([os.environ["TOOL"], "explain", "--no-python", str(log)],
                              capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times), done


def main() -> int:
    if "TOOL" not in os.environ:
        print("skipped: the command is not built")
        return 77
    world, groups = (int(word) for word in sys.argv[1:3] or ("1024", "5000"))
    stuck = groups * 5 // 6
    with tempfile.TemporaryDirectory() as name:
        part, _ = explain(Path(name, "part.log"), lines(world // 4, groups // 4, stuck // 4))
        whole, done = explain(Path(name, "whole.log"), lines(world, groups, stuck))
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
    print(f"score: {world} ranks, {groups + 1} communicators: {whole:.2f} s, {whole / part:.1f}"
          f" times the processor time of a quarter, {memory >> 20} MiB")
    assert done.returncode == 1 and not done.stderr, (done.returncode, done.stderr)
    assert f"processes      {world}" in done.stdout, done.stdout
    rank = (stuck * 8 + 3) % world
    ready = re.findall(r"not ready +(.*)", done.stdout)
    name = f"{0xabd000000000000 + stuck * 977:#x} (8 ranks)"
    process = f"process {4000 + rank % 8} on node{rank // 8:05}"
    assert ready == [f"1 of communicator {name}, such as rank 3: rank {rank} of the job, {process}"]
    differs = f"NCCL_ALGO: Ring on rank 9 (node00001); not set on {world - 1} of {world}"
    assert differs in done.stdout, done.stdout
    assert whole < MOST * part and memory < MEMORY, (part, whole, memory)
    return 0


if __name__ == "__main__":
    sys.exit(main())
