"""Findings are coloured only on a terminal, not in a file or with NO_COLOR, and always with
CLICOLOR_FORCE."""
import os
import re
import tempfile

import terminal


def said(on_terminal: bool, **environment: str) -> str:
    """Returns doctor's output for an empty machine with LD_LIBRARY_PATH=:x."""
    with tempfile.TemporaryDirectory() as root:
        command = [os.environ["TOOL"], "doctor", "--root", root]
        settings = {"LD_LIBRARY_PATH": ":x", "TERM": "xterm", **environment}
        streams = ("stdout",) if on_terminal else ()
        return "".join(terminal.shown(command, settings, streams=streams))


WARNING = "\033[1;38;5;130mwarning[LN116]\033[0m "
for colored in (said(True), said(False, CLICOLOR_FORCE="1"), said(True, CLICOLOR_FORCE="0")):
    assert WARNING in colored, colored
for plain in (said(False), said(True, NO_COLOR="1"), said(True, TERM="dumb"), said(True, TERM=""),
              said(False, NO_COLOR=""), said(False, CLICOLOR_FORCE="0"),
              said(True, NO_COLOR="1", CLICOLOR_FORCE="1")):
    assert "warning[LN116] " in plain and "\033" not in plain, plain

# explain prints to stderr if it runs a command.
MESSAGE = "libnccl.so.2: cannot open shared object file"
EXPLAIN = [os.environ["TOOL"], "explain", "--no-python", "--",
           "sh", "-c", f"echo {MESSAGE}; exit 1"]
settings = {"PATH": os.environ["PATH"], "TERM": "xterm"}
for stream in ("stdout", "stderr"):
    on_terminal, in_file = terminal.shown(EXPLAIN, settings, streams=(stream,))
    answer = on_terminal if stream == "stderr" else in_file
    assert "LN115" in answer and ("\033" in answer) == (stream == "stderr"), answer
    assert ("\033[1mld.so did not find" in answer) == (stream == "stderr"), answer

# What is coloured ends, also the remarks of find.
FIND = [os.environ["TOOL"], "find", "nccl", "--no-python"]
find = "".join(terminal.shown(FIND, settings, streams=("stdout",)))
begins = re.findall(r"\033\[[1-9][0-9;]*m", find)
assert begins and len(begins) == find.count("\033[0m"), find
