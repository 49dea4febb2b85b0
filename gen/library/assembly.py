"""Renders the trampolines in assembly, for a .S file or for the asm statement of a vendored copy.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Callable, Sequence, Set

from gen.stub.absent import REASON, answer
from gen.stub.stub import Stub
from gen.stub.symbols import Library, Symbol
from gen.template import quote, template

suffix = "S"
JUMP = "runtime/jump/jump.S"
SLOTS = ".lazynccl.slots"
# Sections that ld.so makes read-only before the first constructor.
RELRO = ".data.rel.ro.lazynccl"
# gcc -masm=intel assembles asm statements in another syntax, in which `push 1` is shorter.
AT_AND_T = """#if (defined(__x86_64__) || defined(__i386__)) && !defined(__clang__)
    .pushsection .lazynccl.syntax, "e"
    1: push 1
    2: .popsection
    .if 2b - 1b < 4
    .set .Llazynccl_is_intel, 1
    .att_syntax
    .endif
#endif"""
AS_BEFORE = """#if (defined(__x86_64__) || defined(__i386__)) && !defined(__clang__)
    .ifdef .Llazynccl_is_intel
    .intel_syntax noprefix
    .endif
#endif"""
# The condition of each machine in jump.S, and the machine's name, which is also its file name.
BLOCK = re.compile(r'#(?:el)?if (.+)\n#include "runtime/jump/(\w+)\.S"\n')
# The condition of each machine in platform.h.
PLATFORM = re.compile(r"#(?:el)?if (.+)\n#define LAZYNCCL_MACHINE .*\n(?:#define .*\n)+")


def jump_name(library: Library, symbol: Symbol) -> str:
    """Returns the trampoline's name: the symbol, unless a C function of this name calls it and
    adds the reason to its text: with the full search, if the stub has the function's types."""
    wrapped = (answer(library.stub, symbol.function) == REASON and not library.stub.small
               and symbol.function.returns)
    return f"lazynccl_jump_{symbol.name}" if wrapped else symbol.name


def functions(library: Library) -> list[str]:
    """Returns the lines of the macro that lists the functions in the order of their slots."""
    # a copy that exports functions does not export those that only the copy itself calls
    hidden = [f"    .hidden {jump_name(library, symbol)}" for symbol in library.symbols
              if symbol.function.name in library.stub.internal]
    rows = [f"    \\what {library.object}, {index}, {jump_name(library, symbol)}"
            for index, symbol in enumerate(library.symbols)]
    return [f".macro lazynccl_functions_{library.object} what", *rows, ".endm", *hidden]


def expand(library: Library, page: str = "lazynccl_page", section: str = SLOTS) -> str:
    return (f"    lazynccl_library {library.object}, lazynccl_functions_{library.object}, "
            f"{page}, {section}")


def render(library: Library) -> str:
    """Renders NAME.S."""
    stub = library.stub
    return template("library/trampolines.S.in").substitute(
        name=stub.name, title=stub.title, which=library.which, object=library.object,
        functions="\n".join(functions(library)), expand=expand(library))


def machines(jump: str) -> list[str]:
    return [found[2] for found in BLOCK.finditer(jump)]


def restricted(jump: str, wanted: Sequence[str]) -> str:
    """Returns jump.S reduced to these machines."""
    return reduced(jump, BLOCK, {found[1] for found in BLOCK.finditer(jump) if found[2] in wanted})


def restricted_platform(platform: str, jump: str, wanted: Sequence[str]) -> str:
    """Returns platform.h reduced to these machines of jump.S."""
    return reduced(platform, PLATFORM,
                   {found[1] for found in BLOCK.finditer(jump) if found[2] in wanted})


def reduced(text: str, block: re.Pattern[str], conditions: Set[str]) -> str:
    every = list(block.finditer(text))
    chosen = [found[0].removeprefix("#").removeprefix("el") for found in every
              if found[1] in conditions]
    return text[:every[0].start()] + "#" + "#el".join(chosen) + text[every[-1].end():]


def condition(jump: str, wanted: Sequence[str]) -> str:
    """Returns the preprocessor's condition of these machines, or of all that jump.S supports."""
    return " || \\\n      ".join(f"({found[1]})" for found in BLOCK.finditer(jump)
                                 if found[2] in wanted or not wanted)


def statement(libraries: list[Library], read: Callable[[str], str]) -> str:
    """Renders the assembly of a vendored copy as one statement, because link-time optimization may
    move several statements to different units."""
    section = RELRO if libraries[0].stub.relro else SLOTS
    placed = ("lazynccl_same_page", section) if share_pages([each.stub for each in libraries]) \
        else ("lazynccl_page", section)
    page = f'    .pushsection {SLOTS}, "aw", %progbits\n    lazynccl_page\n    .popsection'
    pages = [page] * (placed == ("lazynccl_same_page", SLOTS))
    lines = [AT_AND_T, *included(JUMP, read), *pages, *(line for each in libraries for line in [
        *functions(each), expand(each, *placed)]), *pages]
    lines.append("    .pushsection .text\n    lazynccl_call\n    .popsection")
    lines.append(AS_BEFORE)
    return "\n".join(["__extension__ __asm__(", *quoted(lines), ");"])


def quoted(lines: Sequence[str]) -> list[str]:
    """Returns the lines of assembly as strings of C, without comments."""
    text = re.sub(r"/\*.*?\*/", "", "\n".join(lines), flags=re.DOTALL)
    return [line if line.startswith("#") else f"    {quote(line.strip() + chr(10))}"
            for line in text.split("\n") if line.strip()]


def share_pages(stubs: Sequence[Stub]) -> bool:
    """Returns whether the slots of a library share a page with other data."""
    return stubs[0].relro or (stubs[0].small and stubs[0].calls and (
        len(stubs) > 1 or any(stub.symbols.families for stub in stubs)))


def included(name: str, read: Callable[[str], str]) -> list[str]:
    lines = []
    for line in read(name).split("\n"):
        other = re.fullmatch(r'#include "(.+)"', line)
        lines += included(other[1], read) if other else [line]
    return lines
