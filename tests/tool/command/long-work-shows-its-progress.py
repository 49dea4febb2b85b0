"""Work of more than a second shows on stderr what it is at, if that is a terminal, and takes the
line away before it answers; else, with -q, and in short work there is no such line.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import terminal

if "TOOL" not in os.environ:
    print("skipped: the command is not built")
    sys.exit(77)
TOOL = os.environ["TOOL"]


def on_terminal(*arguments: str, **variables: str) -> str:
    """What the command writes to a terminal as its stderr; its stdout is a pipe."""
    return terminal.shown([TOOL, *arguments], {**os.environ, "TERM": "xterm", **variables},
                          streams=("stderr",))[0]


with tempfile.TemporaryDirectory() as folder:
    Path(folder, "slow.py").write_text("import time; time.sleep(1.5)\n", encoding="utf-8")
    python = os.path.dirname(sys.executable)
    slow = {"PYTHONPATH": folder, "PATH": f"{python}:{os.environ['PATH']}"}
    shown = on_terminal("find", "nccl", "--import", "slow", **slow)
    assert shown.startswith("\rimporting slow"), repr(shown)
    assert shown.endswith("\r\033[K"), repr(shown)
    assert on_terminal("find", "nccl", "--import", "slow", **slow, TERM="dumb") == ""

    original = Path(folder, "many", "lib.so")
    original.parent.mkdir()
    shutil.copy(TOOL, original)
    count, taken = 250, 0.0
    while taken < 2:  # so long that some file is read after the first second
        for number in range(count // 2 if taken else 0, count):
            os.link(original, original.with_name(f"lib{number}.so"))
        started = time.monotonic()
        shown = on_terminal("audit", str(original.parent))
        taken = time.monotonic() - started
        assert taken > 0.9 or shown == "", repr(shown)
        count *= 2
    assert shown.startswith("\rreading lib") and shown.endswith("\r\033[K"), repr(shown)
    assert on_terminal("audit", "-q", str(original.parent)) == ""
    assert on_terminal("audit", TOOL) == ""
