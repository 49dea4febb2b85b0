"""Writes lazynccl as two files for the tree of a project: python3 gen vendor STUB... -o FOLDER

lazynccl.c contains the runtime and the trampolines of these libraries. lazynccl.h is its header.
If the stubs have variables, lazynccl_data.h gives access to them. STUB is a name in stubs/, the
path of a .toml, or a library, whose functions are then known only by name: its path, or a name as
in cc -l:libz.so.1.

--versions-from FILE  gives functions the symbol versions that FILE exports, as the linker would;
                      may be repeated for each library
--only LIST           writes only these functions, or those that these objects and archives need
--open WORD           opens the libraries at the first `call`, or at the `start` of the program
--priority WORD       sets the priority in the .note.dlopen
--machine LIST        writes the assembly for these machines alone
--declare             also writes lazynccl_declare.h, which replaces the headers of the libraries
--check FOLDER        compares the files in FOLDER with the files that it would write

The program nm reads objects.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import contextlib
import difflib
import hashlib
import io
import os
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from gen.c import data, declare, from_library, verify
from gen.c.clashes import checked
from gen.c.interface import header, release, small_functions
from gen.c.only import restricted, used
from gen.c.render import tables
from gen.c.versions_from import with_versions
from gen.describe.compiler import Compiler, library_path
from gen.describe.exports import Exports, read_own
from gen.library import assembly, library, start
from gen.own import names, source
from gen.stub.check import OPENS, PRIORITIES
from gen.stub.input_names import left_out
from gen.stub.load import load
from gen.stub.stub import START, Stub
from gen.stub.symbols import libraries
from gen.stub.toml import STUBS, packed
from gen.stub.types import types
from gen.template import COLUMNS, template
from gen.write import InputError, report, safe, say, write

LICENCE = "SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD"
# The folders of the runtime, in the order in which they follow the trampolines.
ROOMS = ("runtime/loader", "runtime/search", "runtime/search/location", "runtime/library")
# The files of the small variant, in an order in which each function is defined before its use.
SMALL = [f"runtime/{name}.c" for name in (
    "loader/opening", "loader/symbol", "loader/resolve", "soname/open", "loader/loader",
    "soname/api")]
# Functions in these files that only the full search uses.
UNUSED = re.compile(r"^void lazynccl_(resolve_all|add_version_function)\(.*?^}\n",
                    re.MULTILINE | re.DOTALL)
# A function that only fallbacks use which return the reason.
REASON = re.compile(r"^[^\n]+lazynccl_absent_reason\(.*?^}\n", re.MULTILINE | re.DOTALL)
# What is for reports, variables and other builds, which a small copy does not have.
FULL = re.compile(r"(?:^ +if \(.+\)\n)?^ +lazynccl_(?:absent_note|keep_until_closed"
                  r"|print_warning)\(.*\);\n|^ +lazynccl_times_kept = 0;.*\n"
                  r"|^ +if \(.*lazynccl_leads_to_build.*\)\n.*\n"
                  r"| && library->trampolines| \|\| \(outcome && outcome->strict\)", re.MULTILINE)
# Code for builds that export names, which a small copy never does.
EXPORTED = re.compile(r"^#ifdef LAZYNCCL_EXPORTED\n.*?^#endif\n", re.MULTILINE | re.DOTALL)
# A definition of a function that is declared in a header of the full variants.
DEFINITION = re.compile(r"^(?:LAZYNCCL_(?:RUNTIME|PUBLIC) )?"
                        r"(?=[a-z][\w ]+\W+(lazynccl_\w+)\()(?!static|_N)", re.MULTILINE)
# The start of any function's definition.
FUNCTION = re.compile(r"^(?=[a-z_][^;={}#]*\)\n\{)", re.MULTILINE)
# A declaration, in a header of the runtime, of a function that the copy defines.
DECLARATION = re.compile(r"^(?!LAZYNCCL_RUNTIME|typedef|static|extern|#)"
                         r"(?=\w[\w *]*?\blazynccl_\w+\()", re.MULTILINE)
# Search locations for libraries that are in wheels or in the CUDA toolkit.
LOCATIONS = tuple(f"runtime/search/location/{name}.c" for name in ("partner", "toolkit", "wheel"))
ABSENT_LOCATION = re.compile(r"^int lazynccl_location_(partner|toolkit|wheel)\(.*\n", re.MULTILINE)
# Only for libraries that belong together.
RELATED = "runtime/loader/related.c"
# Only for libraries that are opened before main().
AT_START = "runtime/loader/start.c"
VERSIONS_FROM = "--versions-from"
ONLY = "--only"
OPEN = "--open"
PRIORITY = "--priority"
MACHINE = "--machine"
DECLARE = "--declare"
CHECK = "--check"
USAGE = f"vendor STUB|LIBRARY.so... [{DECLARE}] [{MACHINE} LIST] [{ONLY} LIST] " \
        f"[{OPEN} WORD] [{PRIORITY} WORD] [{VERSIONS_FROM} FILE]"


def sources(stubs: list[Stub]) -> dict[str, str]:
    """Returns path → content of the runtime's sources that these libraries need. Paths are
    relative to src/, as in #include lines."""
    at_start = any(stub.open == START for stub in stubs)
    if stubs[0].small:
        return {name: hidden(source(name)) for name in [*SMALL, *[AT_START] * at_start]}
    found = {name: source(name) for name in paths()}
    if not at_start:
        del found[AT_START]
    if not has_related(stubs):
        del found[RELATED]
    if not has_wheels(stubs):
        unused = re.compile(r'(?<=", )lazynccl_location_(partner|toolkit|wheel)\b(?=, 0})')
        found = {name: unused.sub("NULL", text) for name, text in found.items()
                 if name not in LOCATIONS}
    return found


