"""Every command in docs/any-library.md works and prints the output below it. Numbers, and parts
replaced by "…", may differ."""
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
# Replaces ./dev, without its setup and build.
DEV = """\
#!/bin/sh
verb=$1
shift
exec "$PYTHON" "$SOURCE/gen" "$verb" "$@"
"""


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Yields each command with the output that the text shows."""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            here = "<<'END'" in part.partition("\n")[0]
            end = part.index("\nEND\n") + 5 if here else part.index("\n") + 1
            yield part[:end], part[end:]


def missing() -> str:
    """Returns what the machine lacks for the commands."""
    if "TOOL" not in os.environ:
        return "the command is not built"
    if not Path("/usr/include/zlib.h").exists():
        return "zlib.h is not installed"
    return "" if importlib.util.find_spec("clang") else "libclang for Python is not installed"


def main() -> int:
    text = (SOURCE / "docs" / "any-library.md").read_text(encoding="utf-8")
    if why := missing():
        print(f"skipped: {why}")
        return 77
    ran = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "dev").write_text(DEV, encoding="utf-8")
        os.chmod(Path(folder, "dev"), 0o755)
        shutil.copytree(SOURCE / "docs" / "examples" / "any-library",
                        Path(folder, "docs/examples/any-library"))
        environment = {k: v for k, v in os.environ.items() if k != "LAZYNCCL_SEARCH"}
        environment["SOURCE"] = str(SOURCE)
        for command, expected in commands(text):
            done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, text=True,
                                  capture_output=True, check=False)
            pattern = re.sub(r"\d+(\\\.\d+)*", r"[\\d.]+", re.escape(expected)).replace("…", ".*")
            said = done.stdout + done.stderr
            ran += 1
            if not re.fullmatch(pattern, said):
                wrong += 1
                print(f"$ {command}{said}instead of:\n{expected}")
    print(f"{ran} commands, {wrong} print something else")
    return bool(wrong or ran < 8)


sys.exit(main())
