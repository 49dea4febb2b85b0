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
--search LIST         the search locations that the copy contains: api, env, loaded, partner, wheel,
                      conda, soname (what ld.so finds), toolkit; or full: these, with a report of
                      each file. Default: api,env,loaded,soname, and wheel for libraries in wheels
--cuda MAJOR          takes only libraries of this major version of CUDA
--complete            takes only libraries that have all functions of the copy
--optional LIST       those of these functions that a library may lack
--machine LIST        writes the assembly for these machines alone
--declare             also writes lazynccl_declare.h, which replaces the headers of the libraries
--def                 also writes the part for Windows, and NAME.def for its linker
--rust                also writes a crate around the files, which replaces bindings of the libraries
--no-calls            writes no trampolines: the program takes pointers by lazynccl_symbol()
--absent NUMBER       the value that absent functions of a library without a stub return; 0
                      stands only for a library that is not installed
--reason LIST         those of these functions that return the reason as a text
--null LIST           those that return NULL
--prefix WORD         names the files, the API and the variables by this prefix: WORD.c, WORD_load()
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
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from gen.c import data, declare, from_library, parts, rust, verify, windows
from gen.c.clashes import checked
from gen.c.conditions import resolved
from gen.c.interface import accessor, functions, header, release
from gen.c.only import restricted, unknown, used
from gen.c.options import (
    ABSENT,
    CHECK,
    COMPLETE,
    CUDA,
    DECLARE,
    DEF,
    MACHINE,
    NO_CALLS,
    NULL,
    ONLY,
    OPEN,
    OPTIONAL,
    PREFIX,
    PRIORITY,
    REASON,
    RUST,
    SEARCH,
    USAGE,
    VERSIONS_FROM,
    Options,
    read,
)
from gen.c.render import tables
from gen.c.versions_from import with_versions
from gen.describe.compiler import Compiler, library_path
from gen.describe.exports import Exports, read_own
from gen.library import assembly, library, start
from gen.library.description import remedy
from gen.own import ROOT, names, source
from gen.stub import absent
from gen.stub.check import OPENS, PRIORITIES, is_c_name
from gen.stub.input_names import left_out, name_of
from gen.stub.load import load
from gen.stub.majors import changed
from gen.stub.stub import FULL, SONAME, START, Stub
from gen.stub.symbols import cuda_major, has_unversioned, libraries
from gen.stub.toml import FOLDERS, packed
from gen.stub.types import types
from gen.template import COLUMNS, template
from gen.write import InputError, MisuseError, report, safe, say, write

LICENCE = "SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD"
# What a search may contain, in its order; "full" has all of these, and `system` for `soname`.
LOCATIONS = ("api", "env", "loaded", "partner", "wheel", "conda", SONAME, "toolkit")
ALWAYS = ("api", "env", "loaded", SONAME)
BETWEEN = LOCATIONS[LOCATIONS.index("loaded") + 1:LOCATIONS.index(SONAME)]
# The sources of the runtime in the order of reading: names, files, variables, symbols and records;
# the first call; opening; the search and its locations; the report; the API.
ORDER = ("library/description", "search/text", "search/path", "search/elf_check",
         "search/view", "loader/symbol", "loader/resolve",
         "loader/opening", "loader/outcome", "loader/keep", "loader/loader", "loader/answers",
         "loader/missing", "core/memory", "core/open", "loader/attempt", "loader/open",
         "core/search", "loader/process", "core/related",
         "loader/related", "search/search", "search/queue", "search/candidates", "search/trust",
         "search/ldso",
         *(f"search/location/{word}" for word in (*LOCATIONS, "system")), "core/soname",
         "loader/absent", "loader/report", "core/reason", "loader/api", "loader/start")
# Those of each small copy.
SMALL = ("core/memory", "core/open", "core/reason", "core/search", "library/description",
         "loader/answers", "loader/api", "loader/loader", "loader/missing", "loader/opening",
         "loader/outcome", "loader/resolve", "loader/symbol", "search/candidates", "search/path",
         "search/trust")
