"""Writes traces as a tracing stand-in does, and reads them with the command."""
import os
import struct
import subprocess
from collections.abc import Iterable
from pathlib import Path

NAMES = ["ncclCommInitRank", "ncclAllReduce", "ncclBroadcast", "ncclCommSplit", "ncclCommDestroy",
         "ncclGroupEnd", "ncclSend", "ncclRecv", "ncclCommAbort"]
INIT, ALL_REDUCE, BROADCAST, SPLIT, DESTROY, GROUP_END, SEND, RECEIVE, ABORT = range(9)
RETURNED = 0x8000
HEAD = 3680
NONE = 255
# which word of a record has which parameter; the last four: call, stack, out, hashed
RECIPES = [((2, 3, 4), (1, 16, 0, 2), 128), ((3, 4, 5, 6, 7), (0, 0, NONE, 0), 0),
           ((3, 4, 5, 6, 7), (0, 0, NONE, 0), 0), ((1, 2, 3, 4), (1, 0, 3, 0), 0),
           ((1,), (1, 0, NONE, 0), 0), ((), (0, 0, NONE, 0), 0),
           ((2, 3, 4, 5, 6), (0, 0, NONE, 0), 0), ((2, 3, 4, 5, 6), (0, 0, NONE, 0), 0),
           ((1,), (1, 0, NONE, 0), 0)]


def record(sequence: int, function: int, words: list[int], thread: int = 0x7F00,
           counter: int | None = None) -> bytes:
    filled = [*words, 0, 0, 0, 0, 0][:5]
    body = [function << 48 | thread, *filled, 1000 * sequence if counter is None else counter]
    check = 0
    for word in body:
        check = (check >> 13 | check << 51 & 2**64 - 1) ^ word
    check = (check ^ check >> 32 ^ sequence) & 0xFFFFFFFF
    return struct.pack("<8Q", check << 32 | sequence, *body)


class Ring:
    """A trace: calls are added, then it is written, without the gaps between."""

    def __init__(self, process: int, host: str = "node", records: int = 64, *, boot: str = "boot",
                 namespace: int = 0, started: int = 1, real: int = 10**18, rank: int = -1,
                 ranks: int = -1, local: int = -1, job: str = "", loaded: int = 0,
                 by_run: bool = False) -> None:
        self.process, self.host, self.records = process, host, records
        self.rank, self.ranks, self.job, self.loaded = rank, ranks, job, loaded
        self.by_run, self.local = by_run, local
        self.boot, self.namespace, self.started, self.real = boot, namespace, started, real
        self.total = 0
        self.rows: list[bytes] = []
        self.kept: list[bytes] = []

    def add(self, function: int, *words: int, counter: int | None = None) -> None:
        self.total += 1
        row = record(self.total, function, list(words), counter=counter)
        self.rows = [*self.rows[-self.records + 1:], row] if self.records > 1 else [row]
        if function & ~RETURNED in (INIT, SPLIT, DESTROY):
            self.kept.append(row)

    def make_communicator(self, identity: int, ranks: int, rank: int, handle: int) -> None:
        self.add(INIT, ranks, identity, rank)
        self.add(INIT | RETURNED, 0, handle)

    def all_reduce(self, handle: int, count: int = 1024, counter: int | None = None) -> None:
        self.add(ALL_REDUCE, count, 7, 0, handle, counter=counter)

    def broadcast(self, handle: int, root: int = 0) -> None:
        self.add(BROADCAST, 1024, 7, root, handle)

    def identity(self) -> bytes:
        who = struct.pack("<2I3Q6i", self.process, os.geteuid(), self.started, self.namespace,
                          self.loaded, self.rank, self.ranks, self.local, 0, self.by_run, 0)
        for text, room in ((self.host, 64), (self.boot, 40), ("app", 16), (self.job, 128),
                           ("", 3072)):
            who += text.encode().ljust(room, b"\0")
        return who

    def write_page(self, path: Path) -> None:
        """The page of a process that has not called the library."""
        who = self.identity()
        path.write_bytes(b"lazyrank" + struct.pack("<2I", 1, 16 + len(who)) + who)

    def write(self, path: Path, functions: list[str] = NAMES) -> None:
        names = b"".join(name.encode() + b"\0" for name in functions)
        recipes = b"".join(struct.pack("<10B4BH", *range(5), *(*given, 0, 0, 0, 0, 0)[:5],
                                       *flags, size)
                           for given, flags, size in RECIPES[:len(functions)])
        at_kept = (HEAD + len(recipes) + len(names) + 4095) & -4096
        at_records = at_kept + 64 * 4096
        size = at_records + 64 * self.records
        head = b"lazyring" + struct.pack("<4I5Q", 2, 62, len(functions), 0, HEAD + len(recipes),
                                         size, HEAD, 0, 0)
        head += struct.pack("<8Q", self.total, self.records - 1, at_records, len(self.kept),
                            at_kept, 0, 0, 0)
        head += struct.pack("<6Q", 0, 0, self.real, 10**6, 10**6, self.real)
        head += b"libnccl.so.2".ljust(128, b"\0") + self.identity()
        first = self.total - len(self.rows)
        with path.open("wb") as file:
            file.write(head + recipes + names)
            file.seek(at_kept)
            file.write(b"".join(self.kept))
            for number, row in enumerate(self.rows, first):
                file.seek(at_records + 64 * (number % self.records))
                file.write(row)
            os.ftruncate(file.fileno(), size)


def communicator(ranks: int) -> list[Ring]:
    """The rings of as many ranks, each on a host of its own, with one communicator, 0x1000."""
    rings = [Ring(rank + 1, f"host{rank}") for rank in range(ranks)]
    for rank, ring in enumerate(rings):
        ring.make_communicator(9, ranks, rank, 0x1000)
    return rings


def trace(*words: str, status: int | None = None) -> list[str]:
    """Returns the lines that the command prints, without an error; it may have to end so."""
    done = subprocess.run([os.environ["TOOL"], "trace", *words], capture_output=True, text=True,
                          timeout=120)
    assert done.returncode in ((0, 1) if status is None else (status,)) and not done.stderr, done
    return done.stdout.splitlines()


def write(folder: str, rings: Iterable[Ring], pages: Iterable[Ring] = ()) -> None:
    """Makes a folder with these traces and pages."""
    Path(folder).mkdir()
    for number, ring in enumerate(rings):
        ring.write(Path(folder, f"{number}.ring"))
    for number, ring in enumerate(pages):
        ring.write_page(Path(folder, f"{number}.rank"))
