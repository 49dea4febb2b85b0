"""Links a program so that libraries are opened at the first call: gen ld LINKER ARGUMENT...

The linker first links as usual. If the resulting file needs a library that LAZY_LIBS or -lazy-lNAME
names, the linker links again, with a small copy of lazynccl that has the functions which the file
uses from this library. In this way the linker decides which libraries, functions and versions are
needed, however the libraries were given. Finally the libraries are removed from DT_NEEDED.

Most links of a build, such as configure's, need no lazy library. Modules that only the copy needs
are therefore imported when it is made.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gen import elf
from gen.elf import Elf, Symbol
from gen.link import command
from gen.link.command import Command
from gen.stub.input_names import is_symbol, short
from gen.write import InputError, report

USAGE = "ld LINKER ARGUMENT..."
# Libraries without which no program starts.
SYSTEM = re.compile(r"(ld-(linux.*|musl-.*)|ld64|libc|libm|libdl|libpthread|librt|libutil|libresolv"
                    r"|libgcc_s|libstdc\+\+|libc\+\+|libc\+\+abi|libatomic|libgomp"
                    r"|lib[almtu]+san)\.so(\..*)?")
TRACE = re.compile("^trace: ", re.MULTILINE)  # precedes each file that mold reads
REGISTERING = {"libcudart.so": "it registers the program's kernels when it is loaded"}


@dataclass(frozen=True)
class Library:
    soname: str            # the name in DT_NEEDED
    names: frozenset[str]  # names that -l may use for it
    exports: Elf


def stem(name: str) -> str:
    """Returns z for /usr/lib/libz.so.1, libz.so.1 and z."""
    return os.path.basename(name).partition(".so")[0].removeprefix("lib")


def needed_at_start(soname: str) -> str:
    """Returns why a library cannot be opened later, or an empty text."""
    name = os.path.basename(soname)
    if SYSTEM.fullmatch(name):
        return "it belongs to the C library or the compiler"
    return next((why for word, why in REGISTERING.items() if name.startswith(word)), "")


def libraries(traced: str) -> dict[str, Library]:
    """Returns SONAME → library for each shared library that the linker read."""
    found: dict[str, Library] = {}
    for line in traced.split("\n"):
        exports = elf.read(line) if elf.is_library(line) else None
        if not exports:
            continue
        # Without a SONAME, programs need the path as it was given or, for -lNAME, the file name.
        sonames = [exports.soname] if exports.soname else [line, os.path.basename(line)]
        for soname in sonames:
            names = {stem(soname), stem(line)} | (found[soname].names if soname in found else set())
            found[soname] = Library(soname, frozenset(names), exports)
    return found


def owner(symbol: Symbol, needed: Sequence[Library]) -> Library | None:
    """Returns the library from which ld.so takes the symbol."""
    if symbol.file:
        return next((each for each in needed if each.soname == symbol.file), None)
    return next((each for each in needed if any(
        other.name == symbol.name and other.defined and not other.hidden
        for other in each.exports.symbols)), None)


def refuse(library: Library, why: str) -> InputError:
    name = min(library.names, key=len)
    return InputError(f"{library.soname} cannot be lazy: {why}: take {name} out of LAZY_LIBS, "
                      f"and out of {command.LAZY}{name}")


def who_uses(name: str, traced: str) -> str:
    """Returns the object that needs the symbol, if nm finds it."""
    from gen.c.only import used

    files = [line for line in traced.split("\n")
             if line.endswith((".o", ".a")) and os.path.isfile(line)]
    try:
        return used(files).get(name, "") if files else ""
    except InputError:
        return ""


def check_symbol(symbol: Symbol, library: Library, traced: str) -> None:
    """Raises InputError if a first call cannot reach the symbol."""
    others = [other for other in library.exports.symbols if other.name == symbol.name]
    types = {other.type for other in others if other.defined}
    if symbol.copied or types & {*elf.DATA}:
        kind = "thread-local variable" if elf.TLS in types else "variable"
        place = who_uses(symbol.name, traced)
        raise refuse(library, f"{place or 'the program'} uses its {kind} {symbol.name}")
    if any(other.variant for other in others):
        raise refuse(library, f"{symbol.name} takes its arguments in registers that C leaves free")
    if not is_symbol(symbol.name):
        raise refuse(library, f"{short(symbol.name)} is a name that cannot go into assembly")


def wanted(linked: Elf, asked: Sequence[Library], known: Mapping[str, Library],
           traced: str) -> list[tuple[Library, dict[str, str]]]:
    """Returns the functions that the file uses from each library: name → version. Raises InputError
    if the library cannot be lazy."""
    needed = [known[soname] for soname in linked.needed if soname in known]
    taken: dict[str, dict[str, str]] = {library.soname: {} for library in asked}
    for symbol in linked.symbols:
        library = owner(symbol, needed) if symbol.copied or not symbol.defined else None
        if not library or library not in asked:
            continue
        check_symbol(symbol, library, traced)
        versions = taken[library.soname]
        if versions.setdefault(symbol.name, symbol.version) != symbol.version:
            raise refuse(library, f"the program uses {symbol.name} in two versions, "
                                  f"{versions[symbol.name]} and {symbol.version}")
    return [(library, taken[library.soname]) for library in asked if taken[library.soname]]


def chosen(linked: Elf, known: Mapping[str, Library], names: Sequence[str]) -> list[Library]:
    """Returns the libraries with these names that the file needs."""
    stems = {stem(name) for name in names}
    for soname in linked.needed:
        if soname not in known and stem(soname) in stems:
            raise InputError(f"{soname}: the linker does not say which file this is")
    found = [known[soname] for soname in linked.needed
             if soname in known and known[soname].names & stems]
    for library in found:
        if why := needed_at_start(library.soname):
            raise refuse(library, why)
    return found


def check_lazy(asked: Command, known: Mapping[str, Library]) -> None:
    """Raises InputError if the linker found no shared library for a -lazy-lNAME."""
    for name in () if asked.static else asked.lazy:
        if not any(name in library.names for library in known.values()):
            raise InputError(f"{command.LAZY}{name}: the linker found no shared library: "
                             f"install lib{name}.so, or write -l{name}")


def run(words: Sequence[str]) -> int:
    """Returns the linker's exit status; after a signal, 128 plus its number, as in a shell."""
    status = subprocess.run(words, check=False).returncode
    return status if status >= 0 else 128 - status


