"""Says which programs of a build are not linked as LAZY_LIBS asks: gen link --check PROGRAM...

A compiler that does not run the wrapper prints nothing, for example if it has its own linker.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
from collections.abc import Iterator, Sequence

from gen import elf
from gen.describe.compiler import file_of
from gen.link import command
from gen.link.library import stem
from gen.link.modes import VARIABLE, modes
from gen.write import InputError, report

# In the note of a library that is opened later.
SONAMES = re.compile(rb'"soname":\[([^]]*)\]')


def stems_of(name: str) -> set[str]:
    """Returns the stems of the SONAMEs that a library may have which is linked as -lNAME."""
    found = elf.read(file_of(f"lib{name}.so", command.compiler()))
    return {stem(name), stem(found.soname) if found else stem(name)}


def findings(programs: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    used = set[str]()
    stems = {name: stems_of(name) for name in names}
    for program in programs:
        file = elf.read(program)
        if not file:
            os.stat(program)
            yield f"{program}: not a program or shared library"
            continue
        with open(program, "rb") as content:
            notes = b",".join(SONAMES.findall(content.read()))
        used |= {stem(soname) for soname in notes.decode("utf-8", "replace").split('"')}
        for soname in file.needed:
            if any(stem(soname) in each for each in stems.values()):
                used.add(stem(soname))
                yield f"{program}: needs {soname}: it was not linked through lazynccl's linker"
    for name in names:
        if not stems[name] & used:
            yield f"{VARIABLE}: no program uses {name}"


def main(programs: Sequence[str]) -> int:
    """Prints a line for each finding. Returns 1 if there is one."""
    names = modes(os.environ.get(VARIABLE, ""))
    if not names:
        raise InputError(f"{VARIABLE} is empty: set it as in the build")
    found = [*findings(programs, [*names])]
    report(*(f"lazynccl link: {line}" for line in found))
    return bool(found)
