"""The output of `lazynccl plugin check` and `inspect --call`, including the plugin's log and the
evidence, fits 80 columns, and is the same in a file and on terminals of any width."""
import os
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(os.environ["SOURCE"])
sys.path.insert(0, str(SOURCE / "tests/tool/command"))
import terminal  # noqa: E402

TOOL = os.environ["TOOL"]
ENVIRONMENT = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
LONG = " ".join(["words"] * 40)
CONTROLS = r"\033[2J\001 " * 40
LOGS = f'-DIN_INIT=log(2, 1, "f", 1, "%s", "{LONG}"); '
PLUGINS = {"good": [], "logs much": [LOGS + f'log(3, 1, "f", 1, "%s", "{LONG}")'],
           "logs much, then fails": [LOGS + "return 3"],
           "logs controls": [f'-DIN_INIT=log(2, 1, "f", 1, "%s", "{CONTROLS}"); return 3'],
           "has a long name": [f'-DNAME="{LONG}"'],
           "has shifted structs": ['-DIN_PROPERTIES=memset(of, 0x7f, sizeof *of); of->name = 0'],
           "crashes": ['-DIN_IRECV=CRASH'], "waits": ['-DIN_LISTEN=for (;;) pause()']}


def width(line: str) -> int:
    """Returns the columns of a line, or 0 for a path or one word, which cannot be folded."""
    if re.match(r"(file|needed|examining:) |  +/", line) or " " not in line.strip():
        return 0
    return len(line)


for name, macros in PLUGINS.items():
    subprocess.run([*os.environ["CC"].split(), "-w", "-shared", "-fPIC",
                    f"-I{os.environ['BUILD']}/src/netplugin", *macros,
                    SOURCE / "tests/netplugin/fake/idle.c", "-o", "broken.so"], check=True)
    for verb in (["check", "broken.so", "--seconds", "1"], ["inspect", "broken.so", "--call"]):
        command = [TOOL, "plugin", *verb]
        told = subprocess.run(command, text=True, check=False, env=ENVIRONMENT,
                              stdout=subprocess.PIPE).stdout
        assert len(told.split("\n")) > 5, (name, told)
        wide = [line for line in told.split("\n") if width(line) > 80]
        assert not wide, (name, verb[0], wide)
        for columns in (40, 80, 120):
            shown, _ = terminal.shown(command, ENVIRONMENT, columns, ("stdout",))
            assert shown == told, (name, verb[0], columns, shown, told)