# The headers that have the structs of every copy. core/search.h replaces all others.
SHARED = ("library/compiler.h", "library/library.h", "library/description.h", "loader/outcome.h",
          "loader/opening.h", "loader/resolve.h", "loader/variant.h")
# The folders of the runtime of a full copy.
ROOMS = ("loader", "search", "search/location", "library")
# A definition of a function of the runtime, and what marks its scope.
DEFINITION = re.compile(r"^(?:LAZYNCCL_(?:PUBLIC|COLD|NOINLINE) )*"
                        r"(?=[a-z][\w ]+\W+(lazynccl_\w+)\((?:[^;{}])*\)\n\{)(?!static|_N)",
                        re.MULTILINE)
# The start of any function's definition.
FUNCTION = re.compile(r"^(?:LAZYNCCL_(?:COLD|NOINLINE) )*(?=[a-z_][^;={}#]*\)\n\{)", re.MULTILINE)
# The attribute of a declaration. All names of a copy are hidden anyway.
HIDDEN = re.compile(r"^LAZYNCCL_INTERNAL ", re.MULTILINE)
# What uses these headers, of which a copy may need none.
USES = {"<dirent.h>": ("opendir",), "<fcntl.h>": ("AT_SYMLINK_NOFOLLOW", "O_RDONLY"),
        "<libintl.h>": ("dgettext",), "<limits.h>": ("PATH_MAX",), "<sys/stat.h>": ("stat",),
        "<sys/statvfs.h>": ("statvfs",), "<sys/syscall.h>": ("syscall",)}
PLATFORM = "runtime/library/platform.h"
PLATFORM_ERROR = re.compile(r'^#error "(.+)"', re.MULTILINE)
# Search locations for libraries that are in wheels or in the CUDA toolkit.
OF_WHEELS = ("partner", "toolkit", "wheel")
# What the first comment of lazynccl.h leaves out, because lazynccl.c says it.
IN_HEADER = re.compile(r" \*\n \* Searches.*?(?= \*\n \* SPDX)", re.DOTALL)
# The table of search locations of a full copy.
SEARCHES = "runtime/search/search.c"
# Only for libraries that belong together.
RELATED = "runtime/loader/related.c"
# Only for libraries that are opened before main().
AT_START = "runtime/loader/start.c"
# The machines of NVIDIA's libraries, which the stubs in stubs/ are for, but those in stubs/others.
NVIDIAS = ("x86_64", "aarch64")


def sources(stubs: list[Stub], table: bool = False) -> dict[str, str]:
    """Returns path → content of the runtime's sources that these libraries need. Paths are
    relative to src/, as in #include lines."""
    at_start = any(stub.open == START for stub in stubs)
    if stubs[0].small:
        known = conditions(stubs, table)
        return {name: adapted(source(name), stubs, known) for name in small_paths(stubs, at_start)}
    known = conditions(stubs)
    found = {name: adapted(source(name), stubs, known) for name in paths()}
    if not at_start:
        del found[AT_START]
    if not has_related(stubs):
        del found[RELATED]
    for word in useless(stubs):
        del found[f"runtime/search/location/{word}.c"]
        row = f'{{"{word}", lazynccl_location_{word}, '
        found[SEARCHES] = found[SEARCHES].replace(row, f'{{"{word}", NULL, ')
    return found


def small_paths(stubs: list[Stub], at_start: bool) -> list[str]:
    locations = {f"search/location/{word}" if word != SONAME else "core/soname"
                 for word in stubs[0].search}
    related = {"core/related", "loader/related"} if has_related(stubs) else set()
    start = {"loader/start"} if at_start else set()
    return in_order({*SMALL, *locations, *related, *start})


def in_order(found: Set[str]) -> list[str]:
    rank = {name: number for number, name in enumerate(ORDER)}
    return [f"runtime/{name}.c"
            for name in sorted(found, key=lambda each: (rank.get(each, len(ORDER)), each))]


