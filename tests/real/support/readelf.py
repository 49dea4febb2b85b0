"""usage: readelf.py ROOT LDSO <JSON: checks that `lazynccl audit --json --root ROOT FOLDER` agrees
with readelf and with ld.so without its cache: which file needs what, what it resolves to, which
symbols are missing, what is unused, and what is wrong with search paths and versions."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

NVIDIA = re.compile(r"lib(nccl|nvrtc|nvJitLink|nvshmem|nvToolsExt|nvtx|nvvm|nvperf|npp|nvjpeg|"
                    r"nvcomp|nvfatbin|nvinfer|nvidia-|nvcuvid|cuda|cublas|nvblas|cudnn|cudss|cufft|"
                    r"cufile|cupti|curand|cusolver|cusparse|cutensor)")
SYSTEM = ("libc.so.6", "ld-linux")
Needs = dict[tuple[str, str], dict[str, Any]]  # file and SONAME → audit's result


def output(*command: str, **variables: str) -> str:
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"} | variables
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=False, text=True,
                          stderr=subprocess.DEVNULL, errors="replace").stdout


@cache
def dynamic(path: Path) -> list[tuple[str, str]]:
    """Returns pairs of a tag and the text in brackets after it."""
    return re.findall(r"\((\w+)\) .*\[(.*)\]$", output("readelf", "-dW", str(path)), re.MULTILINE)


def tags(path: Path, name: str) -> list[str]:
    return [text for tag, text in dynamic(path) if tag == name]


@cache
def symbols(path: Path) -> tuple[dict[str, str], set[str], set[str]]:
    """Returns the undefined symbols with their versions ("" for none), the weak ones among them,
    and the defined ones."""
    wants, weak, has = {}, set(), set()
    for line in output("readelf", "--dyn-syms", "-W", str(path)).splitlines():
        columns = line.split()
        if len(columns) < 8 or not columns[0].endswith(":") or columns[4] == "LOCAL":
            continue
        name, _, version = columns[7].partition("@")
        if columns[6] == "UND":
            wants[name] = version
            if columns[4] == "WEAK":
                weak.add(name)
        else:
            has.add(name)
    return wants, weak, has


def elf_files(folder: Path) -> list[Path]:
    found = []
    for here, _, names in os.walk(folder):
        for name in names:
            path = Path(here, name)
            if path.is_symlink() or not path.is_file():
                continue
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    found.append(path)
    return sorted(found)


def given(ldso: str, path: Path) -> dict[str, str]:
    """Returns the libraries that ld.so finds. Its --list stops at the first missing library."""
    listed = output(ldso, "--inhibit-cache", str(path), LD_TRACE_LOADED_OBJECTS="1")
    return dict(re.findall(r"^\s+(\S+) => (/\S+)", listed, re.MULTILINE))


def expected_needs(root: Path, ldso: str, files: list[Path], folder: Path) -> Needs:
    needs: Needs = {}
    for path in files:
        sonames = [name for name in tags(path, "NEEDED") if NVIDIA.match(name)]
        finds = given(ldso, path) if sonames else {}
        for soname in sonames:
            library = Path(finds[soname]) if soname in finds else None
            if library and not library.is_relative_to(root):
                library = None  # this machine's own
            others = [other for other in files if other.name == soname]
            measure = library or (others[0] if len(others) == 1 else None)
            wants, weak, _ = symbols(path)
            mine = {name for name, version in wants.items()
                    if version.partition(" ")[0] == soname or
                    (soname.startswith("libnccl.") and re.match("p?nccl", name))}
            has = symbols(measure)[2] if measure else set()
            needs[str(path.relative_to(folder)), soname] = {
                "path": "/" + str(library.resolve().relative_to(root)) if library else None,
                "elsewhere": str(others[0].relative_to(folder)) if others and not library else None,
                "lacks": sorted(mine - has - weak) if measure else [],
                "needless": not set(wants) & has if measure else None,
            }
    return needs


def goes_on_without(folder: Path, module: str) -> bool:
    """Returns whether CuPy's code has a message for a module that cannot be imported."""
    code = folder / "cupy/cuda" / (Path(module).name.partition(".")[0] + ".py")
    return (module.startswith("cupy_backends/") and code.exists() and
            "available = False" in code.read_text())


def expected_flaws(needs: Needs, files: list[Path], root: Path, folder: Path) -> Counter[str]:
    """Returns the number of files for each finding."""
    flaws: Counter[str] = Counter()
    for (name, soname), need in needs.items():
        if need["needless"]:
            flaws["LN501"] += 1
        if need["lacks"]:
            flaws["LN107" if "nvJitLink" in soname else "LN103"] += 1
        elif need["elsewhere"]:
            flaws["LN115"] += 1
        elif not need["path"]:
            flaws["LN129" if goes_on_without(folder, name) else "LN115"] += 1
    for path in files:
        for element in (e for text in tags(path, "RUNPATH") or tags(path, "RPATH") if text
                        for e in text.split(":")):
            if not element:
                flaws["LN502"] += 1
            elif "stubs" in element.split("/"):
                flaws["LN105"] += 1
            elif not element.startswith(("/", "$ORIGIN", "${ORIGIN}")):
                flaws["LN503"] += 1
            elif element.startswith("/") and not element.startswith(("/usr/", "/lib")) and \
                    not (root / element[1:]).is_dir():
                flaws["LN504"] += 1
        wanted = re.findall(r"Version: \d+  File: (\S+)  ", output("readelf", "-VW", str(path)))
        flaws["LN505"] += sum(not name.startswith(SYSTEM) and name not in tags(path, "NEEDED")
                              for name in wanted)
    return +flaws


def said_flaws(said: dict[str, Any], name: re.Pattern[str]) -> Counter[str]:
    flaws: Counter[str] = Counter()
    for finding in said["findings"]:
        if finding["id"] == "LN509":
            continue  # a file of Python
        for line in finding["evidence"]:
            more = re.fullmatch(r"and (\d+) more", line)
            flaws[finding["id"]] += int(more[1]) if more else bool(name.match(line))
    return flaws


def main() -> int:
    root, ldso = Path(sys.argv[1]).resolve(), sys.argv[2]
    said = json.load(sys.stdin)
    shown = said["audited"][0]["path"]
    folder = root / shown.lstrip("/")
    files = elf_files(folder)
    assert len(files) == said["audited"][0]["elf_files"], f"{len(files)} ELF files"

    needs = expected_needs(root, ldso, files, folder)
    told = {(need["file"], need["soname"]): need for need in said["audited"][0]["needs"]
            if not need["declared"]}
    assert needs.keys() == told.keys(), sorted(needs.keys() ^ told.keys())
    for key, need in needs.items():
        for what, value in need.items():
            if what == "needless" and value is None:
                continue  # without the library only the command's own tables tell
            if what == "path" and value and told[key][what]:
                path = (root / told[key][what][1:]).resolve()
                told[key][what] = "/" + str(path.relative_to(root))
            assert told[key][what] == value, (key, what, told[key][what], value)
    flaws = expected_flaws(needs, files, root, folder)
    assert said_flaws(said, re.compile(re.escape(shown) + "/")) == flaws, \
        (said_flaws(said, re.compile(re.escape(shown) + "/")), flaws)
    print(f"{len(files)} files, {len(needs)} needs, {sum(flaws.values())} flaws: all agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
