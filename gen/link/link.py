"""Makes a folder for LDFLAGS=-L: a libNAME.a in place of each library, which opens the library at
the first call: python3 gen link LIBRARY.so... -o FOLDER

Each archive has all functions of its library, because configure's probes link with any of them.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from gen import elf
from gen.describe.compiler import file_of, library_path
from gen.describe.exports import LINKERS
from gen.link import check, command, objects
from gen.link.library import needed_at_start, stem
from gen.link.modes import CALL, START
from gen.link.stub import find, stub_of
from gen.link.table import Wanted
from gen.stub.absent import is_answer
from gen.stub.answers import assumed_line
from gen.stub.input_names import is_symbol, left_out
from gen.write import InputError, new_folder, report, say

USAGE = "link LIBRARY.so... -o FOLDER, or link --check PROGRAM..."


def is_script(path: str) -> bool:
    """Returns whether a file is a linker script in place of a library."""
    if ".so" not in os.path.basename(path) or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return re.search(rb"\b(INPUT|GROUP)\b", file.read(10000)) is not None


def library(path: str) -> elf.Elf:
    """Reads a library, or raises InputError if it cannot become an archive."""
    os.stat(path)  # raises OSError with the reason if it does not exist
    found = elf.read(path) if os.path.isfile(path) else None
    if not found or not found.symbols:
        advice = ": give the file that this linker script names" if is_script(path) else ""
        raise InputError(f"{path}: not a shared library{advice}")
    if why := needed_at_start(found.soname or path):
        raise InputError(f"{path} cannot be lazy: {why}: leave it out")
    return found


def c_library() -> elf.Elf | None:
    """Returns the compiler's C library. Archives leave out functions of it."""
    libc = file_of("libc.so.6", command.compiler())
    return elf.read(libc) if libc else None


def wanted(path: str, found: elf.Elf, libc: elf.Elf | None,
           opening: str) -> tuple[Wanted, list[str]]:
    """Returns all functions of a library, and the names of its variables."""
    left = {symbol.name for symbol in libc.exported()} if libc else set[str]()
    exported = {symbol.name: symbol.version for symbol in found.exported()
                if symbol.type in elf.CODE and symbol.name not in LINKERS | left
                and not symbol.variant}
    functions = {name: exported[name] for name in exported if is_symbol(name)}
    if exported.keys() - functions:
        report(f"lazynccl link: {left_out(path, exported.keys() - functions)}")
    if not functions:
        raise InputError(f"{path}: exports no functions")
    data = sorted({symbol.name for symbol in found.exported()
                   if symbol.type in elf.DATA and not symbol.name.startswith("_Z")})
    return Wanted(found.soname or os.path.basename(path), stem(path), functions, opening,
                  versions_sum=found.versions_sum), data


def make(path: str, libc: elf.Elf | None, folder: str) -> None:
    """Makes the archive of one library, and prints a line about it."""
    found, stub = library(path), find(stem(path))
    # Nothing is known of the programs, so the safe mode is the default.
    wants, data = wanted(path, found, libc, CALL if stub and stub.open == CALL else START)
    archive = os.path.join(folder, f"lib{stem(path)}.a")
    with tempfile.TemporaryDirectory(prefix="lazynccl-link.") as scratch:
        made = objects.make(wants, stub, scratch)
        machine = elf.Reader(made[0]).machine
        if machine != found.machine:
            raise InputError(f"{path} is for another machine than {command.compiler()[0]}: set "
                             "COLLECT_GCC to a compiler for it")
        if os.path.exists(archive):
            os.remove(archive)
        subprocess.run([os.environ.get("AR") or "ar", "rcs", archive, *made], check=True)
    if stub:
        names = [each.name for each in stub_of(wants).functions if is_answer(stub, each)]
        report(*(f"lazynccl link: {line}" for line in [assumed_line(stub.path, names)]
                 if line and stub.absent.answers is None))
    variables = f"; no variables: {', '.join(data[:5])}{', …' * (len(data) > 5)}" if data else ""
    say(f"{archive}: {len(wants.functions)} functions of {wants.soname}{variables}")


def make_all(paths: Sequence[str], folder: str) -> int:
    libc = c_library()
    with new_folder(folder):
        for path in paths:
            make(library_path(path, command.compiler()), libc, folder)
    say(f"link with -L{shlex.quote(folder)} and -lNAME; a build that names a library by its path "
        "links it directly: check with readelf -d PROGRAM")
    return 0


def main(arguments: Sequence[str]) -> int:
    *paths, option, folder = arguments if len(arguments) > 2 else ("", "", "")
    checked = arguments[1:] if arguments[:1] == ["--check"] else []
    if option != "-o" and not checked:
        print(f"usage: {USAGE}", file=sys.stderr)
        return 2
    try:
        return check.main(checked) if checked else make_all(paths, folder)
    except InputError as error:
        report(*(f"lazynccl link: {line}" for line in error.args))
    except OSError as error:
        report(f"lazynccl link: {error.filename}: {error.strerror}")
    except subprocess.CalledProcessError as error:
        report(f"lazynccl link: {error.cmd[0]}: exit status {error.returncode}")
    return 1
