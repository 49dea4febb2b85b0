"""A trace that is truncated, foreign, of another release or damaged is named with the reason, with
exit status 2 and never a crash; the others are read. Records that do not fit their check are
left out."""
import os
import random
import struct
import subprocess
from pathlib import Path

from rings import Ring, record

NAMES = ["ncclAllReduce", "ncclGroupStart", "no\x1b[31mname"]
RECORDS, HEAD = 64, 3680


def ring(calls: int, process: int = 4) -> bytearray:
    made, path = Ring(process, records=RECORDS), Path("made")
    for number in range(calls):
        made.add(number % len(NAMES), 1, 2, 3, 4, 5)
    made.kept.clear()
    made.write(path, NAMES)
    content = bytearray(path.read_bytes())
    path.unlink()
    return content


def trace(*words: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([os.environ["TOOL"], "trace", *words], capture_output=True, text=True,
                          timeout=60)
    assert done.returncode in (0, 1, 2, 3), (words, done.returncode, done.stderr)
    return done


def refused(path: Path, content: bytes, why: str) -> None:
    path.write_bytes(content)
    done = trace(str(path))
    assert (done.returncode, done.stdout) == (2, ""), (why, done)
    assert done.stderr == f"lazynccl trace: {path}: {why}\n", (why, done.stderr)


def changed(at: int, form: str, value: int) -> bytes:
    content = ring(5)
    struct.pack_into(form, content, at, value)
    return bytes(content)


bad = Path("bad.ring").resolve()
not_one = "not a trace: lazynccl run --trace writes them"
refused(bad, b"", not_one)
refused(bad, b"\x7fELF" * 400, not_one)
refused(bad, bytes(ring(5)[:-1]), "truncated")
refused(bad, bytes(ring(5)) + b"\0", "truncated")
refused(bad, bytes(ring(5)[:200]), not_one)
refused(bad, changed(8, "<I", 3),
        "written by another release of lazynccl: use that one's lazynccl trace")
for at, form, value in ((72, "<Q", 62), (72, "<Q", 2**64 - 1), (72, "<Q", 127),
                        (80, "<Q", 2**63), (80, "<Q", 3),
                        (16, "<I", 2**31), (24, "<Q", 2**40), (40, "<Q", 2**64 - 8), (40, "<Q", 8),
                        (16, "<I", 30000), (96, "<Q", 2**63), (96, "<Q", 8), (48, "<Q", 8),
                        (48, "<Q", 2**64 - 8), (48, "<Q", HEAD + 60000)):
    refused(bad, changed(at, form, value), "damaged")
Ring(4).write_page(bad)
refused(bad, bad.read_bytes()[:-1], "truncated")
bad.unlink()
done = trace(str(bad))
assert done.returncode == 2 and done.stderr.endswith("No such file or directory\n"), done
done = trace(os.getcwd())
assert done.returncode == 2 and "no process has loaded" in done.stderr, done
os.mkfifo("fifo.ring")
done = trace("fifo.ring")
assert done.returncode == 2 and done.stderr == "lazynccl trace: fifo.ring: not a file\n", done
os.unlink("fifo.ring")

# names are printed safely, and a record that was torn is left out
good = ring(5)
Path("good.ring").write_bytes(good)
done = trace("good.ring")
assert done.returncode == 0 and "thread 1: 5 records" in done.stdout, done
assert "\x1b" not in done.stdout, done.stdout
assert "process 4, app, on node, state unknown here" in done.stdout, done.stdout
torn = ring(5)
at = struct.unpack_from("<Q", torn, 80)[0] + 64 * 2
struct.pack_into("<Q", torn, at + 24, 77)
Path("good.ring").write_bytes(torn)
done = trace("good.ring")
assert "thread 1: 4 records" in done.stdout, done.stdout

# nor is one that two threads have written whose arguments differ as the threads do
for split in range(16, 64, 8):
    for first in (0x7F00, 0x7F0000007F00):
        torn = ring(5)
        at = struct.unpack_from("<Q", torn, 80)[0] + 64 * 2
        slow = record(3, 1, [first, 7, 7, 0x5000, first], first)
        fast = record(3 + RECORDS, 1, [first + 64, 7, 7, 0x6000, first + 64], first + 64)
        torn[at:at + 64] = slow[:8] + fast[8:split] + slow[split:]
        Path("good.ring").write_bytes(torn)
        done = trace("-v", "good.ring")
        assert sum(f" {name}(" in line for line in done.stdout.splitlines()
                   for name in NAMES[:2]) == 4, done

# one bad file does not hide the others; hosts of one name and process are told apart by their files
bad.write_bytes(b"nothing")
Path("same.ring").write_bytes(ring(3))
done = trace(os.getcwd())
assert done.returncode == 2 and done.stdout.count("process 4, app, on node") == 2, done.stdout
assert done.stderr.count("\n") == 1, done.stderr
bad.unlink()

# whatever is in a file, the answer is one of the exit statuses
random.seed(7)
for _ in range(150):
    content = ring(200)
    for _ in range(random.choice([1, 1, 2, 8, 64])):
        span = random.choice([64, 304, HEAD, len(content)])
        content[random.randrange(span)] = random.choice([0, 1, 127, 255, random.randrange(256)])
    bad.write_bytes(content[:random.choice([len(content)] * 3 + [random.randrange(len(content))])])
    trace(random.choice(["-v", "--json", "--chrome", "-q"]), str(bad))
bad.unlink()

# 10,000 files
Path("one.ring").write_bytes(ring(2))
for number in range(10000):
    os.link("one.ring", f"many-{number}.ring")
done = trace("--json", os.getcwd())
assert done.returncode == 0 and done.stdout.count('"process"') == 10003, done.returncode
