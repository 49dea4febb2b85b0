"""Makes a Python wheel of an installed tree: the command, what belongs to it, and
python -m lazynccl.

usage: pack.py TREE FOLDER TOOL [SOURCE.dsc...]

TREE has bin/lazynccl and share/; TOOL is a lazynccl that runs here. The SOURCEs are
Debian's, unpacked beside their .dsc, of what is linked into the command: their licences and
copyrights go along. The platform tag follows from the newest version of glibc that any file
demands.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import base64
import hashlib
import json
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Debian source → licence of the code that is linked in; the copyright file there has the details.
LINKED_IN = {
    "elfutils": "(GPL-2.0-or-later OR LGPL-3.0-or-later)", # libelf
    "libarchive": "BSD-2-Clause AND BSD-3-Clause",
    "zlib": "Zlib",
}
COMMON = ("GPL-2", "GPL-3", "LGPL-3")  # of these, what the copyrights only refer to
LINKED_IN_TEXT = """\
These libraries are linked into the command, built from Debian's sources without changes:

{rows}
Debian has their sources: apt-get source NAME=VERSION. To link with other versions of them, build
the command anew from lazynccl's own source: ./dev wheel.
"""
METADATA = """\
Metadata-Version: 2.4
Name: lazynccl
Version: {version}
Summary: Says which NCCL, NVRTC and nvJitLink a program gets, and what is wrong
License-Expression: {licence}
{licences}Keywords: NCCL,NVRTC,nvJitLink,CUDA,dlopen,lazy loading
Classifier: Development Status :: 4 - Beta
Classifier: Environment :: Console
Classifier: Environment :: GPU :: NVIDIA CUDA
Classifier: Intended Audience :: Developers
Classifier: Intended Audience :: System Administrators
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: C
Classifier: Topic :: Software Development :: Debuggers
Classifier: Topic :: System :: Software Distribution
Requires-Python: >=3.8
Provides-Extra: describe
Requires-Dist: libclang==18.1.1 ; extra == "describe"
Description-Content-Type: text/markdown

{readme}"""


def ask(tool: Path | str, *arguments: str) -> str:
    return subprocess.run([tool, *arguments], check=True, text=True, stdout=subprocess.PIPE).stdout


def platform(tool: Path, files: list[Path]) -> str:
    """The machine of these ELF files, and the newest glibc 2 that they need."""
    newest = 17
    for file in files:
        said = json.loads(ask(tool, "symbols", "--json", str(file)))
        for symbol in said["demands"]:
            family, _, version = (symbol["version"] or "").partition("_2.")
            if family == "GLIBC" and version:
                newest = max(newest, int(version.split(".")[0]))
    name = f"manylinux_2_{newest}_{said['machine']}"
    return f"{name}.manylinux2014_{said['machine']}" if newest == 17 else name # for pip before 20.3


def installed(tree: Path, version: str) -> Iterator[tuple[str, Path]]:
    """Every file: its name in the wheel, and where it is. Links become copies: wheels know none."""
    data = f"lazynccl-{version}.data"
    yield f"{data}/scripts/lazynccl", tree / "bin/lazynccl"
    yield "lazynccl/__main__.py", ROOT / "packaging/wheel/__main__.py"
    for folder, names, files in os.walk(tree / "share", followlinks=True):
        names.sort()
        for name in sorted(files):
            path = Path(folder, name)
            yield f"{data}/data/{path.relative_to(tree)}", path


def licences(sources: list[Path]) -> Iterator[tuple[str, str]]:
    for path in [ROOT / "LICENSE", *sorted((ROOT / "LICENSES").glob("*.txt"))]:
        yield str(path.relative_to(ROOT)), path.read_text()
    rows = ""
    for source in sources:
        name, version = source.stem.split("_")
        folder = next(path for path in source.parent.glob(f"{name}-*") if path.is_dir())
        rows += f"{name}.txt: {name}={version}, {LINKED_IN[name]}\n"
        yield f"linked-in/{name}.txt", (folder / "debian/copyright").read_text(encoding="utf-8")
    if sources:
        yield "linked-in/README.txt", LINKED_IN_TEXT.format(rows=rows)
    for name in COMMON if sources else ():
        text = Path("/usr/share/common-licenses", name).read_text(encoding="utf-8")
        yield f"linked-in/{name}.txt", text


def write(file: zipfile.ZipFile, record: list[str], name: str, content: bytes, mode: int) -> None:
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))[:6]
    entry = zipfile.ZipInfo(name, when)
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    file.writestr(entry, content)
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    record.append(f"{name},sha256={digest},{len(content)}\n")


def main() -> int:
    tree, folder, tool, *sources = map(Path, sys.argv[1:])
    linked_in = [LINKED_IN[source.stem.split("_")[0]] for source in sources]
    parts = " AND ".join(["(Apache-2.0 OR MIT)", *linked_in]).split(" AND ")
    licence = " AND ".join(dict.fromkeys(parts))
    version = ask(tool, "--version").split()[1]
    members = list(installed(tree, version))
    elves = [path for _, path in members if path.read_bytes()[:4] == b"\x7fELF"]
    machine = platform(tool, elves)
    tag = f"py3-none-{machine}"
    tags = "".join(f"Tag: py3-none-{each}\n" for each in machine.split("."))
    info = f"lazynccl-{version}.dist-info"
    texts = list(licences(sources))
    record: list[str] = []
    folder.mkdir(exist_ok=True)
    output = folder / f"lazynccl-{version}-{tag}.whl"
    with zipfile.ZipFile(output, "w") as file:
        for name, path in members:
            write(file, record, name, path.read_bytes(), path.stat().st_mode & 0o755)
        for name, text in texts:
            write(file, record, f"{info}/licenses/{name}", text.encode(), 0o644)
        files = "".join(f"License-File: {name}\n" for name, _ in texts)
        readme = (ROOT / "packaging/wheel/README.md").read_text(encoding="utf-8")
        metadata = METADATA.format(version=version, licence=licence, licences=files, readme=readme)
        write(file, record, f"{info}/METADATA", metadata.encode(), 0o644)
        write(file, record, f"{info}/WHEEL",
              f"Wheel-Version: 1.0\nGenerator: lazynccl {version}\nRoot-Is-Purelib: false\n"
              f"{tags}".encode(), 0o644)
        record.append(f"{info}/RECORD,,\n")
        write(file, [], f"{info}/RECORD", "".join(record).encode(), 0o644)
    print(output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
