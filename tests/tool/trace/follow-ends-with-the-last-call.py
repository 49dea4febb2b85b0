"""--follow continues while a process of another host may run: some minutes after its last call. It
ends if nobody can read what it writes."""
import os
import subprocess
import time
from pathlib import Path

from rings import Ring

folder = os.getcwd()
for real, is_recent in ((10**18, False), (time.time_ns(), True)):
    ring = Ring(1, "host0", real=real)
    ring.make_communicator(9, 2, 0, 0x1000)
    ring.write(Path(folder, "0.ring"))
    command = [os.environ["TOOL"], "trace", "--follow", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        lines = [process.stdout.readline() for _ in range(2)]
        try:
            process.wait(1 if is_recent else 60)
            assert not is_recent, lines
        except subprocess.TimeoutExpired:
            assert is_recent, lines
            process.terminate()
        assert "ncclCommInitRank" in lines[1] and process.stdout.read() == "", lines
with open("/dev/full", "w", encoding="utf-8") as full:
    subprocess.run(command, stdout=full, stderr=subprocess.DEVNULL, check=False, timeout=60)
