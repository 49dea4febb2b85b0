"""On a terminal every verb's lines fit its width, unless a single word is longer; help fits 80
columns everywhere. In a pipe, answers are not folded.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from itertools import pairwise

import terminal

if "TOOL" not in os.environ:
    print("skipped: the command is not built")
    sys.exit(77)
TOOL = os.environ["TOOL"]
VERBS = re.findall(r"^  ([a-z][a-z-]*)  +", subprocess.run([TOOL, "--help"], text=True, check=True,
                                                      stdout=subprocess.PIPE).stdout, re.MULTILINE)
assert len(VERBS) > 7, VERBS


def shown(columns: int, *arguments: str, **variables: str) -> str:
    """What the command prints on a terminal of that width, without colours."""
    environment = {**os.environ, "TERM": "xterm", **variables}
    text, _ = terminal.shown([TOOL, *arguments], environment, columns)
    return re.sub(r"\033\[[0-9;]*m", "", text)


def too_long(text: str, columns: int) -> list[str]:
    return [line for line in text.split("\n") if len(line) > columns and len(line.split()) > 1
            and len(max(line.split(), key=len)) < columns - 40]


for columns in (60, 80, 120):
    for arguments in ([], ["find", "-v"], ["-v"], ["doctor"], ["doctor", "--list"],
                      ["explain", "LN107"], ["symbols", "nccl"], ["audit", TOOL]):
        text = shown(columns, *arguments)
        assert text.strip(), f"{arguments} prints nothing"
        assert not too_long(text, columns), (columns, arguments, too_long(text, columns))
paragraph = shown(80, "explain", "LN107").split("\n")[1:-1]  # filled once, not folded twice
assert all(len(line) > 48 for line in paragraph[1:3]), paragraph
for columns in (20, 30):
    text = shown(columns, "explain", "LN107")
    long = [line for line in text.split("\n") if len(line) > columns
            and len(max(line.split(), key=len)) < columns - 8]
    assert not long, (columns, long)
rows = shown(80, "doctor", NCCL_DEBUG="x", LAZYNCCL_SEARCH="y" * 20).split("\n")
after = [below for row, below in pairwise(rows) if row.startswith("      help:") and len(row) > 60
         and below.startswith("      ")]
assert all(row.startswith(" " * 12) for row in after), after  # below the text, not the label
path = "/" + "x" * 150
value = [row for row in shown(80, "-v", LD_LIBRARY_PATH=path).split("\n")
         if path in row and "(environment)" in row]
# A path stays whole, and the terminal folds it; a cell of words goes to the next line as a whole.
assert value == [f"          = {path}   (environment)"], value
with tempfile.TemporaryDirectory() as root:
    folder = "/opt/a-folder-of-nccl-and-others"
    os.makedirs(root + folder)
    shutil.copy(os.environ["SHARED"], f"{root}{folder}/libnccl.so.2")
    text = shown(80, "find", "nccl", "--root", root, "--no-python", LD_LIBRARY_PATH=folder)
    cell = "a stand-in, which opens the real one at its first call"
    assert f"\n{' ' * 24}{cell}\n" in text, text
for wrong in (["find", "--min", "none-such-version"], ["doctor", "LN120"],
              ["audit", "/no/such folder of a rather long name"]):
    text = shown(60, *wrong)  # on stderr
    assert text.count("\n") == 2 and not too_long(text, 60), text
assert len(max(shown(200, "-v").split("\n"), key=len)) > 80, "a wide terminal is not used"
for verb in [[], *([verb] for verb in VERBS)]:
    help_text = subprocess.run([TOOL, *verb, "--help"], text=True, check=True,
                               stdout=subprocess.PIPE).stdout
    assert not too_long(help_text, 80), (verb, too_long(help_text, 80))
    assert len(help_text.split("\n")) > 8, help_text
    usage = help_text.split("\n\n")[0].split("\n")
    assert all(line.startswith("       ") for line in usage[1:]), usage
piped = subprocess.run([TOOL, "-v"], text=True, check=True, stdout=subprocess.PIPE).stdout
assert len(max(piped.split("\n"), key=len)) > 80, "a pipe's lines are folded"