def hidden(text: str) -> str:
    """Makes all functions static that are not in the small variant's header. Each is defined before
    its use, so that none needs a declaration."""
    public = small_functions()
    text = FULL.sub("", EXPORTED.sub("", UNUSED.sub("", text)))
    text = text.replace("outcome && outcome->strict", "0")
    text = re.sub(r"#ifndef LAZYNCCL_WITHOUT_VERSIONS\n(.*?)#endif\n", r"\1", text, flags=re.DOTALL)
    text = DEFINITION.sub(lambda found: "" if found[1] in public else "static ", text)
    return FUNCTION.sub(r"COLD \g<0>", text)


def has_versions(stubs: list[Stub]) -> bool:
    return any(stub.symbols.versions for stub in stubs)


def has_wheels(stubs: list[Stub]) -> bool:
    """Returns whether a library is in wheels or toolkits, or searched for next to a partner."""
    return any(stub.wheels or stub.home_variables or stub.packages or stub.partner
               for stub in stubs)


def has_related(stubs: list[Stub]) -> bool:
    """Returns whether a library has suffix families, a partner, a companion, or a build for each
    CUDA major."""
    return any(stub.symbols.suffixed or stub.partner or stub.companion or stub.cuda_named
               for stub in stubs)


def paths() -> list[str]:
    return [f"{room}/{name}" for room in ROOMS
            for name in names(f"src/{room}") if name.endswith(".c")]


class Unit:
    """Builds one C file in which each header precedes the first section that includes it."""

    def __init__(self, rules: bool, few_locations: bool = False) -> None:
        self.rules = rules  # whether a comment with its name precedes each section
        self.few_locations = few_locations  # whether LOCATIONS are left out
        self.sections: list[str] = []
        self.system: dict[str, str] = {}
        self.seen = {"lazynccl.h"}

    def add(self, name: str, text: str) -> None:
        body = []
        for line in text.split("\n"):
            if own := re.fullmatch(r'#include "(.+)"', line):
                self.header(own[1])
            elif system := re.match(r"#include (<.+?>)", line):
                self.system.setdefault(system[1], line)
            elif line != "#define _GNU_SOURCE":
                body.append(line)
        text = "\n".join(body).strip()
        text = text.replace(f"\n * {LICENCE} */", " */").replace(f"\n * {LICENCE}\n", "\n")
        rule = f"/* {'-' * (92 - len(name))} {name} */\n\n" if self.rules else ""
        self.sections.append(rule + re.sub(r"\n{3,}", "\n\n", text))

    def small(self) -> None:
        """Adds soname.h, which replaces the headers of the full search."""
        self.seen |= {f"{room}/{name}" for room in ROOMS
                      for name in names(f"src/{room}")}
        self.header("runtime/soname/soname.h")

    def header(self, name: str) -> None:
        if name not in self.seen:
            self.seen.add(name)
            text = source(name).replace("#pragma once\n", "")
            text = ABSENT_LOCATION.sub("", text) if self.few_locations else text
            # static, so that the compiler can leave out what this copy does not use
            self.add(name, DECLARATION.sub("LAZYNCCL_RUNTIME ", text) if self.rules else text)