def conditions(stubs: list[Stub], table: bool = False) -> dict[str, bool]:
    """Returns the macros that decide which code a copy contains."""
    search, small = stubs[0].search, stubs[0].small
    known = {"SMALL": small, "TABLE": table, "VENDORED": True, "STANDIN": False,
             "SHARES_PAGES": assembly.share_pages(stubs), "WITHOUT_CALLS": not stubs[0].calls,
             "WITHOUT_HANDLER": table or not stubs[0].calls or not {"api", FULL} & {*search},
             "WITHOUT_COMPLETE": small and not any(stub.complete for stub in stubs),
             "WITHOUT_OPTIONAL": small and not any(stub.optional for stub in stubs),
             "WITHOUT_ANSWERS": not any(map(has_answers, stubs)),
             "WITHOUT_RELATED": not has_related(stubs),
             "WITHOUT_VERSIONS": not has_versions(stubs),
             "WITHOUT_UNVERSIONED": not any(map(has_unversioned, stubs)),
             "WITHOUT_ALIASES": small and not any(each.alias_bytes for stub in stubs
                                                  for each in libraries(stub))}
    if small:
        known |= small_conditions(stubs, table)
    else:
        known |= {"WITHOUT_API": False, "WITHOUT_ENV": False, "RECORDS": True}
    return {f"LAZYNCCL_{name}": value for name, value in known.items()}


def small_conditions(stubs: list[Stub], table: bool) -> dict[str, bool]:
    """Returns those of a copy without the full search."""
    search = {*stubs[0].search}
    return {"WITHOUT_API": "api" not in search, "WITHOUT_ENV": "env" not in search,
            "WITHOUT_REPORT": search <= {"api", "env", SONAME},
            "WITHOUT_FILES": search <= {"loaded", SONAME},
            "WITHOUT_SETTINGS": not {"api", "env"} & search,
            "WITHOUT_LOADED": "loaded" not in search and not stubs[0].linked,
            "WITHOUT_CHECK": not {*OF_WHEELS} & search,
            "WITHOUT_ARENA": search <= {"loaded", SONAME} and not has_related(stubs)
            and not any(stub.complete for stub in stubs),
            "WITHOUT_STUBS": not any(stub.wheels or stub.home_variables for stub in stubs),
            "LOADED_BY_SONAME": {"loaded", SONAME} <= search <= {*LOCATIONS} - {*BETWEEN},
            "WITHOUT_RELATIVE": not table and all(stub.open == START for stub in stubs),
            "WITHOUT_VERSION": not any(stub.version.function for stub in stubs),
            "WITHOUT_WHEELS": not {"wheel", "toolkit"} & search,
            "WITHOUT_TOOLKIT": "toolkit" not in search}


def adapted(text: str, stubs: list[Stub], known: dict[str, bool]) -> str:
    """Makes all functions static that are not in the header, and leaves out what the copy does not
    search."""
    rows = "|".join(word for word in LOCATIONS if word not in stubs[0].search)
    text = re.sub(rf'^    {{"(?:{rows})", lazynccl_location_.*\n', "", text, flags=re.MULTILINE) \
        if rows else text
    public = functions()
    text = DEFINITION.sub(lambda found: "" if found[1] in public else "static ",
                          resolved(text, known))
    return FUNCTION.sub("COLD ", text)


def has_versions(stubs: list[Stub]) -> bool:
    return any(stub.symbols.versions for stub in stubs)


def has_answers(stub: Stub) -> bool:
    """Returns whether a fallback value stands only for a library that is not installed."""
    return stub.calls and any(absent.is_answer(stub, each) for each in stub.functions)


def has_wheels(stubs: list[Stub]) -> bool:
    """Returns whether a library is in wheels or toolkits, or searched for next to a partner."""
    return any(stub.wheels or stub.home_variables or stub.packages or stub.partner
               for stub in stubs)


def useless(stubs: list[Stub]) -> set[str]:
    """Returns the search locations in which none of the libraries can be."""
    if not has_wheels(stubs):
        return {*OF_WHEELS}
    return set() if any(stub.partner for stub in stubs) else {"partner"}


def has_related(stubs: list[Stub]) -> bool:
    """Returns whether a library has suffix families, a partner, a companion, or a build for each
    CUDA major."""
    return any(stub.related for stub in stubs)


