"""Finds ten popular libraries and describes them from their headers, for own.py; tests a program
that calls a described library, for data.py."""
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import cover
import debian
import debs

# Name → Debian's package, or the library and headers of a CUDA toolkit.
PACKAGES = {"zlib": "zlib1g-dev", "elf": "libelf-dev", "sqlite3": "libsqlite3-dev",
            "png": "libpng-dev", "curl": "libcurl4-openssl-dev", "sdl2": "libsdl2-dev",
            "openblas": "libopenblas-pthread-dev", "selinux": "libselinux1-dev"}
CUDA = Path(os.environ.get("CUDA_PATH") or "/usr/local/cuda")
TOOLKIT = {"cudart": ["cuda_runtime_api.h"], "cublas": ["cublas_v2.h"]}
GEN = (sys.executable, str(cover.SOURCE / "gen"))


class Library(NamedTuple):
    """A real library, its headers, and the compiler options for these."""
    name: str
    file: Path
    headers: list[str]
    options: list[str]


def library(name: str) -> Library | None:
    """Returns the downloaded library with this name; None if it needs a toolkit that is missing."""
    if name in TOOLKIT:
        file: Path | None = next(CUDA.glob(f"lib64/lib{name}.so"), None)
        headers, options = TOOLKIT[name], [f"-I{CUDA}/include"]
    else:
        root = debs.fetch([PACKAGES[name]])
        debian.search_in(root)
        file, headers, options = debian.located(root, PACKAGES[name], debs.table()[PACKAGES[name]])
    return Library(name, Path(os.path.realpath(file)), headers, options) if file else None


def describe(stub: str, library: Library) -> str:
    """Returns the output of the program."""
    said = cover.run(*GEN, "describe", *library.headers, str(library.file), "-o", stub,
                     *library.options)
    cover.full(stub)
    return said


def ends(folder: str, program: str, library: str, status: int, text: str) -> None:
    """Checks that the program exits with this status and prints this text."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("LAZYNCCL_")}
    how = {"LAZYNCCL_LIBPATH": library} if library else {"LAZYNCCL_SEARCH": "env"}
    done = subprocess.run(["./program"], cwd=folder, env=clean | how, capture_output=True,
                          text=True, check=False)
    said = done.stdout + done.stderr
    if done.returncode != status or text not in said:
        raise cover.Failed(f"{program} {'with' if library else 'without'} its library: status "
                           f"{done.returncode}, {said[:400]!r}")


def one(real: Library) -> str:
    """Returns the report of `describe`. Raises Failed."""
    with tempfile.TemporaryDirectory() as folder:
        stub = f"{folder}/{real.name}.toml"
        said = describe(stub, real)
        cover.run(*GEN, "vendor", stub, "-o", folder)
        data = os.path.join(folder, "lazynccl_data.h")
        include = ["-include", data] if os.path.exists(data) else []
        source = Path(__file__).resolve().parent / "programs" / f"{real.name}.c"
        cover.run(*cover.CC, *real.options, *include, str(source), "lazynccl.c", "-o", "program",
                  cwd=folder)
        soname = os.path.join(folder, cover.soname(stub))
        os.symlink(real.file, soname)
        ends(folder, real.name, soname, 0, "works")
        ends(folder, real.name, "", -signal.SIGABRT, " cannot be used: no lib")
    return said
