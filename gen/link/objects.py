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
from dataclasses import replace

from gen.c.interface import header
from gen.c.vendor import Unit, macros, prefixed, pruned
from gen.library import assembly, library, start
from gen.library.description import names_of
from gen.link import command
from gen.link.copy import OPTIONS
from gen.link.core import AT_START, DECLARATIONS, FIRST, REASON, RESOLVE, runtime
from gen.link.stub import stub_of
from gen.link.table import PREFIX, Wanted
from gen.own import source
from gen.stub.stub import START, Stub
from gen.stub.symbols import Library, libraries
from gen.write import InputError

NOTES = "runtime/jump/notes.S"
# A reference to a function of the program, which configure's probes do not define.
CALLED = re.compile(r"^extern (?=void \w+\(void\); /\* of the program \*/)", re.MULTILINE)
# Names of the assembly that an object may refer to in another.
LOCAL = re.compile(r"\.Llazynccl_(?=entry|first)")
MACROS = f"""
.macro lazynccl_runtime{FIRST}
.endm
"""
MACROS += """\
.macro lazynccl_weak library, index, name
    .weak lazynccl_entry_\\library\\()_\\index
    .hidden lazynccl_entry_\\library\\()_\\index
.endm
.macro lazynccl_slots_of library, functions
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
.macro lazynccl_one library, index, name
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

def c_file(made: Unit, stub: Stub) -> str:
    """Renders a C file that includes the header."""
    return "\n".join(["#define _GNU_SOURCE", *made.system.values(), macros([stub]),
                      "#pragma GCC visibility push(hidden)", '#include "lazynccl.h"', *made.heads,
                      *made.sections])


def of_library(each: Library) -> str:
    """Renders the C of a library: the names in its table come from the functions' objects."""
    text = CALLED.sub("extern __attribute__((weak)) ", library.render(each))
    table = [f"lazynccl_name_{each.object}_{index}" for index in range(len(each.symbols))]
    declared = "".join(f"extern const char {name}[] __attribute__((weak));\n" for name in table)
    text = text.replace("\n".join(names_of(each)), '    "\\0"', 1)
    text = re.sub(r"\.versions = [1-9]\d*", ".versions = 1", text)
    begin = f"static const struct lazynccl_description description_{each.object} = {{\n"
    made = Unit([each.stub], table=True)
    made.add(DECLARATIONS + text.replace(begin, (
        f"{declared}static const char *const names_{each.object}[] = {{\n"
        f"{''.join(f'    {name},' for name in table)}\n    NULL\n}};\n{begin}"
        f"    .names = names_{each.object},\n")))
    made.add(start.render([each]))
    made.heads, made.sections = pruned(made, [each.stub], {f"lazynccl_library_{each.object}"})
    return c_file(made, each.stub)


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


def make(wanted: Wanted, given: Stub | None, folder: str) -> list[str]:
    """Returns the objects for the archive of a library, which are compiled in this folder."""
    stub = stub_of(wanted, given, "lazynccl")
    both = replace(stub, open=START)  # one runtime for libraries of both modes
    each, = libraries(stub)
    begin = assembled(folder)
    write(folder, "lazynccl.h", header([stub]))
    write(folder, "lazylink.c",
          c_file(runtime([both], {RESOLVE, REASON, AT_START}, table=True), both))
    write(folder, f"{each.object}-library.c", of_library(each))
    listed = "\n".join(assembly.functions(each))
    sources_ = {"lazylink-first": "    lazynccl_runtime",
                f"{each.object}-slots": f"{listed}\n    lazynccl_slots_of {each.object}, "
                                        f"lazynccl_functions_{each.object}"}
    sources_ |= {f"{each.object}-{index}": f"    lazynccl_one {each.object}, {index}, {symbol.name}"
                 for index, symbol in enumerate(each.symbols)}
    for name, text in sources_.items():
        write(folder, f"{name}.s", f"{begin}\n{text}\n")
    files = ["lazylink.c", f"{each.object}-library.c"]
    run(folder, *OPTIONS, *files)
    run(folder, "-c", *(f"{name}.s" for name in sources_))
    return [os.path.join(folder, f"{name}.o")
            for name in (*(file.removesuffix(".c") for file in files), *sources_)]
