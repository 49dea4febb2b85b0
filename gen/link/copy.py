"""Compiles the small copy of lazynccl that is linked into a program: the core, which programs of a
build share, and the program's table.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from _collections_abc import Mapping, Sequence

from gen.elf import Elf
from gen.failure import InputError
from gen.link.cache import Cache, Identity, compiler_version, content
from gen.link.command import Command, compiler
from gen.link.gate import Plan
from gen.link.modes import FALLBACKS, STRICT
from gen.link.process import run_with
from gen.link.table import Answers, Kind, Table, Wanted, answers_of, source
from gen.stub.input_names import short

OPTIONS = "-Os -fPIC -fno-lto -fasynchronous-unwind-tables -w -pipe -x c -c".split()
# A machine and the bits of its property note → the options that set these bits in an object.
FEATURES = {(62, 1): ["-fcf-protection=branch"], (62, 2): ["-fcf-protection=return"],
            (62, 3): ["-fcf-protection=full"], (3, 1): ["-fcf-protection=branch"],
            (3, 2): ["-fcf-protection=return"], (3, 3): ["-fcf-protection=full"],
            (183, 1): ["-mbranch-protection=bti"], (183, 2): ["-mbranch-protection=pac-ret"],
            (183, 3): ["-mbranch-protection=standard"]}


class Made:
    """An object file, and the files on which it depends."""

    def __init__(self, object: str, files: Mapping[str, Identity | None] | None = None) -> None:
        self.object = object
        self.files = files or {object: content(object)}


class Core(Made):
    """The compiled code that is the same for every program of a kind."""

    def __init__(self, object: str, head: str, macros: str,
                 files: Mapping[str, Identity | None] | None = None) -> None:
        super().__init__(object, files)
        self.head = head      # the declarations for tables
        self.macros = macros  # of the trampolines


def tables_of(plans: Sequence[Plan]) -> list[Table]:
    """Returns a table for each library of which the program uses functions."""
    tables: list[Table] = []
    for plan in plans:
        if not plan.functions:
            continue
        wanted = Wanted(plan.library.soname, plan.library.name, plan.functions, plan.mode,
                        versions_sum=plan.library.file.versions_sum)
        taken = {table.wanted.object for table in tables}
        while wanted.object in taken:
            wanted.object = f"{wanted.object}x{len(taken)}"
        tables.append(Table(wanted, answers(wanted, plan), plan.given.priority))
        if not plan.may_stop:
            check_strict(tables[-1])
    return tables


def answers(wanted: Wanted, plan: Plan) -> Answers:
    if not plan.given.is_stub:
        return answers_of(wanted, plan.given)
    from gen.link.stub import answers_by_types

    return answers_by_types(wanted, plan.given.path)


def check_strict(table: Table) -> None:
    """Raises InputError if LAZY_STRICT is set and a call of the missing library would stop."""
    first, *others = table.answers.stopping(table.functions) or [""]
    if first and os.environ.get(STRICT):
        what = f"{first} and {len(others)} more functions stop" if others else f"{first} stops"
        wanted = table.wanted
        raise InputError(f"{short(wanted.soname)}: {what} the program if the library is missing: "
                         f"write their values to {wanted.name}.toml in a folder of {FALLBACKS}, "
                         f"or unset {STRICT}")


def options_for(linked: Elf) -> list[str]:
    """Returns the compiler options that give the copy the features of all objects of the file."""
    found = ["-g"] if linked.has_debugging else []
    if linked.machine == 183:  # libgcc's atomics lack the property of BTI and PAC
        found.append("-mno-outline-atomics")
    return [*found, *FEATURES.get((linked.machine, linked.features), ())]


def compiled(words: Sequence[str], text: str, name: str, made: str, cache: Cache) -> str:
    """Compiles a text. Returns the object file: in the cache or, without one, the file `made`."""
    if cache.folder:
        made = os.path.join(cache.folder, f"{name}.o")
    own = f"{made}.{os.getpid()}"
    try:
        status, said = run_with([*words, "-", "-o", own], text)
        if status:
            raise InputError(f"{words[0]} cannot compile the copy of lazynccl:",
                             *said.rstrip().split("\n"))
        os.replace(own, made)
        return made
    finally:
        if os.path.exists(own):
            os.remove(own)


def core_of(kind: Kind, words: Sequence[str], version: object, made: str, cache: Cache) -> Core:
    """Returns the core for a kind of programs: in the cache or, without one, in the file `made`."""
    name = cache.name("core", vars(kind), words, version)
    if found := cache.recall(name):
        return Core(**found)
    from gen.link.core import render

    text, head, macros = render(kind)
    core = Core(compiled(words, text, name, made, cache), head, macros)
    cache.store(name, core)
    return core


def table_of(text: str, words: Sequence[str], version: object, made: str, cache: Cache) -> str:
    """Returns the object with the program's table: in the cache or, without one, `made`."""
    name = cache.name(text, words, version)
    if found := cache.recall(name):
        return Made(**found).object
    table = Made(compiled(words, text, name, made, cache))
    cache.store(name, table)
    return table.object


def write_objects(tables: Sequence[Table], linked: Elf, asked: Command, cache: Cache) -> list[str]:
    """Makes the object files with the functions of these libraries, if there are any. They are in
    the cache or, without one, beside the output."""
    if not tables:
        return []
    kind = Kind(tables, linked.relro)
    words = [*compiler(), *OPTIONS, *options_for(linked),
             *(f"-D{name}=__real_{name}" for name in asked.wrapped)]
    version = compiler_version(words[0])
    own = [os.path.abspath(f"{asked.unfinished}{end}") for end in asked.OBJECTS]
    core = core_of(kind, words, version, own[0], cache)
    text = source(tables, linked.relro, core.head, core.macros)
    return [core.object, table_of(text, words, version, own[1], cache)]