def sections(made: Unit, stubs: list[Stub], others: list[Stub], machines: Sequence[str]) -> None:
    """Adds the libraries, the runtime and the trampolines."""
    def of_machines(name: str) -> str:
        text = source(name)
        return assembly.restricted(text, machines) if name == assembly.JUMP and machines else text

    every = [each for stub in stubs for each in libraries(stub)]
    known, parts = set[str](), dict[str, str]()
    for each in every:
        parts[f"{each.object}.c"] = library.render(each, frozenset(known))
        known |= types(each.stub).keys()
    parts["jump"] = assembly.statement(every, of_machines)
    if stubs[0].small:
        made.small()
        used = any("lazynccl_absent_reason(" in text for text in parts.values())
        parts = {name: text if used else REASON.sub("", text)
                 for name, text in sources(stubs).items()} | parts
    else:
        parts |= sources(stubs) | tables(every, others)
        if not has_related(stubs):
            del parts["partners.c"]
    if at_start := start.render(every):
        parts["start"] = at_start
    for name, text in parts.items():
        made.add(name, text)
    if any(stub.data for stub in stubs):
        made.add("data.c", data.definitions(stubs))


def macros(stubs: list[Stub]) -> str:
    """Renders the macros that leave out what no library needs."""
    defines = {"VENDORED": True, "WITHOUT_VERSIONS": not has_versions(stubs),
               "WITHOUT_RELATED": not has_related(stubs),
               "WITHOUT_WHEELS": not has_wheels(stubs)}
    return "\n".join(f"#define LAZYNCCL_{name}" for name, needed in defines.items()
                     if needed and not stubs[0].small)


def unit(stubs: list[Stub], others: list[Stub], banner: str, machines: Sequence[str]) -> str:
    """Renders lazynccl.c for these libraries. It recognizes the files of `others` as well."""
    made = Unit(rules=not stubs[0].small, few_locations=not has_wheels(stubs))
    if not stubs[0].small:
        made.header("runtime/library/platform.h")
    platform = [*made.system.values(), *made.sections]
    first, made.sections = set(made.system), []
    sections(made, stubs, others, machines)
    text = template("c/vendored.c.in").substitute(
        defines=macros(stubs), banner=banner, platform="\n\n".join(platform),
        system="\n".join(line for name, line in sorted(made.system.items()) if name not in first),
        sections="\n\n".join(made.sections))
    return re.sub(r"\n{3,}", "\n\n", text)


@dataclass(frozen=True)
class Options:
    """The words of the options, in the order in which the banner has them."""
    declared: bool = False
    machines: Sequence[str] = ()
    only: Sequence[str] = ()
    open: Sequence[str] = ()
    priority: Sequence[str] = ()
    versions_from: Sequence[str] = ()

    def words(self) -> list[str]:
        """Returns the options for the banner, without the folders of files."""
        return [*([DECLARE] if self.declared else []),
                *(f"{MACHINE} {word}" for word in self.machines),
                *(f"{ONLY} {os.path.basename(word)}" for word in self.only),
                *(f"{OPEN} {word}" for word in self.open),
                *(f"{PRIORITY} {word}" for word in self.priority),
                *(f"{VERSIONS_FROM} {os.path.basename(file)}" for file in self.versions_from)]

    def check(self) -> None:
        for option, words, known in ((MACHINE, self.machines, machines()),
                                     (OPEN, self.open, OPENS),
                                     (PRIORITY, self.priority, PRIORITIES)):
            for word in words:
                if word not in known:
                    raise InputError(f"{option}: {word} is not one of {', '.join(known)}")


