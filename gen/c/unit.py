"""Joins headers, libraries, runtime and trampolines in one C file.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Sequence, Set

from gen.c import data, parts
from gen.c.facts import Facts
from gen.c.interface import accessor, functions
from gen.c.locations import has_wheels, not_searched
from gen.c.runtime import sources
from gen.c.tables import tables
from gen.library import assembly, library, start
from gen.library.description import remedy
from gen.own import source
from gen.stub.majors import changed
from gen.stub.stub import Stub
from gen.stub.symbols import cuda_major, libraries
from gen.stub.types import types
from gen.template import template

LICENCE = "SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD"
# The headers that every kind of copy uses. In a small copy, core/search.h replaces all others.
SHARED = ("library/compiler.h", "library/library.h", "library/description.h", "loader/outcome.h",
          "loader/interpose.h", "loader/opening.h", "loader/related.h", "loader/resolve.h",
          "loader/symbol.h", "loader/variant.h", "search/arena.h", "core/report.h", "core/reason.h")
# The attribute of hidden declarations: all names of a copy are hidden anyway.
HIDDEN = re.compile(r"^LAZYNCCL_INTERNAL ", re.MULTILINE)
# Headers that a copy has only if it uses one of these names.
USES = {"<dirent.h>": ("dirent",), "<fcntl.h>": ("AT_SYMLINK_NOFOLLOW", "O_RDONLY"),
        "<libintl.h>": ("dgettext",), "<limits.h>": ("PATH_MAX",), "<sys/stat.h>": ("stat",),
        "<sys/statvfs.h>": ("statvfs",), "<sys/syscall.h>": ("syscall",)}
# Members of lazynccl_trampolines that assembly reads.
OF_ASSEMBLY = {"resolve", "library", "slots"}
PLATFORM = "runtime/library/platform.h"
PLATFORM_CHECK = re.compile(r'^#if .*\n#error "(.+)"\n#endif\n', re.MULTILINE)


class Unit:
    """Builds one C file: the headers, each after those that it includes, then the sections."""

    def __init__(self, stubs: list[Stub], machines: Sequence[str] = (),
                 table: bool = False) -> None:
        self.machines = machines
        self.facts = Facts(stubs, table)
        self.heads: list[str] = []
        self.sections: list[str] = []
        self.system: dict[str, str] = {}
        self.seen = {"lazynccl.h"}

    def add(self, text: str) -> None:
        self.sections.append(self.prepared(text))

    def prepared(self, text: str) -> str:
        """Returns a text without its #include lines, whose headers are added to this file."""
        body = []
        text = text.replace("LAZYNCCL_WEAK LAZYNCCL_INTERNAL ", "")
        for line in text.split("\n"):
            if own := re.fullmatch(r'#include "(.+)"', line):
                self.header(own[1])
            elif system := re.match(r"#include (<.+?>)", line):
                self.system.setdefault(system[1], line)
            elif line != "#define _GNU_SOURCE":
                body.append(line)
        text = "\n".join(body).strip()
        text = text.replace(f"\n * {LICENCE} */", " */").replace(f"\n * {LICENCE}\n", "\n")
        return re.sub(r"\n{3,}", "\n\n", text)

    def header(self, name: str) -> None:
        if self.facts.small and name == PLATFORM:
            return
        shared = {*SHARED, *self.facts.headers()}
        if self.facts.small and name.removeprefix("runtime/") not in shared:
            name = "runtime/core/search.h"
        if name not in self.seen:
            self.seen.add(name)
            text = source(name).replace("#pragma once\n", "")
            if name == PLATFORM:  # the C file has a separate check
                text = PLATFORM_CHECK.sub("", text)
            if name == PLATFORM and self.machines:
                text = assembly.restricted_platform(text, source(assembly.JUMP), self.machines)
            # static, so that the compiler can leave out what this copy does not use
            self.heads.append(self.prepared(HIDDEN.sub("", text)))


def sections(made: Unit, stubs: list[Stub], others: list[Stub], machines: Sequence[str]) -> None:
    """Adds the libraries, the runtime and the trampolines."""
    def of_machines(name: str) -> str:
        text = source(name)
        return assembly.restricted(text, machines) if name == assembly.JUMP and machines else text

    every = [each for stub in stubs for each in libraries(stub)]
    known, texts = set[str](), dict[str, str]()
    for each in every:
        texts[f"{each.object}.c"] = library.render(each, frozenset(known))
        known |= types(each.stub).keys()
    facts = made.facts
    texts |= sources(stubs, facts)
    if not facts.small or facts.related:
        texts |= tables(every, others)
    if facts.small or not facts.related:
        texts.pop("partners.c", None)
    if at_start := start.render(every):
        texts["start"] = at_start
    if any(stub.data for stub in stubs):
        texts["data.c"] = data.definitions(stubs)
    for text in texts.values():
        made.add(text)
    for name in facts.headers():
        made.header(f"runtime/{name}")
    made.heads, made.sections = pruned(made, stubs)
    made.system = used_headers(made)
    if stubs[0].calls:
        made.add(assembly.statement(every, of_machines))


