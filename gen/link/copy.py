"""Writes and compiles the small copy of lazynccl that is linked into a program.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gen.c.from_library import name_of
from gen.c.interface import header
from gen.c.vendor import prefixed, unit
from gen.elf import Elf
from gen.link import command, fallbacks
from gen.link.cache import compiler_version, key
from gen.link.command import Command
from gen.link.gate import Plan
from gen.stub.absent import STOP
from gen.stub.declaration import Function
from gen.stub.input_names import check_file, short
from gen.stub.stub import CALL, SONAME, AbsentKeys, Stub, SymbolKeys, TypeKeys, VersionKeys
from gen.stub.toml import Lines
from gen.write import InputError

PREFIX = "lazylink"
OPTIONS = "-Os -fPIC -fno-lto -fasynchronous-unwind-tables -w -pipe -x c -c".split()
# The machine and the bits of its property note → the options by which all objects have them.
FEATURES = {(62, 1): ["-fcf-protection=branch"], (62, 2): ["-fcf-protection=return"],
            (62, 3): ["-fcf-protection=full"], (3, 1): ["-fcf-protection=branch"],
            (3, 2): ["-fcf-protection=return"], (3, 3): ["-fcf-protection=full"],
            (183, 1): ["-mbranch-protection=bti"], (183, 2): ["-mbranch-protection=pac-ret"],
            (183, 3): ["-mbranch-protection=standard"]}


@dataclass(frozen=True)
class Wanted:
    """The functions that a program uses from a library."""
    soname: str
    name: str                     # the name to look up fallback values by, such as z
    functions: Mapping[str, str]  # name → version, or ""
    open: str = CALL


def stub_of(wanted: Wanted, given: Stub | None, taken: set[str], prefix: str) -> Stub:
    """Returns the stub of the library, with the types and fallback values of the given stub."""
    check_file(short(wanted.soname), wanted.soname, {*wanted.functions.values()} - {""})
    name = stem = name_of(os.path.basename(wanted.soname))
    while name in taken:
        name = f"{stem}x{len(taken)}"
    versions: dict[str, list[str]] = {}
    for function, version in sorted(wanted.functions.items()):
        if version:
            versions.setdefault(version, []).append(function)
    made = Stub(path=wanted.soname, lines=Lines(), releases=("always",), name=name,
                title=os.path.basename(wanted.soname).partition(".so")[0], prefix=prefix,
                search=(SONAME,), open=wanted.open, sonames=[wanted.soname],
                version=VersionKeys(), types=TypeKeys(),
                absent=AbsentKeys(otherwise=STOP), symbols=SymbolKeys(versions=versions),
                functions=tuple(Function(each, None, ()) for each in sorted(wanted.functions)))
    if given:
        declared = {function.name: function for function in given.functions}
        made = replace(made, path=given.path, lines=given.lines,
                       types=given.types, absent=replace(given.absent, otherwise=STOP),
                       functions=tuple(declared.get(each.name, each) for each in made.functions))
    # A program that would stop needs the library.
    implied = "required" if fallbacks.stopping(made) else "recommended"
    return replace(made, priority=(given.priority if given else "") or implied)


def stubs_of(plans: Sequence[Plan], prefix: str = PREFIX) -> list[Stub]:
    """Returns the stubs of the libraries of which the program uses functions."""
    stubs: list[Stub] = []
    for plan in plans:
        wanted = Wanted(plan.library.soname, plan.library.name, plan.functions, plan.mode)
        if plan.functions:
            stub = stub_of(wanted, plan.given, {stub.name for stub in stubs}, prefix)
            stubs.append(replace(stub, relative=not plan.is_moved))
            fallbacks.check_strict(stubs[-1], wanted.name)
    return stubs


def source(stubs: list[Stub], prefix: str = PREFIX) -> str:
    """Returns the C of the copy."""
    text = unit(stubs, [], "", ()).replace('#include "lazynccl.h"\n', header(stubs))
    return f'# 1 "{prefix}.c"\n{prefixed(text, prefix)}'


def options_for(linked: Elf) -> list[str]:
    """Returns the compiler options with which the copy has what all objects of the file have."""
    found = ["-g"] if linked.has_debugging else []
    if linked.machine == 183:  # libgcc's atomics lack the property of BTI and PAC
        found.append("-mno-outline-atomics")
    return [*found, *FEATURES.get((linked.machine, linked.features), ())]


def write(stubs: list[Stub], linked: Elf, folder: str, asked: Command) -> str:
    """Returns the object file with the functions of these libraries: in the cache or, without one,
    beside the output. Returns an empty text if there are no functions."""
    if not stubs:
        return ""
    text = source([replace(stub, relro=linked.relro) for stub in stubs])
    words = [*command.compiler(), *OPTIONS, *options_for(linked),
             *(f"-D{name}=__real_{name}" for name in asked.wrapped)]
    name = f"{key(text, words, compiler_version(words[0]))}.o"
    made = os.path.join(folder, name) if folder else os.path.abspath(f"{asked.unfinished}.o")
    if folder and os.path.isfile(made):
        return made
    own = f"{made}.{os.getpid()}"
    # From the root directory, because debugging information names the current one.
    done = subprocess.run([*words, "-", "-o", own], input=text, capture_output=True, text=True,
                          check=False, cwd="/")
    if done.returncode:
        raise InputError(f"{words[0]} cannot compile the copy of lazynccl:",
                         *done.stderr.rstrip().split("\n"))
    os.replace(own, made)
    return made
