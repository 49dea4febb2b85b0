"""Makes a Python wheel of an installed tree: the command and what belongs to it, no Python code.

usage: wheel.py TREE FOLDER PACKAGE...

TREE has bin/lazynccl, share/ and lib/lazynccl/; the Debian PACKAGEs are linked into the command, their
copyrights go along. The platform tag follows from the newest version of glibc that any file demands.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import base64
import hashlib
import json
import os
import platform
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
KEPT = ("lib/lazynccl/dropin", "lib/lazynccl/overlay", "share")
METADATA = """\
Metadata-Version: 2.4
Name: lazynccl
Version: {version}
Summary: Says which NCCL, NVRTC and nvJitLink a program gets, and what is wrong
License-Expression: Apache-2.0 OR MIT
{licences}Classifier: Environment :: Console
Classifier: Environment :: GPU :: NVIDIA CUDA
Classifier: Operating System :: POSIX :: Linux
Requires-Python: >=3.8
Description-Content-Type: text/markdown

{readme}"""


def ask(tool: Path, *arguments: str) -> str:
    return subprocess.run([tool, *arguments], check=True, text=True, stdout=subprocess.PIPE).stdout


def newest_glibc(tool: Path, files: list[Path]) -> int:
    """The minor of glibc 2 that these ELF files need."""
    newest = 17
    for file in files:
        for symbol in json.loads(ask(tool, "symbols", "--json", str(file)))["demands"]:
            family, _, version = (symbol["version"] or "").partition("_2.")
            if family == "GLIBC" and version:
                newest = max(newest, int(version.split(".")[0]))
    return newest


def installed(tree: Path, version: str) -> Iterator[tuple[str, Path]]:
    """Every file: its name in the wheel, and where it is. Wheels know no links: they become copies."""
    data = f"lazynccl-{version}.data"
    yield f"{data}/scripts/lazynccl", tree / "bin/lazynccl"
    for kept in KEPT:
        for folder, names, files in os.walk(tree / kept, followlinks=True):
            names.sort()
            for name in sorted(files):
                path = Path(folder, name)
                yield f"{data}/data/{path.relative_to(tree)}", path


def licences(packages: list[str]) -> Iterator[tuple[str, str]]:
    for path in [ROOT / "LICENSE", *sorted((ROOT / "LICENSES").glob("*.txt"))]:
        yield str(path.relative_to(ROOT)), path.read_text()
    for package in packages:
        text = Path("/usr/share/doc", package, "copyright").read_text(encoding="utf-8")
        yield f"linked-in/{package.removesuffix('-dev')}.txt", text


def write(file: zipfile.ZipFile, record: list[str], name: str, content: bytes, mode: int) -> None:
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))[:6]
    entry = zipfile.ZipInfo(name, when)
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    file.writestr(entry, content)
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    record.append(f"{name},sha256={digest},{len(content)}\n")


def main() -> int:
    tree, folder, packages = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    tool = tree / "bin/lazynccl"
    version = ask(tool, "--version").split()[1]
    members = list(installed(tree, version))
    elves = [path for _, path in members if path.read_bytes()[:4] == b"\x7fELF"]
    tag = f"py3-none-manylinux_2_{newest_glibc(tool, elves)}_{platform.machine()}"
    info = f"lazynccl-{version}.dist-info"
    texts = list(licences(packages))
    record: list[str] = []
    folder.mkdir(exist_ok=True)
    output = folder / f"lazynccl-{version}-{tag}.whl"
    with zipfile.ZipFile(output, "w") as file:
        for name, path in members:
            write(file, record, name, path.read_bytes(), path.stat().st_mode & 0o755)
        for name, text in texts:
            write(file, record, f"{info}/licenses/{name}", text.encode(), 0o644)
        metadata = METADATA.format(version=version, readme=(ROOT / "README.md").read_text(),
                                   licences="".join(f"License-File: {name}\n" for name, _ in texts))
        write(file, record, f"{info}/METADATA", metadata.encode(), 0o644)
        write(file, record, f"{info}/WHEEL",
              f"Wheel-Version: 1.0\nGenerator: lazynccl {version}\nRoot-Is-Purelib: false\n"
              f"Tag: {tag}\n".encode(), 0o644)
        record.append(f"{info}/RECORD,,\n")
        write(file, [], f"{info}/RECORD", "".join(record).encode(), 0o644)
    print(output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
