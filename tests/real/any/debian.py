"""usage: debian.py [PACKAGE...]: describes the C libraries of the Debian packages in the table, or
of these, and tests each with cover.py. Prints how many work. Exits with 1 if more than three do
not.

Packages are unpacked in the cache and not installed."""
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cover
import debs

ALLOWED = 3  # failures among 113 rows
TRIPLE = "x86_64-linux-gnu"


def contents(package: str) -> list[list[str]]:
    """Yields the path of everything in a package and, for a link, its target."""
    deb = next((debs.cache() / "debs").glob(f"{debs.name_of(package)}_*"))
    listing = subprocess.run(["dpkg-deb", "-c", deb], check=True, capture_output=True, text=True)
    return [line.split(maxsplit=5)[5].removeprefix(".").split(" -> ")
            for line in listing.stdout.splitlines()]


def library(root: Path, files: list[list[str]], wanted: str) -> Path:
    """Returns the target of the package's link for the linker."""
    links = [f for f in files if len(f) == 2 and re.search(rf"/{wanted}\.so$", f[0])]
    if not links:
        raise cover.Failed(f"no link {wanted}.so for the linker")
    link, target = links[0]
    path = root / os.path.join(os.path.dirname(link), target).lstrip("/")
    return Path(os.path.realpath(path)) if path.exists() else path


def located(root: Path, package: str, words: list[str]) -> tuple[Path, list[str], list[str]]:
    """Returns the library of a package, its headers, and the options to read them with."""
    wanted, *arguments = words
    files = contents(package)
    names = [a for a in arguments if not a.startswith("-")]
    folders = {str(root / path.removesuffix(f"/{name}").lstrip("/")): None
               for name in names for path, *_ in files if path.endswith(f"/{name}")}
    folders |= dict.fromkeys([f"{root}/usr/include/{TRIPLE}", f"{root}/usr/include"])
    include = [*(f"-I{folder}" for folder in folders),
               *(a.replace("ROOT", str(root)) for a in arguments if a.startswith("-"))]
    return library(root, files, wanted), names, include


def one(root: Path, package: str, words: list[str]) -> str:
    file, names, include = located(root, package, words)
    with tempfile.TemporaryDirectory() as scratch:
        stub = f"{scratch}/{re.sub('[^a-z0-9]', '', words[0].lower())}.toml"
        began = time.monotonic()
        said = cover.run(sys.executable, str(cover.SOURCE / "gen"), "describe",
                         *names, str(file), "-o", stub, *include)
        took = time.monotonic() - began
        cover.full(stub)
        covered = cover.cover(stub, str(file), include)
    counts = said.split("\n")[0].partition(": ")[2]
    return f"{counts}; {covered} found; {took:.2f} s"


def search_in(root: Path) -> None:
    """Lets the dynamic linker find the libraries that the packages' libraries need."""
    folders = (f"usr/lib/{TRIPLE}", f"lib/{TRIPLE}", f"usr/lib/{TRIPLE}/pulseaudio")
    os.environ["LD_LIBRARY_PATH"] = ":".join(f"{root}/{folder}" for folder in folders)


def main() -> int:
    table = debs.table()
    chosen = sys.argv[1:] or [*table]
    root = debs.fetch(chosen)
    search_in(root)
    failed = cover.count_failed(chosen, lambda package: one(root, package, table[package]))
    print(f"{len(chosen) - failed} of {len(chosen)} packages described, compiled and covered")
    return failed > ALLOWED


if __name__ == "__main__":
    sys.exit(main())
