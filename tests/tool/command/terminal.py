"""A terminal for tests of the command."""
import fcntl
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios


def shown(command: list[str], environment: dict[str, str], columns: int = 0,
          streams: tuple[str, ...] = ("stdout", "stderr")) -> tuple[str, str]:
    """Runs a command with these streams on a terminal and the other one in a file, and returns both
    outputs. Skips the test if there is no terminal. `columns` is the width of the terminal; 0 means
    that it does not report one."""
    try:
        ours, theirs = pty.openpty()
    except OSError as why:
        print(f"skipped: no terminal can be had: {why}")
        sys.exit(77)
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    with tempfile.TemporaryFile("w+", encoding="utf-8") as other:
        out, err = (theirs if stream in streams else other for stream in ("stdout", "stderr"))
        with subprocess.Popen(command, env=environment, stdout=out, stderr=err):
            os.close(theirs)
            text = b""
            try:
                while part := os.read(ours, 65536):
                    text += part
            except OSError:
                pass  # the other end is closed, and everything was read
        os.close(ours)
        other.seek(0)
        return text.decode().replace("\r\n", "\n"), other.read()
