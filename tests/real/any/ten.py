"""Ten libraries that people use, described from their headers and linked in place of the library: a
program works as if it were linked, and without the library it ends with the reason.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import debian
import cover
import fetch

# Program → Debian's package, or a CUDA toolkit's library and headers.
PACKAGES = {"zlib": "zlib1g-dev", "elf": "libelf-dev", "sqlite3": "libsqlite3-dev",
            "png": "libpng-dev", "curl": "libcurl4-openssl-dev", "sdl2": "libsdl2-dev",
            "openblas": "libopenblas-pthread-dev", "selinux": "libselinux1-dev"}
CUDA = Path(os.environ.get("CUDA_PATH") or "/usr/local/cuda")
TOOLKIT = {"cudart": ["cuda_runtime_api.h"], "cublas": ["cublas_v2.h"]}


def ends(folder: str, program: str, library: str, status: int, text: str) -> None:
    """The program ends with this status and says this."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("LAZYNCCL_")}
    how = {"LAZYNCCL_LIBPATH": library} if library else {"LAZYNCCL_SEARCH": "env"}
    done = subprocess.run(["./program"], cwd=folder, env=clean | how, capture_output=True,
                          text=True, check=False)
    said = done.stdout + done.stderr
    if done.returncode != status or text not in said:
        raise cover.Failed(f"{program} {'with' if library else 'without'} its library: status "
                           f"{done.returncode}, {said[:400]!r}")


def one(program: str, file: Path, headers: list[str], options: list[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        stub = f"{folder}/{program}.toml"
        gen = [sys.executable, str(cover.SOURCE / "gen")]
        said = cover.run(*gen, "describe", "--tool", os.environ["TOOL"], *headers, str(file), "-o",
                         stub, *options)
        cover.run(*gen, "vendor", stub, "-o", folder)
        source = Path(__file__).resolve().parent / "programs" / f"{program}.c"
        cover.run(*cover.CC, *options, str(source), "lazynccl.c", "-o", "program", cwd=folder)
        soname = os.path.join(folder, cover.load(stub)["sonames"][0])
        os.symlink(file, soname)
        ends(folder, program, soname, 0, "works")
        status = 3 if program in TOOLKIT else -6
        ends(folder, program, "", status, f"{program} cannot be used: no lib")
    return said.split("\n")[0].partition(": ")[2]


def main() -> int:
    wanted = sys.argv[1:] or [*PACKAGES, *TOOLKIT]
    root = fetch.fetch([PACKAGES[name] for name in wanted if name in PACKAGES])
    debian.search_in(root)
    table, failed = fetch.table(), 0
    for name in wanted:
        try:
            if name in TOOLKIT:
                file = next(CUDA.glob(f"lib64/lib{name}.so"), None)
                if not file:
                    print(f"{name}: skipped: no {CUDA}/lib64/lib{name}.so")
                    continue
                headers, options = TOOLKIT[name], [f"-I{CUDA}/include"]
            else:
                package = PACKAGES[name]
                file, headers, options = debian.located(root, package, table[package])
            print(f"{name}: works; {one(name, Path(os.path.realpath(file)), headers, options)}",
                  flush=True)
        except cover.Failed as why:
            failed += 1
            print(f"{name}: failed: {why}", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
