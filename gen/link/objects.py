"""Makes the archive of a library: objects of its functions, of the library, and of the runtime.

A linker takes from an archive only the objects that define what a program needs. So the program has
the functions that it calls, the notes of the libraries that it calls, and one runtime, which is the
same in each archive. The library's object has weak references to its functions, which are NULL if
the program does not have them.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
import subprocess

from gen.c.prefix import prefixed
from gen.library import assembly
from gen.link import command
from gen.link.copy import OPTIONS
from gen.link.core import render
from gen.link.fallbacks import Fallbacks
from gen.link.stub import answers_by_types
from gen.link.table import PREFIX, Kind, Table, Wanted, answers_of, functions, library, start
from gen.own import source
from gen.stub.stub import Stub
from gen.write import InputError

NOTES = "runtime/jump/notes.S"
# A reference to a function of the program, which configure's probes do not define.
CALLED = re.compile(r"^extern (?=void \w+\(void\); /\* of the program \*/)", re.MULTILINE)
# Names in the assembly to which other objects refer, so that they cannot be local.
LOCAL = re.compile(r"\.Llazynccl_(?=entry|first)")
MACROS = """
.macro lazynccl_weak library, index, name  /* refers to a function that the program may lack */
    .weak lazynccl_entry_\\library\\()_\\index
    .hidden lazynccl_entry_\\library\\()_\\index
.endm
.macro lazynccl_slots_of library, functions  /* the first call's code, and the slots on pages */
    \\functions lazynccl_weak
    .globl lazynccl_first_\\library
    .hidden lazynccl_first_\\library
    .text
    .cfi_startproc
    lazynccl_function lazynccl_first_\\library
    lazynccl_enter \\library
    .cfi_endproc
    .section .lazynccl.slots, "aw", %progbits
    lazynccl_page
    .globl lazynccl_slots_\\library
    .hidden lazynccl_slots_\\library
    .type lazynccl_slots_\\library, %object
lazynccl_slots_\\library:
    \\functions lazynccl_slot
    lazynccl_page
.endm
.macro lazynccl_one library, index, name  /* the trampoline and the name of one function */
    lazynccl_weak \\library, \\index, \\name
    .globl lazynccl_name_\\library\\()_\\index
    .hidden lazynccl_name_\\library\\()_\\index
    .text
    .cfi_startproc
    lazynccl_jump \\library, \\index, \\name
    lazynccl_entry \\library, \\index, \\name
    .cfi_endproc
    .section .rodata
lazynccl_name_\\library\\()_\\index:
    .asciz "\\name"
.endm
"""


def of_library(table: Table) -> str:
    """Renders the C of a library: the names in its table come from the functions' objects."""
    it = table.wanted.object
    names = [f"lazynccl_name_{it}_{index}" for index in range(len(table.functions))]
    declared = "".join(f"extern const char {name}[] __attribute__((weak));\n" for name in names)
    text = CALLED.sub("extern __attribute__((weak)) ", library(table, names=f"names_{it}"))
    return "\n".join([declared, f"static const char *const names_{it}[] = {{",
                      *(f"    {name}," for name in names), "    NULL", "};", text,
                      start([table])])


def assembled(folder: str) -> str:
    """Returns the assembly that begins each object, for the machine of the compiler."""
    text = "\n".join(assembly.included(assembly.JUMP, source))
    write(folder, "macros.S", f"{text}{MACROS}{source(NOTES)}")
    return run(folder, "-E", "-P", "-x", "assembler-with-cpp", "macros.S")


def write(folder: str, name: str, text: str) -> None:
    with open(os.path.join(folder, name), "w", encoding="utf-8") as to:
        to.write(prefixed(LOCAL.sub("lazynccl_", text), PREFIX))


def run(folder: str, *words: str) -> str:
    """Runs the compiler and returns its output."""
    command_ = [*command.compiler(), *words]
    done = subprocess.run(command_, capture_output=True, text=True, cwd=folder, check=False)
    if done.returncode:
        raise InputError(f"{command_[0]} cannot compile the copy of lazynccl:",
                         *done.stderr.rstrip().split("\n"))
    return done.stdout


def make(wanted: Wanted, stub: Stub | None, folder: str) -> list[str]:
    """Compiles the objects for the archive of a library in this folder. Returns their paths."""
    answers = answers_by_types(wanted, stub.path) if stub else answers_of(wanted, Fallbacks())
    table = Table(wanted, answers, stub.priority if stub else "")
    kind = Kind([table], relro=False)
    # one runtime for all libraries
    kind.start = kind.versions = kind.unversioned = kind.reasons = kind.answers = True
    text, head, _ = render(kind, are_names_apart=True)
    begin, it = assembled(folder), wanted.object
    write(folder, "lazylink.c", text)
    write(folder, f"{it}-library.c", head + of_library(table))
    listed = "\n".join(functions(table))
    sources = {f"{it}-slots": f"{listed}\n    lazynccl_slots_of {it}, lazynccl_functions_{it}"}
    sources |= {f"{it}-{index}": f"    lazynccl_one {it}, {index}, {name}"
                for index, name in enumerate(table.functions)}
    for name, lines in sources.items():
        write(folder, f"{name}.s", f"{begin}\n{lines}\n")
    files = ["lazylink", f"{it}-library"]
    run(folder, *OPTIONS, *(f"{name}.c" for name in files))
    run(folder, "-c", *(f"{name}.s" for name in sources))
    return [os.path.join(folder, f"{name}.o") for name in (*files, *sources)]