def paths() -> list[str]:
    return in_order({f"{room}/{name.removesuffix('.c')}" for room in ROOMS
                     for name in names(f"src/runtime/{room}") if name.endswith(".c")})


class Unit:
    """Builds one C file: the headers, each after those that it includes, then the sections."""

    def __init__(self, stubs: list[Stub], machines: Sequence[str] = (),
                 table: bool = False) -> None:
        self.machines = machines
        self.small = stubs[0].small
        self.conditions = conditions(stubs, table)
        self.heads: list[str] = []
        self.sections: list[str] = []
        self.system: dict[str, str] = {}
        self.seen = {"lazynccl.h"}

    def add(self, text: str) -> None:
        self.sections.append(self.prepared(text))

    def prepared(self, text: str) -> str:
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
        if self.small and name == PLATFORM:
            return
        if self.small and name.removeprefix("runtime/") not in SHARED:
            name = "runtime/core/search.h"
        if name not in self.seen:
            self.seen.add(name)
            text = resolved(source(name).replace("#pragma once\n", ""), self.conditions)
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
    texts |= sources(stubs)
    if not stubs[0].small or has_related(stubs):
        texts |= tables(every, others)
    if stubs[0].small or not has_related(stubs):
        texts.pop("partners.c", None)
    if at_start := start.render(every):
        texts["start"] = at_start
    if any(stub.data for stub in stubs):
        texts["data.c"] = data.definitions(stubs)
    for text in texts.values():
        made.add(text)
    made.heads, made.sections = pruned(made, stubs)
    made.system = used_headers(made)
    if stubs[0].calls:
        made.add(assembly.statement(every, of_machines))


def used_headers(made: Unit) -> dict[str, str]:
    """Returns the #include lines of the headers that the sections use."""
    words = {*re.findall(r"\w+", "".join([*made.heads, *made.sections]))}
    return {name: line for name, line in made.system.items()
            if name not in USES or words & {*USES[name]}}


def pruned(made: Unit, stubs: list[Stub],
           shared: Set[str] = frozenset()) -> tuple[list[str], list[str]]:
    """Returns the headers and the sections without what the copy does not use. The headers end with
    declarations of functions that are named before their definition."""
    kept = functions() | {accessor(stub) for stub in stubs} | shared
    heads, left, declared = parts.used_sections(made.heads, made.sections, kept)
    return [*heads, "/* Defined below. */\n" + "\n".join(declared)], left


def macros(stubs: list[Stub]) -> str:
    """Renders the macros that leave out what no library needs, or say what is left out."""
    only = stubs[0].only_cuda
    cuda = f"#ifndef LAZYNCCL_CUDA_ONLY\n#define LAZYNCCL_CUDA_ONLY {only}\n#endif\n" if only \
        else without_major(stubs)
    if stubs[0].small:
        left = not_searched(stubs)
        text = f"; not in this copy: {', '.join(left)}" if left else ""
        return f'{cuda}#define LAZYNCCL_NOT_SEARCHED "{text}"\n' \
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


def not_searched(stubs: list[Stub]) -> list[str]:
    """Returns the search locations that a full copy has and this one lacks. A copy that only asks
    ld.so finds what a link would."""
    search = stubs[0].search
    if FULL in search or set(search) <= {"api", SONAME}:
        return []
    return [word for word in LOCATIONS if word not in {*search, *useless(stubs)}]


def unsupported(machines: Sequence[str]) -> str:
    """Returns the text of the error on any other platform."""
    if machines:
        return f"this copy is for Linux, on {', '.join(machines)}: vendor another"
    return str(PLATFORM_ERROR.findall(source(PLATFORM))[0])


def unit(stubs: list[Stub], others: list[Stub], banner: str, machines: Sequence[str],
         of_windows: str = "") -> str:
    """Renders lazynccl.c for these libraries. It recognizes the files of `others` as well."""
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