def print_own(traced: str, words: Sequence[str]) -> None:
    """Prints the linker's output for its caller, such as that of -v, without the files it read."""
    for line in traced.splitlines(keepends=True):
        if {"-t", "--trace"} & {*words} or not os.path.exists(line.rstrip().partition("(")[0]):
            sys.stdout.write(line)


def compile_copy(wants: Sequence[tuple[Library, dict[str, str]]], folder: str) -> str:
    """Returns the object file with the copy of lazynccl for these functions."""
    from gen.link import fallbacks
    from gen.link.copy import Wanted, write

    return write([Wanted(library.soname, min(library.names, key=len), functions)
                  for library, functions in wants], fallbacks.find, folder)


def relink(linker: str, asked: Command, names: Sequence[str], traced: str, folder: str) -> int:
    """Makes the libraries of these names lazy in the linked file."""
    known = libraries(traced)
    check_lazy(asked, known)
    linked = elf.read(asked.output)
    lazy = chosen(linked, known, names) if linked else []
    if not linked or not lazy:
        print_own(traced, asked.words)
        return 0
    wants = wanted(linked, lazy, known, traced)
    if wants:
        object_ = compile_copy(wants, folder)
        words = [object_, *asked.words, "--push-state", "--as-needed", "-ldl", "--pop-state"]
        status = run([linker, *command.argument_list(words, folder)])
        if status:
            return status
    elf.remove_needed(asked.output, {library.soname for library in lazy})
    left = elf.read(asked.output)
    for library in lazy:
        if not left or library.soname in left.needed or wanted(left, [library], known, traced):
            raise refuse(library, "the linker still takes functions from it")
    return 0


def link(wrapper: str, arguments: Sequence[str]) -> int:
    linker, asked = command.linker(wrapper), command.read(arguments)
    names = [*filter(None, os.environ.get("LAZY_LIBS", "").split(",")), *asked.lazy]
    if not names:
        return run([linker, *arguments])
    output = asked.output
    if os.path.exists(output) and not os.path.isfile(output):  # such as /dev/null
        return run([linker, *asked.words])
    # The first link's file is linked directly. If it had its final name when this process is
    # killed, the next run of make would take it for the result.
    asked = asked.unfinished()
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    status = 1
    try:
        with tempfile.TemporaryDirectory(prefix="lazynccl-link.") as folder:
            words = command.argument_list([*asked.words, "--trace"], folder)
            done = subprocess.run([linker, *words], stdout=subprocess.PIPE, text=True,
                                  errors="surrogateescape", check=False)
            traced = TRACE.sub("", done.stdout)
            if done.returncode:
                print_own(traced, asked.words)
                status = done.returncode
            else:
                status = relink(linker, asked, names, traced, folder)
        if not status:
            asked.finish()
    finally:
        for path in (asked.output, output) if status else ():
            if os.path.isfile(path):
                os.remove(path)
    return status


def main(arguments: list[str]) -> int:
    if not arguments:
        print(f"usage: {USAGE}", file=sys.stderr)
        return 2
    try:
        return link(arguments[0], arguments[1:])
    except InputError as error:
        report(*(f"lazynccl link: {line}" for line in error.args))
    except OSError as error:
        report(f"lazynccl link: {error.filename}: {error.strerror}")
    return 1
