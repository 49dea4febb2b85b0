"""Compares the known names of NVIDIA's libraries with NVIDIA's wheels: ./dev libraries [PACKAGE...]

Reads the newest release of the given packages, or of each package in a stub or in a row of
stubs/facts/libraries.toml. Prints each library without a row, the row to add, and each wrong fact.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from gen.elf import Elf
from gen.stub import rows
from gen.stub.load import load
from gen.stub.rows import Names
from gen.update import wheel
from gen.write import InputError, report, say

STUBS = Path(__file__).parents[2] / "stubs"
LIBRARIES = re.compile(r".+/lib[^/]+\.so[.0-9]*$")


def known() -> list[Names]:
    # nccl_*.toml describe NCCL's plugin interfaces, not libraries
    paths = [path for path in sorted(STUBS.glob("*.toml")) if not path.stem.startswith("nccl_")]
    return [*map(rows.of_stub, map(load, paths)), *rows.read(STUBS / "facts" / "libraries.toml")]


def packages(every: Iterable[Names]) -> list[str]:
    return sorted({package for each in every for package in each.stub.packages
                   if not re.search("[<=]", package)})  # without requirements of a version


def owner(every: Iterable[Names], soname: str) -> Names | None:
    """Returns the row that the command would use for a library with this SONAME, or None."""
    return next((each for each in every if soname.startswith(each.begins) and (
        each.several or re.fullmatch(r"[.\d]*", soname[len(each.begins):]))), None)


def row(soname: str, folder: str, package: str) -> str:
    """Returns the row to add for a library that has none."""
    name = soname.removeprefix("lib").partition(".so")[0]
    lists = {"sonames": soname, "wheels": folder, "packages": package}
    return "\n".join([f'["{name}"]', f'title = "{name}"',
                      *(f"{key} = {json.dumps([value])}" for key, value in lists.items())])


def differences(every: list[Names], package: str, path: Path, folder: str) -> Iterator[str]:
    """Yields how a library in a package's wheel differs from its row."""
    soname = Elf(str(path)).soname or path.name
    found = owner(every, soname)
    if not found:
        yield f"{package}: {folder}/{path.name} has no row:\n{row(soname, folder, package)}"
    elif not found.several:
        for key, value in (("sonames", soname), ("sonames", path.name), ("wheels", folder),
                           ("packages", package)):
            if value not in getattr(found.stub, key):
                yield f"{package}: {key} of {found.stub.name} lacks {value!r}"
        if package in found.stub.packages and not is_named(found, soname, package):
            yield f"{package}: packages_of of {found.stub.name} lacks it for {soname}"


def is_named(found: Names, soname: str, package: str) -> bool:
    """Returns whether messages name the package for the SONAME."""
    number = soname.partition(".so.")[2]
    return any(each == package and (start == "0" or f"{number}.".startswith(f"{start}."))
               for start, each in rows.numbered(found.stub))


def compare(every: list[Names], package: str) -> int:
    """Returns how many facts differ from the newest release of a package."""
    with tempfile.TemporaryDirectory() as folder:
        version = wheel.newest(package)
        site = wheel.folder(package, version)
        if not site.is_dir():  # not in the cache
            site = Path(folder)
            wheel.unpack(package, version, site, LIBRARIES)
        files = sorted(path for path in site.rglob("lib*.so*") if path.is_file())
        wrong = [each for path in files for each in differences(
            every, package, path, str(path.parent.relative_to(site)))]
    say(f"{package} {version}: {len(files)} libraries", *wrong)
    return len(wrong)


def main(arguments: list[str]) -> int:
    try:
        every = known()
        wrong = sum(compare(every, package) for package in arguments or packages(every))
    except (InputError, wheel.NotFetched) as error:
        report(f"gen libraries: {error}")
        return 1
    return 1 if wrong else 0