@dataclass(frozen=True)
class Inputs:
    names: list[str]             # of stubs in stubs/; or paths, also of libraries
    exports: dict[str, Exports]  # of the libraries
    absent: dict[str, str]       # function → what absent calls return; "" for all other functions

    @property
    def paths(self) -> list[str]:
        return [name if name in self.exports else path_of(name) for name in self.names]

    def stubs(self) -> list[Stub]:
        given = {name: load(path) for name, path in zip(self.names, self.paths)
                 if name not in self.exports}
        prefix = next((stub.prefix for stub in given.values()), None) or "lazy" + next(
            name_of(found.soname) for found in self.exports.values())
        given |= {name: from_library.stub(name, found, prefix, self.absent)
                  for name, found in self.exports.items()}
        return [given[name] for name in self.names]


def machines() -> list[str]:
    return assembly.machines(source(assembly.JUMP))


def inputs(asked: Sequence[str], options: Options) -> Inputs:
    """Finds the stubs and reads the libraries. Names of stubs may have capitals: NCCL."""
    compiler = Compiler()
    names = [library_path(name, compiler.command) if from_library.is_library(name)
             else name if name.endswith(".toml") else name.lower() for name in asked]
    exports = {name: read_own(Path(name), compiler) for name in names
               if from_library.is_library(name)}
    return Inputs(names, exports, absent_values(exports, options))


def absent_values(exports: Mapping[str, Exports], options: Options) -> dict[str, str]:
    """Returns function → what absent calls return, for libraries without a stub; under "" the value
    of all other functions."""
    number, reasons, nulls = options.last(ABSENT), options.of(REASON), options.of(NULL)
    given = next((option for option in (ABSENT, REASON, NULL) if options.of(option)), "")
    if given and not exports:
        raise MisuseError(f"{given}: is for a library without a stub, not for a stub, which has "
                          "[absent]")
    if not re.fullmatch(r"(-?\d+)?", number):
        raise MisuseError(f"{ABSENT}: {number} is not an integer")
    known = {name: path for path, found in exports.items() for name in found.functions}
    titles = ", ".join(found.soname for found in exports.values())
    wrong = [*unknown(REASON, reasons, known, titles), *unknown(NULL, nulls, known, titles)]
    wrong += [f"{NULL}: {name} is also in {REASON}" for name in nulls if name in reasons]
    if wrong:
        raise InputError(*wrong)
    return ({"": number} if number else {}) | dict.fromkeys(reasons, absent.REASON) | (
        dict.fromkeys(nulls, "NULL"))


def of_cuda(stub: Stub, word: str) -> Stub:
    """Returns the stub with the SONAMEs of one CUDA major, and those that are of no major."""
    kept = [name for name in stub.sonames if cuda_major(stub, name) in (0, int(word))]
    if not kept:
        raise InputError(f"{CUDA}: {stub.title} has no release for CUDA {word}")
    families = {family: highest for family, highest in stub.symbols.families.items()
                if family == word}
    redeclared = {family: functions for family, functions in stub.symbols.redeclared.items()
                  if family == word}
    return replace(stub, sonames=kept, only_cuda=int(word), symbols=replace(
        stub.symbols, families=families, redeclared=redeclared))


def with_optional(stubs: Sequence[Stub], names: Sequence[str]) -> list[Stub]:
    """Adds the names to the functions that a library may lack."""
    known = {function.name for stub in stubs for function in stub.functions}
    if wrong := [*unknown(OPTIONAL, names, known, ", ".join(stub.title for stub in stubs))]:
        raise InputError(*wrong)
    return [replace(stub, optional=[*stub.optional, *(
        name for name in names if stub.function(name))]) for stub in stubs]


def restrict_to_options(given: Inputs, options: Options) -> list[Stub]:
    """Returns the stubs with the priority, versions and functions that the options ask for."""
    stubs = given.stubs()
    check(options)
    for word in options.of(CUDA):
        stubs = [of_cuda(stub, word) for stub in stubs]
    stubs = with_optional(stubs, options.of(OPTIONAL))
    search = tuple(options.of(SEARCH)) or default_search(stubs)
    stubs = [replace(stub, search=search, calls=not options.of(NO_CALLS),
                     priority=options.last(PRIORITY) or stub.priority,
                     open=options.last(OPEN) or stub.open,
                     prefix=options.last(PREFIX) or stub.prefix,
                     complete=stub.complete or COMPLETE in options.given) for stub in stubs]
    stubs = with_versions(checked(stubs), options.of(VERSIONS_FROM))
    if options.of(ONLY):
        direct = {name: why for path, found in given.exports.items()
                  for name, why in direct_of(path, found).items()}
        stubs = restricted(stubs, used(options.of(ONLY)), direct)
    return stubs


