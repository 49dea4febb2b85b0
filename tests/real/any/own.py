"""usage: own.py [ROW...]: builds libraries' test programs, and other programs that use the
libraries, from Debian's sources, with the described stub in place of the library. They must pass,
and without the library say why they fail. The rows are in own.toml."""
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cover
import described
import sources

HERE = Path(__file__).resolve().parent
NEVER = "(?!)"
Row = dict[str, Any]


def linked(row: Row, library: described.Library, folder: str) -> str:
    """The stub as an archive of the name that the linker knows; what describing said."""
    stub = f"{folder}/{library.name}.toml"
    said = described.describe(stub, library)
    text = Path(stub).read_text(encoding="utf-8")
    kept = [line for line in text.split("\n") if not re.search(row.get("drop", NEVER), line)]
    Path(stub).write_text("\n".join([*kept, row.get("rows", "")]), encoding="utf-8")
    cover.run(*described.GEN, "vendor", stub, "-o", folder)
    cover.run(*cover.CC, "-O1", "-c", "lazynccl.c", "-o", "lazynccl.o", cwd=folder)
    cover.run("ar", "rcs", f"{library.file.name.partition('.so')[0]}.a", "lazynccl.o", cwd=folder)
    os.symlink(library.file, os.path.join(folder, cover.soname(stub)))
    return said


def build(row: Row, library: described.Library, source: Path, stub: str, scratch: str) -> None:
    """Builds the programs of a row in scratch."""
    linker = library.file.name.partition(".so")[0].removeprefix("lib")
    options = row.get("options", "").replace("$S", str(source)).split()
    for words in row.get("programs", []):
        first, *others = words.split()
        patterns = [first, *row.get("also", "").split(), *others]
        found = {pattern: sorted(source.glob(pattern)) for pattern in patterns}
        if [] in found.values():
            raise cover.Failed(f"{source} lacks files: {found}")
        compiler = cover.CC if first.endswith(".c") else [os.environ.get("CXX") or "c++"]
        files = dict.fromkeys(str(path) for paths in found.values() for path in paths)
        program = Path(first).stem
        cover.run(*compiler, "-w", "-O1", *options, *library.options, *files, "-o", program,
                  f"-L{stub}", f"-l{linker}", f"-L{library.file.parent}",
                  *row.get("libraries", "").split(), cwd=scratch)
        if f"[lib{linker}.so" in cover.run("readelf", "-d", program, cwd=scratch):
            raise cover.Failed(f"{program} is linked with the library itself")


def shell(command: str, scratch: str, settings: dict[str, str]) -> tuple[int, str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("LAZYNCCL_")}
    done = subprocess.run(["sh", "-euc", command], cwd=scratch, env=clean | settings, check=False,
                          timeout=900, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def commands(row: Row, library: described.Library, run: Callable[..., tuple[int, str]]) -> str:
    """Runs the programs of a row and returns what was seen. Raises Failed."""
    reason = " cannot be used: no lib"
    unable = 0
    for command in row.get("run", []):
        status, text = run(command)
        if status and re.search(row.get("unless", NEVER), text):
            unable += 1
        elif status:
            raise cover.Failed(f"{command}: status {status}: {text[-800:]}")
        status, text = run(command, LAZYNCCL_SEARCH="env")
        if status and reason not in text:
            status, text = run(command, LAZYNCCL_SEARCH="env", LAZYNCCL_STRICT="1")
        if status == 0 or (reason not in text and not unable):
            raise cover.Failed(f"{command} without {library.name}: status {status}: {text[-800:]}")
    for command in row.get("either", []):
        real, absent = run(command), run(command, LAZYNCCL_SEARCH="env")
        if real != absent or real[0]:
            raise cover.Failed(f"{command}: {real}, without {library.name}: {absent}")
    return f"{len(row.get('run', []))} runs pass, and say why without it" + (
        f" ({unable} for want of a device)" if unable else "") + (
        f"; {len(row['either'])} do the same without it" if "either" in row else "")


def one(name: str, row: Row) -> str:
    """Returns what was done. Raises Failed."""
    library = described.library(row.get("library", name))
    if not library:
        return f"skipped: {described.CUDA} has no such library"
    source = sources.fetch_source(row["source"])
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryDirectory() as stub:
        said = linked(row, library, stub)
        place = {"S": str(source), "L": stub, "I": " ".join(library.options),
                 "PATH": f"{scratch}:{os.environ['PATH']}"} | row.get("settings", {})
        status, text = shell(row.get("build", ""), scratch, place)
        if status:
            raise cover.Failed(f"build: {text[-800:]}")
        build(row, library, source, stub, scratch)
        soname = os.path.join(stub, cover.soname(f"{stub}/{library.name}.toml"))

        def run(command: str, **settings: str) -> tuple[int, str]:
            how = {} if "LAZYNCCL_SEARCH" in settings else {"LAZYNCCL_LIBPATH": soname}
            return shell(command, scratch, place | how | settings)
        return f"{commands(row, library, run)}; {said}"


def main() -> int:
    table = tomllib.loads((HERE / "own.toml").read_text("utf-8"))
    return cover.count_failed(sys.argv[1:] or table, lambda name: one(name, table[name]),
                              (cover.Failed, OSError)) > 0


sys.exit(main())
