"""Help and the text of findings fit 80 columns, on any terminal and in a file; the output is ASCII,
unless the name of a file is not. Longer are only rows about files, and commands, which are to be
copied."""
import os
import re
import subprocess

import terminal

TOOL = os.environ["TOOL"]


def shown(*arguments: str) -> str:
    """Returns the output of the command in a pipe."""
    return subprocess.run([TOOL, *arguments], text=True, check=False, stdout=subprocess.PIPE).stdout


VERBS = re.findall(r"^  ([a-z][a-z-]*)  +", shown("--help"), re.MULTILINE)
assert len(VERBS) > 7, VERBS
for arguments in ([], ["find", "-v"], ["-v"], ["doctor"], ["doctor", "--list"], ["symbols", "nccl"],
                  ["audit", TOOL]):
    text = shown(*arguments)
    assert text.strip() and text.isascii(), (arguments, text)
for arguments in (["--help"], *([verb, "--help"] for verb in VERBS)):
    text = shown(*arguments)
    long = [line for line in text.split("\n") if len(line) > 80]
    assert not long and text.isascii(), (arguments, long)
    assert len(text.split("\n")) > 8, text
    usage = text.split("\n\n")[0].split("\n")
    assert all(line.startswith("       ") for line in usage[1:]), usage
text = shown("explain", "LN107")
assert len(text.split("\n")) > 4, text
for line in text.split("\n"):
    assert len(line) <= 80, line
for columns in (40, 80, 200):
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    on_terminal, _ = terminal.shown([TOOL, "explain", "LN107"], environment, columns)
    assert on_terminal == text, (columns, on_terminal)