def check(options: Options) -> None:
    """Raises MisuseError if an option has a value that it does not take, or excludes another."""
    options.check({CUDA: ["11", "12", "13"], MACHINE: machines(), OPEN: OPENS,
                   PRIORITY: PRIORITIES, SEARCH: (*LOCATIONS, FULL)})
    if FULL in options.of(SEARCH) and len(options.of(SEARCH)) > 1:
        raise MisuseError(f"{SEARCH}: {FULL} cannot be combined with others")
    for word in options.of(PREFIX):
        if not is_c_name(word):
            raise MisuseError(f"{PREFIX}: {word} must be lower-case letters and digits")
    for option in (DECLARE, RUST):
        if options.of(NO_CALLS) and options.of(option):
            raise MisuseError(f"{option}: a copy made with {NO_CALLS} has no functions to declare")


def default_machines(given: Inputs) -> Sequence[str]:
    """Returns the machines for which NVIDIA has libraries if all of these are NVIDIA's, else none:
    all machines."""
    own = {os.path.realpath(path) for path in in_tree(FOLDERS[:1]).values()}
    return NVIDIAS if {*map(os.path.realpath, given.paths)} <= own else ()


def default_search(stubs: Sequence[Stub]) -> tuple[str, ...]:
    """Returns what a copy searches: what the program and the user set, what is loaded, NVIDIA's
    wheels if they have the library, and what ld.so finds."""
    added = {"wheel"} if any(stub.wheels for stub in stubs) else set()
    if {stub.name for stub in stubs} & {stub.partner for stub in stubs}:
        added.add("partner")
    return tuple(word for word in LOCATIONS if word in ALWAYS or word in added)


def searches_of(stubs: Sequence[Stub]) -> str:
    """Says what a copy searches, and what only others do."""
    left = not_searched([*stubs])
    return f"Searches {', '.join(stubs[0].search)}" + (
        f"; not {', '.join(left)}: these need vendor --search full." if left else ".")


def banner_of(given: Inputs, stubs: Sequence[Stub], options: Options) -> str:
    """Renders the first comment, from which --check takes the command."""
    text = template("c/banner.c.in").substitute(
        version=release(), titles=", ".join(stub.title for stub in stubs),
        machines=", ".join(options.of(MACHINE) or default_machines(given) or machines()),
        searches=searches_of(stubs),
        command=safe(" ".join([*map(os.path.basename, given.names), *options.words()])),
        digests=", ".join(f"{safe(os.path.basename(path))} SHA-256 {digest(path)}"
                          for path in given.paths))
    return text if has_related(list(stubs)) else re.sub(r"\n \* -D.*", "", text)


def files(options: Options, *asked: str) -> dict[str, str]:
    """Returns name → content of the vendored files."""
    given = inputs(asked, options)
    stubs = restrict_to_options(given, options)
    banner, prefix = banner_of(given, stubs, options), prefix_of(stubs)
    partners = {stub.partner for stub in stubs}
    others = [load(path) for name, path in in_tree().items() if name in partners]
    account(given, stubs, bool(options.of(ONLY)))
    warn_of_prefix(stubs)
    report(*filter(None, map(absent.assumed, stubs)))
    made = {"lazynccl.c": unit(stubs, others, banner,
                               options.of(MACHINE) or default_machines(given),
                               windows.render(stubs) if options.of(DEF) else ""),
            "lazynccl.h": f"{IN_HEADER.sub('', banner)}\n" + header(stubs).replace(
                f"\n *\n * {LICENCE} */", " */", 1)}
    if any(stub.data for stub in stubs):
        made["lazynccl_data.h"] = data.header(stubs, banner)
    if options.of(DEF):
        made |= windows.definitions(stubs)
    if options.of(DECLARE):
        made["lazynccl_declare.h"] = declare.header(stubs, banner)
    if options.of(RUST):
        made |= rust.crate(stubs, banner)
    made = {file: prefixed(text, prefix) for file, text in made.items()}
    if options.of(PREFIX):
        return {named(file, prefix): named(text, prefix) for file, text in made.items()}
    return {file: text.replace(f"{prefix}_data.h", "lazynccl_data.h")
            for file, text in made.items()}


