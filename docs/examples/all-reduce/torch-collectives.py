"""Checks the results of PyTorch's collectives over two processes, and times a 4 MiB all_reduce.

Run it directly, and with `lazynccl run -- python torch-collectives.py`.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import ctypes
import os
import re
import time

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

WARM_UP, ROUNDS = 50, 1000


def mapped(pattern):
    """Returns the files that are mapped into this process and match the pattern."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return sorted({line.split()[-1] for line in maps if re.search(pattern, line)})


def check(rank, ranks):
    """Runs five kinds of collectives, and asserts that each gives the expected values."""
    mine = torch.full((1 << 10,), float(rank + 1), device="cuda")
    total = float(sum(range(1, ranks + 1)))

    summed = mine.clone()
    dist.all_reduce(summed)
    assert torch.all(summed == total), "all_reduce"

    gathered = [torch.empty_like(mine) for _ in range(ranks)]
    dist.all_gather(gathered, mine)
    assert all(torch.all(g == i + 1) for i, g in enumerate(gathered)), "all_gather"

    received = torch.empty_like(mine)
    if rank % 2 == 0:
        dist.send(mine, rank + 1)
        dist.recv(received, rank + 1)
    else:
        dist.recv(received, rank - 1)
        dist.send(mine, rank - 1)
    assert torch.all(received == (rank ^ 1) + 1), "send/recv"

    scattered = torch.empty(4, device="cuda")
    dist.reduce_scatter(scattered, [torch.full((4,), float(i + rank), device="cuda")
                                    for i in range(ranks)])
    assert torch.all(scattered == ranks * rank + sum(range(ranks))), "reduce_scatter"

    exchanged = torch.empty(ranks, device="cuda")
    dist.all_to_all_single(exchanged, torch.arange(ranks, device="cuda", dtype=torch.float32)
                           + 10 * rank)
    expected = torch.tensor([10.0 * i + rank for i in range(ranks)], device="cuda")
    assert torch.equal(exchanged, expected), "all_to_all"


def timed():
    """Returns the mean time of an all_reduce of 4 MiB, in microseconds."""
    buffer = torch.ones(1 << 20, device="cuda")
    for _ in range(WARM_UP):
        dist.all_reduce(buffer)
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(ROUNDS):
        dist.all_reduce(buffer)
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / ROUNDS * 1e6


def nccl_version(path):
    """Asks the library: torch.cuda.nccl.version() is the release that PyTorch was built with."""
    version = ctypes.c_int()
    ctypes.CDLL(path).ncclGetVersion(ctypes.byref(version))
    return f"{version.value // 10000}.{version.value // 100 % 100}.{version.value % 100}"


def work(rank, ranks):
    """Checks and times the collectives in one process; rank 0 prints which libraries it mapped."""
    at_start = mapped(r"libnccl\.so|libnvrtc\.so|libnvJitLink\.so")
    os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
    os.environ.setdefault("MASTER_PORT", "29511")
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", rank=rank, world_size=ranks)
    check(rank, ranks)
    mean = timed()
    if rank == 0:
        print("after import torch:", *at_start or ["none of them"], sep="\n  ")
        libraries = mapped(r"libnccl\.so")
        print("after the collectives:", *libraries, sep="\n  ")
        print(f"PyTorch {torch.__version__}, NCCL {nccl_version(libraries[-1])}, "
              f"{ranks} processes: five collectives checked, "
              f"all_reduce of 4 MiB {mean:.1f} us each", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    mp.spawn(work, args=(2,), nprocs=2)
