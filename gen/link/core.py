"""Renders the C that is the same for every program: the runtime, and what the tables of programs
need of it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Set
from dataclasses import replace

from gen.c.interface import header
from gen.c.parts import read_members, values_of
from gen.c.prefix import prefixed
from gen.c.runtime import sources
from gen.c.unit import Unit, c_file, pruned, used_headers
from gen.library import assembly
from gen.link.fallbacks import Fallbacks
from gen.link.stub import stub_of
from gen.link.table import PREFIX, Kind, Table, Wanted, answers_of, library
from gen.own import source
from gen.stub.absent import STOP
from gen.stub.stub import CALL, START, AbsentKeys, Stub

API = "runtime/loader/api.c"  # linked programs have no header
RESOLVE, REASON, AT_START = "lazynccl_resolve", "lazynccl_absent_reason", "lazynccl_open_at_start"
# Functions of the runtime that the tables of programs call.
SHARED = re.compile(rf"^(COLD )?static (?=.*(?:{RESOLVE}|{REASON}|{AT_START})\()", re.MULTILINE)
DECLARATIONS = f"""
extern lazynccl_function {RESOLVE}(lazynccl_library *, int, const void *, void *,
                                          struct lazynccl_told *);
extern const char *{REASON}(lazynccl_library *);
extern void {AT_START}(lazynccl_library *);
"""
# A declaration that needs <link.h>, which takes longer to read than all others.
DYNAMIC = re.compile(r"^extern ElfW.*\n", re.MULTILINE)
# The assembly of first calls, to which the trampolines of libraries jump: the part of first.S
# between its #include lines.
FIRST = source("runtime/jump/first.S").split('jump.S"\n')[1].partition("\n\n#include")[0]


def runtime(stubs: list[Stub], kept: Set[str], members: Set[str], table: bool) -> Unit:
    """Returns the runtime's C for these stubs. Keeps the functions `kept`, and these members of
    structs, for other files."""
    made = Unit(stubs, table=table)
    for name, text in sources(stubs, made.facts).items():
        if name != API:
            made.add(SHARED.sub("", text))
    for name in made.facts.headers():
        made.header(f"runtime/{name}")
    made.heads, made.sections = pruned(made, stubs, kept, members)
    return made


def sample(kind: Kind) -> list[Wanted]:
    """Returns made-up libraries, from which the code for all programs of this kind is made."""
    functions = {"function": "VERSION" * kind.versions}
    if kind.unversioned:
        functions["other"] = ""
    modes = [START] * kind.start + [CALL] * kind.call
    names = ("one", "two")[:1 + kind.several]
    return [Wanted(f"lib{name}.so", name, functions, mode)
            for name, mode in zip(names, (*modes, *modes), strict=False)]


def render(kind: Kind, are_names_apart: bool = False) -> tuple[str, str, str]:
    """Renders the runtime for one kind of program. If `are_names_apart`, tables point to functions'
    names. Returns the runtime, the declarations for tables, and the trampolines' macros."""
    wanted = sample(kind)
    answers = dict.fromkeys(wanted[0].functions, "0") if kind.answers else {}
    stubs = [replace(stub_of(each), relro=kind.relro,
                     absent=AbsentKeys(otherwise=STOP, answers=answers)) for each in wanted]
    tables = [library(Table(each, answers_of(each, Fallbacks()), ""),
                      names="names" * are_names_apart) for each in wanted]
    members = values_of(tables)
    made = runtime(stubs, {RESOLVE, *[REASON] * kind.reasons, *[AT_START] * kind.start}, members,
                   are_names_apart)
    members |= read_members([*made.heads, *made.sections])
    made.system = used_headers(made)
    macros = assembly.included(assembly.JUMP, source)
    rows = assembly.quoted([*macros, *FIRST.split("\n")])
    made.sections.append("\n".join(["__extension__ __asm__(", *rows, ");"]))
    text = c_file(made, stubs, "", ()).replace('#include "lazynccl.h"\n', header(stubs))
    return (named(text), declarations(tables, members, stubs, are_names_apart),
            "\n".join(assembly.quoted(macros)))


def declarations(tables: list[str], members: Set[str], stubs: list[Stub],
                 are_names_apart: bool) -> str:
    """Renders what these tables use, with the members of structs that the runtime has."""
    used = {*re.findall(r"\w+", "".join([*tables, DECLARATIONS]))}
    made = Unit(stubs, table=are_names_apart)
    made.add('#include "runtime/core/search.h"\n#include "runtime/core/report.h"\n' + DECLARATIONS)
    heads, _ = pruned(made, stubs, used, members)
    text = "\n".join([header(stubs[:1]), *heads[:-1], DECLARATIONS])
    return named("\n".join(["#include <errno.h>", "#include <stddef.h>", "#include <stdint.h>",
                            "#pragma GCC visibility push(hidden)", DYNAMIC.sub("", text)]))


def named(text: str) -> str:
    return f'# 1 "{PREFIX}.c"\n{prefixed(text, PREFIX)}'
