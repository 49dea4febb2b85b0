"""Makes lazynccl.pyz, the generator in one file, and lazynccl_generator, a wheel that contains it.

usage: generator.py TOMLI FOLDER

TOMLI is the folder into which pip installed tomli.txt. The files depend on nothing but TOMLI and
the source tree: no member has a date, and none is compressed, because versions of zlib compress
differently.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import base64
import hashlib
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from gen.c.interface import release  # noqa: E402
from gen.stub.toml import FOLDERS as STUBS  # noqa: E402

FILES = ("NEWS.md", "gen/__init__.py", "gen/__main__.py", "gen/arguments.py", "gen/elf.py",
         "gen/failure.py", "gen/own.py", "gen/template.py", "gen/write.py", "include/lazynccl.h.in",
         "meson.build", "stubs/facts/majors.txt")
FOLDERS = ("gen/c", "gen/describe", "gen/library", "gen/stub", "src/runtime", "src/windows")
KINDS = (".py", ".in", ".txt", ".c", ".h", ".S")
OWN = ROOT / "packaging/wheel/generator"
METADATA = """\
Metadata-Version: 2.4
Name: lazynccl-generator
Version: {version}
Summary: Generates lazy loaders for NCCL, other CUDA libraries and any C library, as two C files
License-Expression: (Apache-2.0 OR MIT) AND MIT
{licences}Keywords: NCCL,NVRTC,nvJitLink,CUDA,dlopen,lazy loading
Classifier: Development Status :: 4 - Beta
Classifier: Intended Audience :: Developers
Classifier: Operating System :: OS Independent
Classifier: Programming Language :: C
Classifier: Topic :: Software Development :: Code Generators
Requires-Python: >=3.9
Provides-Extra: describe
Requires-Dist: libclang==18.1.1 ; extra == "describe"
Description-Content-Type: text/markdown

{readme}"""


def licences(tomli: Path) -> dict[str, bytes]:
    """Returns the licences of everything in the one file, by name."""
    texts = {"LICENSE": (ROOT / "LICENSE").read_bytes()}
    texts |= {f"LICENSES/{path.name}": path.read_bytes()
              for path in (ROOT / "LICENSES").glob("*.txt")}
    own, = tomli.glob("tomli-*.dist-info/LICENSE")
    return texts | {"LICENSES/tomli.txt": own.read_bytes()}


def one_file(tomli: Path) -> Iterator[tuple[str, bytes]]:
    """Yields name and content of each member of lazynccl.pyz."""
    yield "__main__.py", (OWN / "pyz.py").read_bytes()
    yield from licences(tomli).items()
    for name in FILES:
        yield name, (ROOT / name).read_bytes()
    for folder in FOLDERS:
        if folder.startswith("gen/"):
            yield f"{folder}/__init__.py", b""  # a zip archive has no other packages
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in KINDS:
                yield path.relative_to(ROOT).as_posix(), path.read_bytes()
    for path in (path for folder in STUBS for path in (ROOT / folder).glob("*.toml")):
        if "_" not in path.name:
            yield path.relative_to(ROOT).as_posix(), path.read_bytes()
    for path in (tomli / "tomli").glob("*.py"):
        yield f"tomli/{path.name}", path.read_bytes()


def wheel(tomli: Path, version: str, pyz: bytes) -> dict[str, bytes]:
    """Returns name → content of the wheel's members."""
    info = f"lazynccl_generator-{version}.dist-info"
    texts = licences(tomli)
    readme = (OWN / "README.md").read_text(encoding="utf-8")
    files = "".join(f"License-File: {name}\n" for name in sorted(texts))
    members = {f"lazynccl_generator/{name}": (OWN / name).read_bytes()
               for name in ("__init__.py", "__main__.py")}
    members["lazynccl_generator/lazynccl.pyz"] = pyz
    # scikit-build-core adds site-packages to CMAKE_PREFIX_PATH, where find_package() reads this
    members["lazynccl_generator/lazynccl_generator-config.cmake"] = (
        ROOT / "packaging/rules/lazynccl.cmake").read_bytes()
    members |= {f"{info}/licenses/{name}": text for name, text in texts.items()}
    members |= {f"{info}/{name}": text.encode() for name, text in {
        "METADATA": METADATA.format(version=version, licences=files, readme=readme),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: lazynccl {version}\nRoot-Is-Purelib: true\n"
                 "Tag: py3-none-any\n",
        "entry_points.txt": "[console_scripts]\nlazynccl-generator = lazynccl_generator:main\n",
    }.items()}
    rows = [f"{name},sha256={digest(content)},{len(content)}\n"
            for name, content in sorted(members.items())]
    members[f"{info}/RECORD"] = "".join([*rows, f"{info}/RECORD,,\n"]).encode()
    return members


def digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def write(path: Path, start: bytes, members: Mapping[str, bytes]) -> None:
    """Writes a zip archive after these bytes."""
    with path.open("wb") as file:
        file.write(start)
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in sorted(members.items()):
                entry = zipfile.ZipInfo(name)
                entry.create_system = 3  # Unix, also if this runs elsewhere
                entry.external_attr = 0o100644 << 16
                archive.writestr(entry, content)
    print(path)


def main(arguments: list[str]) -> int:
    tomli, folder = map(Path, arguments)
    version = release()
    folder.mkdir(parents=True, exist_ok=True)
    pyz = folder / "lazynccl.pyz"
    write(pyz, b"#!/usr/bin/env python3\n", dict(one_file(tomli)))
    pyz.chmod(0o755)
    write(folder / f"lazynccl_generator-{version}-py3-none-any.whl", b"",
          wheel(tomli, version, pyz.read_bytes()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