def named(text: str, prefix: str) -> str:
    """Replaces the names of the files, of which several copies can then be in one folder."""
    return re.sub(r"\blazynccl(?=(_data|_declare)?\.[ch]\b)", prefix, text)


def direct_of(path: str, found: Exports) -> dict[str, str]:
    """Returns the names that a file alone cannot make lazy: what they are, and what to do."""
    stub = f"{name_of(found.soname)}.toml"
    link = "which cannot be lazy: link the library"
    described = (f"a variable of {found.soname}, which is lazy only with the headers: lazynccl "
                 f"describe HEADER... {path} -o {stub}, then vendor {stub}")
    refused = f"a name of {found.soname} that cannot go into assembly, {link}"
    return {name: described if is_described(name, kind) else
            f"a {'thread-local ' if kind == 'tls' else ''}variable of {found.soname}, {link}"
            for name, kind in found.data.items()} | dict.fromkeys(found.refused, refused)


def is_described(name: str, kind: str) -> bool:
    """Returns whether `describe` can make a variable lazy: no thread-local one, and none of C++."""
    return kind == "object" and not name.startswith("_Z")


def digest(path: str) -> str:
    stub = packed(path)
    if stub:
        return str(stub["sha256"])
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def account(given: Inputs, stubs: Sequence[Stub], pruned: bool) -> None:
    """Prints how many functions each library without a stub has, and what was left out."""
    functions = {stub.path: len(stub.functions) for stub in stubs}
    number = given.absent.get("", "")
    what = f"returns {number}" if number else "stops the program"
    others = len(given.absent) - bool(number)
    what += f", but of {others} that {REASON} and {NULL} name" if others else ""
    for name, found in given.exports.items():
        calls = f"; a call of an absent one {what}" if stubs[0].calls else ""
        say(f"{name}: {functions[name]} functions{calls}")
        if found.refused and not pruned:
            report(left_out(name, found.refused))
        objects = {data for data, kind in found.data.items() if is_described(data, kind)}
        for why, left in () if pruned else (
                ("variables: for programs that use them, describe the library from its headers "
                 "(lazynccl describe)", objects),
                ("thread-local variables, or of C++: programs that use them must link the library",
                 found.data.keys() - objects),
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


def in_tree(folders: Sequence[str] = FOLDERS) -> dict[str, str]:
    """Returns name → path of the stubs in these folders of the tree."""
    split = ((folder, *name.partition(".")) for folder in folders for name in names(folder))
    return {name: os.path.join(ROOT, folder, f"{name}.toml")
            for folder, name, _, kind in split if kind in ("toml", "json") and "_" not in name}


def path_of(asked: str) -> str:
    """Returns the file of a stub that is given by name or path."""
    known = in_tree()
    if not asked.endswith(".toml") and asked not in known:
        near = difflib.get_close_matches(asked.lower(), known, 1)
        meant = f"did you mean {near[0]}?" if near else "try: lazynccl vendor --help"
        raise MisuseError(f"no such library: {asked}; {meant}")
    return known.get(asked, asked)


def again(arguments: list[str]) -> dict[str, str]:
    """Returns the files that a vendored copy's command writes, and suppresses its output."""
    options, words = read(arguments)
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        return files(options, *words)


def main(arguments: list[str]) -> int:
    options, words = read(arguments)
    if options.of(CHECK):
        return verify.main(options.last(CHECK), words, again)
    return write(USAGE, words, partial(files, options))