@dataclass(frozen=True)
class Inputs:
    names: list[str]             # of stubs in stubs/; or paths, also of libraries
    exports: dict[str, Exports]  # of the libraries

    @property
    def paths(self) -> list[str]:
        return [name if name in self.exports else path_of(name) for name in self.names]

    def stubs(self) -> list[Stub]:
        given = {name: load(path) for name, path in zip(self.names, self.paths)
                 if name not in self.exports}
        prefix = next((stub.prefix for stub in given.values()), None) or "lazy" + next(
            from_library.name_of(found.soname) for found in self.exports.values())
        given |= {name: from_library.stub(name, found, prefix)
                  for name, found in self.exports.items()}
        return [given[name] for name in self.names]


def machines() -> list[str]:
    return assembly.machines(source(assembly.JUMP))


def inputs(asked: Sequence[str]) -> Inputs:
    """Finds the stubs and reads the libraries. Names of stubs may have capitals: NCCL."""
    compiler = Compiler()
    names = [library_path(name, compiler.command) if from_library.is_library(name)
             else name if name.endswith(".toml") else name.lower() for name in asked]
    return Inputs(names, {name: read_own(Path(name), compiler) for name in names
                          if from_library.is_library(name)})


def restrict_to_options(given: Inputs, options: Options) -> list[Stub]:
    """Returns the stubs with the priority, versions and functions that the options ask for."""
    stubs = given.stubs()
    options.check()
    for word in options.priority:
        stubs = [replace(stub, priority=word) for stub in stubs]
    for word in options.open:
        stubs = [replace(stub, open=word) for stub in stubs]
    stubs = with_versions(checked(stubs), options.versions_from)
    if options.only:
        direct = {name: why for found in given.exports.values()
                  for name, why in direct_of(found).items()}
        stubs = restricted(stubs, used(options.only), direct)
    return stubs


def banner_of(given: Inputs, stubs: Sequence[Stub], options: Options) -> str:
    """Renders the first comment, from which --check takes the command."""
    text = template("c/banner.c.in").substitute(
        version=release(), titles=", ".join(stub.title for stub in stubs),
        machines=", ".join(options.machines or machines()),
        command=safe(" ".join([*map(os.path.basename, given.names), *options.words()])),
        digests=", ".join(f"{safe(os.path.basename(path))} SHA-256 {digest(path)}"
                          for path in given.paths))
    return re.sub(r"\n \* -D.*", "", text) if stubs[0].small else text


def files(*asked: str, options: Options = Options()) -> dict[str, str]:
    """Returns name → content of the vendored files."""
    given = inputs(asked)
    stubs = restrict_to_options(given, options)
    banner, prefix = banner_of(given, stubs, options), prefix_of(stubs)
    partners = {stub.partner for stub in stubs}
    others = [load(path) for name, path in in_tree().items() if name in partners]
    account(given.exports, stubs, bool(options.only))
    warn_of_prefix(stubs)
    made = {"lazynccl.c": unit(stubs, others, banner, options.machines),
            "lazynccl.h": f"{banner}\n{header(stubs)}"}
    if any(stub.data for stub in stubs):
        made["lazynccl_data.h"] = data.header(stubs, banner)
    if options.declared:
        made["lazynccl_declare.h"] = declare.header(stubs, banner)
    return {file: prefixed(text, prefix).replace(f"{prefix}_data.h", "lazynccl_data.h")
            for file, text in made.items()}


def direct_of(found: Exports) -> dict[str, str]:
    """Returns the names that programs can only use by linking the library, and what they are."""
    refused = f"a name of {found.soname} that cannot go into assembly"
    return dict.fromkeys(found.data, f"a variable of {found.soname}") | dict.fromkeys(
        found.refused, refused)


def digest(path: str) -> str:
    stub = packed(path)
    if stub:
        return str(stub["sha256"])
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def account(exports: Mapping[str, Exports], stubs: Sequence[Stub], pruned: bool) -> None:
    """Prints how many functions each library without a stub has, and what was left out."""
    functions = {stub.path: len(stub.functions) for stub in stubs}
    for name, found in exports.items():
        say(f"{name}: {functions[name]} functions; a call of an absent one stops the program")
        if found.refused and not pruned:
            report(left_out(name, found.refused))
        for why, left in () if pruned else (
                ("variables: programs that use them must link the library", found.data),
                ("functions with vector arguments: programs that call them must link the library",
                 found.variant),
                ("functions that the C library also has", found.shared)):
            if left:
                names = textwrap.wrap(" ".join(sorted(left)), 96, break_on_hyphens=False)
                say(f"left out ({len(left)}): {why}", *(f"    {line}" for line in names))