def used_headers(made: Unit) -> dict[str, str]:
    """Returns the #include lines of the headers that the sections use."""
    words = {*re.findall(r"\w+", "".join([*made.heads, *made.sections]))}
    return {name: line for name, line in made.system.items()
            if name not in USES or words & {*USES[name]}}


def pruned(made: Unit, stubs: list[Stub], shared: Set[str] = frozenset(),
           members: Set[str] = frozenset()) -> tuple[list[str], list[str]]:
    """Returns the headers and the sections with only what the copy uses, or what other files use:
    the functions `shared` and the `members` of structs. The headers end with declarations of
    functions that are called before their definition."""
    kept = functions() | {accessor(stub) for stub in stubs} | shared
    sections = parts.without_calls(made.heads, made.sections, made.facts.left_out())
    heads, left, _ = parts.used_sections(made.heads, sections, kept)
    texts = [*heads, *left]
    texts = parts.without_members(texts, parts.read_members(texts) | members | (
        OF_ASSEMBLY if stubs[0].calls else set()))
    heads, left, declared = parts.used_sections(texts[:len(heads)], texts[len(heads):], kept)
    return [*heads, "/* Defined below. */\n" + "\n".join(declared)], left


def macros(stubs: list[Stub]) -> str:
    """Renders the macros that leave out what no library needs, or say what is left out."""
    only = stubs[0].only_cuda
    cuda = f"#ifndef LAZYNCCL_CUDA_ONLY\n#define LAZYNCCL_CUDA_ONLY {only}\n#endif\n" if only \
        else without_major(stubs)
    if stubs[0].small:
        left = not_searched(stubs)
        text = f"; not in this copy: {', '.join(left)}" if left else ""
        records = "#ifndef LAZYNCCL_EXPORTED\n#define LAZYNCCL_WITHOUT_RECORDS\n#endif\n" \
            if stubs[0].calls else "#define LAZYNCCL_WITHOUT_RECORDS\n"
        return f'{cuda}{records}#define LAZYNCCL_NOT_SEARCHED "{text}"\n' \
               f'#define LAZYNCCL_REMEDY "{remedy(stubs[0].search)}"'
    return cuda + "#define LAZYNCCL_WITHOUT_WHEELS" * (not has_wheels(stubs))


def without_major(stubs: list[Stub]) -> str:
    """Renders an error for a copy that does not know the program's major version of CUDA, if a
    function differs between the majors of the library."""
    for stub in stubs:
        known = sorted({str(cuda_major(stub, soname)) for soname in stub.sonames} - {"0"})
        differing = [each.function for each in changed(stub.name) if stub.function(each.function)]
        if len(known) > 1 and differing and not stub.symbols.families:
            words = f"{', '.join(known[:-1])} or {known[-1]}"
            text = f"{differing[0]} of {stub.title} differs between CUDA's majors: define " \
                   f"LAZYNCCL_CUDA_MAJOR as {words}, as in your headers"
            return "#if !defined(LAZYNCCL_CUDA_MAJOR) && !defined(LAZYNCCL_CUDA_ONLY)\n" \
                   f'#error "{text}"\n#endif\n'
    return ""


def unsupported(machines: Sequence[str]) -> str:
    """Returns the text of the #error on other machines."""
    if machines:
        return f"this copy is for Linux, on {', '.join(machines)}: vendor another"
    return str(PLATFORM_CHECK.findall(source(PLATFORM))[0])


def unit(stubs: list[Stub], others: list[Stub], banner: str, machines: Sequence[str],
         of_windows: str = "") -> str:
    """Renders lazynccl.c for these libraries. The copy recognizes files of `others` as well."""
    made = Unit(stubs, machines)
    sections(made, stubs, others, machines)
    return c_file(made, stubs, banner, machines, of_windows)


def c_file(made: Unit, stubs: list[Stub], banner: str, machines: Sequence[str],
           of_windows: str = "") -> str:
    text = template("c/vendored.c.in").substitute(
        begin=f"#ifdef _WIN32\n{of_windows}\n#elif" if of_windows else "#if",
        defines=macros(stubs), banner=banner,
        machines=assembly.condition(source(assembly.JUMP), machines),
        unsupported=unsupported(machines),
        system="\n".join(line for _, line in sorted(made.system.items())),
        sections="\n\n".join([*made.heads, *made.sections]))
    return re.sub(r"\n{3,}", "\n\n", text)
