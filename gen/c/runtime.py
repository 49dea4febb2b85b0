"""Selects the sources of the runtime that a copy needs, and what of them.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Mapping, Sequence, Set

from gen.c.conditions import resolved
from gen.c.interface import functions
from gen.c.locations import BETWEEN, LOCATIONS, OF_WHEELS, useless
from gen.library import assembly
from gen.own import names, source
from gen.stub import absent
from gen.stub.stub import FULL, SONAME, START, Stub
from gen.stub.symbols import has_unversioned, libraries

# The sources of the runtime in the order of reading: names, files, variables, symbols and records;
# the first call; opening; the search and its locations; the report; the API.
ORDER = ("library/description", "search/text", "search/path", "search/elf_check",
         "search/view", "loader/symbol", "loader/resolve",
         "loader/opening", "loader/outcome", "loader/keep", "loader/loader", "loader/answers",
         "loader/missing", "core/memory", "core/open", "loader/attempt", "loader/open",
         "core/search", "loader/process", "loader/related", "search/sonames", "search/search",
         "search/candidates", "search/trust", "search/ldso",
         *(f"search/location/{word}" for word in (*LOCATIONS, "system")), "core/soname",
         "loader/absent", "loader/report", "core/reason", "loader/api", "loader/start")
# Those of each small copy.
SMALL = ("core/memory", "core/open", "core/reason", "core/search", "library/description",
         "loader/answers", "loader/api", "loader/loader", "loader/missing", "loader/opening",
         "loader/outcome", "loader/resolve", "loader/symbol", "search/candidates", "search/path",
         "search/trust")
# The folders of the runtime of a full copy.
ROOMS = ("loader", "search", "search/location", "library")
# A definition of a function of the runtime, and what marks its scope.
DEFINITION = re.compile(r"^(?:LAZYNCCL_(?:PUBLIC|COLD|NOINLINE) )*"
                        r"(?=[a-z][\w ]+\W+(lazynccl_\w+)\((?:[^;{}])*\)\n\{)(?!static|_N)",
                        re.MULTILINE)
# The start of any function's definition.
FUNCTION = re.compile(r"^(?:LAZYNCCL_(?:COLD|NOINLINE) )*(?=[a-z_][^;={}#]*\)\n\{)", re.MULTILINE)
# The table of search locations of a full copy.
SEARCHES = "runtime/search/search.c"
# Only for libraries that belong together.
RELATED = "runtime/loader/related.c"
# Only for libraries that are opened before main().
AT_START = "runtime/loader/start.c"


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
    related = {"loader/related", "search/sonames"} if has_related(stubs) else set()
    start = {"loader/start"} if at_start else set()
    return in_order({*SMALL, *locations, *related, *start})


def in_order(found: Set[str]) -> list[str]:
    rank = {name: number for number, name in enumerate(ORDER)}
    return [f"runtime/{name}.c"
            for name in sorted(found, key=lambda each: (rank.get(each, len(ORDER)), each))]


def conditions(stubs: list[Stub], table: bool = False) -> dict[str, bool]:
    """Returns the macros that decide which code a copy contains."""
    search, small = stubs[0].search, stubs[0].small
    known = decided_by_search(search) | {
             "TABLE": table, "SHARES_PAGES": assembly.share_pages(stubs),
             "WITHOUT_CALLS": not stubs[0].calls,
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
        known |= {} if stubs[0].calls else {"RECORDS": False}  # it exports no function
    return with_prefix(known)


def with_prefix(known: Mapping[str, bool]) -> dict[str, bool]:
    return {f"LAZYNCCL_{name}": value for name, value in known.items()}


def decided_by_search(words: Sequence[str]) -> dict[str, bool]:
    """Returns the macros that depend on nothing but what a copy searches."""
    search = {*words}
    known = {"SMALL": FULL not in search, "VENDORED": True, "STANDIN": False}
    if FULL in search:
        return known | {"WITHOUT_API": False, "WITHOUT_ENV": False, "RECORDS": True}
    return known | {
        "WITHOUT_API": "api" not in search, "WITHOUT_ENV": "env" not in search,
        "WITHOUT_REPORT": search <= {"api", "env", SONAME},
        "WITHOUT_FILES": search <= {"loaded", SONAME},
        "WITHOUT_SETTINGS": not {"api", "env"} & search,
        "WITHOUT_CHECK": not {*OF_WHEELS} & search,
        "LOADED_BY_SONAME": {"loaded", SONAME} <= search <= {*LOCATIONS} - {*BETWEEN},
        "WITHOUT_WHEELS": not {"wheel", "toolkit"} & search,
        "WITHOUT_TOOLKIT": "toolkit" not in search}


def small_conditions(stubs: list[Stub], table: bool) -> dict[str, bool]:
    """Returns the further macros of a copy without the full search."""
    search = {*stubs[0].search}
    return {"WITHOUT_LOADED": "loaded" not in search and not stubs[0].linked,
            "WITHOUT_ARENA": search <= {"loaded", SONAME} and not has_related(stubs)
            and not any(stub.complete for stub in stubs),
            "WITHOUT_STUBS": not any(stub.wheels or stub.home_variables for stub in stubs),
            "WITHOUT_RELATIVE": not (table or "api" in search or {s.open for s in stubs} - {START}),
            "WITHOUT_VERSION": not any(stub.version.function for stub in stubs)}


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


def has_related(stubs: list[Stub]) -> bool:
    """Returns whether a library has suffix families, a partner, a companion, or a build for each
    CUDA major."""
    return any(stub.related for stub in stubs)


def paths() -> list[str]:
    return in_order({f"{room}/{name.removesuffix('.c')}" for room in ROOMS
                     for name in names(f"src/runtime/{room}") if name.endswith(".c")})