def warn_of_prefix(stubs: Sequence[Stub]) -> None:
    """A program may hold several copies, of which only lazynccl's own stubs share a prefix."""
    for stub in stubs:
        if stub.prefix == Stub.prefix and stub.name not in in_tree():
            say(f"{stub.path}: warning: has no prefix, so no other copy without one fits in the "
                f'same program: add prefix = "lazy{stub.name}"')
            break


def prefix_of(stubs: list[Stub]) -> str:
    first = stubs[0]
    for stub in stubs:
        if stub.search != first.search:
            raise stub.error(f"search is {stub.search!r} here and {first.search!r} in "
                             f"{first.path}: vendor the two separately", "search")
        if stub.prefix != first.prefix:
            raise stub.error(f"prefix is {stub.prefix!r} here and {first.prefix!r} in "
                             f"{first.path}: vendor the two separately", "prefix")
    return first.prefix


def prefixed(text: str, prefix: str) -> str:
    """Replaces the prefix of all names, variables and messages, so that two copies can be linked
    together."""
    words = {"lazynccl_": f"{prefix}_", "LAZYNCCL_": f"{prefix.upper()}_",
             '"lazynccl: ': f'"{prefix}: '}
    lines = []
    for line in text.split("\n"):
        continued = len(line) == COLUMNS and line.endswith(" \\")
        for word, own in words.items():
            line = line.replace(word, own)
        lines.append(f"{line[:-1].rstrip():{COLUMNS - 1}}\\" if continued else line)
    return "\n".join(lines)


def in_tree() -> dict[str, str]:
    """Returns name → path of the stubs in stubs/."""
    split = (name.partition(".") for name in names("stubs"))
    return {name: os.path.join(STUBS, f"{name}.toml")
            for name, _, kind in split if kind in ("toml", "json") and "_" not in name}


def path_of(asked: str) -> str:
    """Returns the file of a stub that is given by name or path."""
    known = in_tree()
    if not asked.endswith(".toml") and asked not in known:
        near = difflib.get_close_matches(asked.lower(), known, 1)
        meant = f", did you mean {near[0]}?" if near else ""
        raise OSError(0, f"no such stub{meant}: give {', '.join(known)}, or the path of a .toml "
                         "or of a library", asked)
    return known.get(asked, asked)


def listed(values: Sequence[str]) -> list[str]:
    """Returns the elements of comma-separated lists."""
    return [word for value in values for word in value.split(",") if word]


def take_option(arguments: list[str], option: str) -> tuple[list[str], list[str]]:
    """Returns the values of an option, and the other words. An option without a value remains among
    these and causes a usage error later."""
    values: list[str] = []
    others: list[str] = []
    words = iter(arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if name == option and not equals:
            value = next(words, "")
        if name == option and value:
            values.append(value)
        else:
            others.append(word)
    return values, others


def read_command(arguments: list[str]) -> tuple[list[str], Callable[..., dict[str, str]]]:
    """Returns the inputs, and the function that makes the files from them with the options."""
    versions_from, others = take_option(arguments, VERSIONS_FROM)
    only, others = take_option(others, ONLY)
    open_, others = take_option(others, OPEN)
    priority, others = take_option(others, PRIORITY)
    machines, others = take_option(others, MACHINE)
    words = [word for word in others if word != DECLARE]
    return words, partial(files, options=Options(DECLARE in others, listed(machines), listed(only),
                                                 open_, priority, versions_from))


def again(arguments: list[str]) -> dict[str, str]:
    """Returns the files that a vendored copy's command writes, and suppresses its output."""
    words, made = read_command(arguments)
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        return made(*words)


def main(arguments: list[str]) -> int:
    folders, others = take_option(arguments, CHECK)
    if folders:
        return verify.main(folders[-1], others, again)
    words, made = read_command(others)
    return write(USAGE, words, made)
