"""Says which programs of a build are not linked as LAZY_LIBS asks: gen link --check PROGRAM...

A compiler that bypasses the wrapper, for example because it has its own linker, prints nothing.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
from collections.abc import Iterator, Mapping, Sequence

from gen import elf
from gen.describe.compiler import file_of
from gen.elf import Elf
from gen.link import command
from gen.link.cache import Cache
from gen.link.fallbacks import find_fallbacks
from gen.link.library import Library, stem
from gen.link.loaded import Loaded
from gen.link.modes import VARIABLE, Choice, modes
from gen.link.staying import used, why_direct
from gen.link.stub import read as read_stub
from gen.write import InputError, report

UNWRAPPED = "it was not linked through lazynccl's linker"
NOT_FOUND = "cannot see whether its calls may stop, because it is not found: add its folder to " \
            "LIBRARY_PATH"
# The SONAMEs in the note of a lazy library.
SONAMES = re.compile(rb'"soname":\[([^]]*)\]')


class Asked:
    """A name in LAZY_LIBS, and the library that the compiler finds for it."""

    def __init__(self, name: str, stops: bool, searched: Sequence[str]) -> None:
        path = file_of(f"lib{name}.so", searched)
        found = elf.read(path)
        self.name = name
        self.stops = stops
        self.folder = os.path.dirname(path)
        self.stems = {stem(name), stem(found.soname) if found else stem(name)}


def reason(program: Elf, soname: str, asked: Asked, loaded: Loaded) -> str:
    """Returns why a file should not need a library, or "" if the wrapper would link it directly."""
    if program.is_program or asked.stops:
        return UNWRAPPED
    needed = {name: Library(name, frozenset([asked.name]), file) for name in program.needed
              if (file := loaded.file(name, program))}
    if soname not in needed:
        return NOT_FOUND
    functions = used(program, [*needed.values()]).get(soname, {})
    fallbacks = find_fallbacks(asked.name, Cache(""), read_stub)
    return "" if why_direct(needed[soname], functions, fallbacks) else UNWRAPPED


def findings(programs: Sequence[str], names: Mapping[str, Choice]) -> Iterator[str]:
    """Yields a line for each library that a program should not need, or that no program uses."""
    searched = command.compiler()
    asked = [Asked(name, stops, searched) for name, (_, stops) in names.items()]
    folders = command.read([f"-L{each.folder}" for each in asked if each.folder])
    seen = set[str]()
    for program in programs:
        file = elf.read(program)
        if not file:
            os.stat(program)  # raises OSError with the reason if it does not exist
            yield f"{program}: not a program or shared library"
            continue
        with open(program, "rb") as content:
            notes = b",".join(SONAMES.findall(content.read()))
        seen |= {stem(soname) for soname in notes.decode("utf-8", "replace").split('"')}
        seen |= {*map(stem, file.needed)}
        for soname, each in ((soname, each) for soname in file.needed for each in asked
                             if stem(soname) in each.stems):
            if why := reason(file, soname, each, Loaded({}, folders)):
                yield f"{program}: needs {soname}: {why}"
    yield from (f"{VARIABLE}: no program uses {each.name}" for each in asked
                if not each.stems & seen)


def main(programs: Sequence[str]) -> int:
    """Prints a line for each finding. Returns 1 if there is one."""
    names = modes(os.environ.get(VARIABLE, ""))
    if not names:
        raise InputError(f"{VARIABLE} is empty: set it as in the build")
    found = [*findings(programs, names)]
    report(*(f"lazynccl link: {line}" for line in found))
    return bool(found)
