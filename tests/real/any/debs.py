"""Downloads Debian packages and their dependencies, and unpacks them in the cache without
installing them."""
import fcntl
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FULL = ("--no-recommends", "--no-suggests", "--no-conflicts", "--no-breaks", "--no-replaces",
        "--no-enhances")
# Packages of compilers, and packages that only programs need.
UNWANTED = re.compile(r"libc6|libc6-dev|linux-libc-dev|lib(gcc|stdc\+\+|llvm|perl|python|clang).*|"
                      r"libc-.*|libcrypt-dev|.*-(bin|common|data|doc|dri|mesa.*)$")
WANTED = re.compile(r"lib.*|.*-dev|.*-headers|zlib1g|ocl-icd-libopencl1")


def cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "lazynccl" / "debian"


def table() -> dict[str, list[str]]:
    """Returns package → library, headers and options."""
    rows = (HERE / "packages").read_text(encoding="utf-8").splitlines()
    words = [row.split() for row in rows if row and not row.startswith("#")]
    return {row[0]: row[1:] for row in words}


def name_of(row: str) -> str:
    """Returns the package of a row: libldap-dev for libldap-dev+lber."""
    return row.partition("+")[0]


def closure(packages: list[str]) -> list[str]:
    """Returns the packages, and the libraries and headers that they depend on."""
    said = subprocess.run(["apt-cache", "depends", "--recurse", *FULL, *packages], check=True,
                          capture_output=True, text=True).stdout
    depends: dict[str, list[str]] = {}
    package = ""
    for line in said.splitlines():
        if not line.startswith((" ", "<", "|")):
            package = line.partition(":")[0]
        elif needed := re.match(r" *\|?(?:Pre)?Depends: ([^<:\s]+)(:amd64)?$", line):
            depends.setdefault(package, []).append(needed[1])
    found: set[str] = set()
    new = [*packages]
    while new:
        package = new.pop()
        if package not in found and (package in packages or (WANTED.fullmatch(package)
                                     and not UNWANTED.fullmatch(package))):
            found.add(package)
            new += depends.get(package, [])
    return sorted(found)


def fetch(packages: list[str]) -> Path:
    """Returns the root folder in which all packages are unpacked."""
    root, debs = cache() / "root", cache() / "debs"
    debs.mkdir(parents=True, exist_ok=True)
    with open(cache() / "debs.lock", "w", encoding="ascii") as lock: # tests run at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        have = {path.name.partition("_")[0] for path in debs.glob("*.done")}
        missing = sorted({*map(name_of, packages)} - have)
        if missing:
            missing = sorted({*closure(missing)} - have)
            print(f"==> downloading {len(missing)} packages to {debs}", flush=True)
            subprocess.run(["apt-get", "download", "-q", *missing], cwd=debs, check=True,
                           stdout=subprocess.DEVNULL)
        for deb in sorted(debs.glob("*.deb")):
            subprocess.run(["dpkg-deb", "-x", deb, root], check=True)
            deb.rename(deb.with_suffix(".done"))
    return root


if __name__ == "__main__":
    print(fetch(sys.argv[1:] or [*table()]))
