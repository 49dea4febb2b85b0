"""Selects the sources of the runtime that a copy needs, and the functions in them.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Mapping, Set

from gen.c.facts import Facts
from gen.c.interface import functions
from gen.c.locations import LOCATIONS, useless
from gen.c.parts import RUNTIME, without_functions
from gen.own import names, source
from gen.stub.stub import SONAME, Stub

# The sources of the runtime in reading order.
ORDER = ("library/description", "search/arena", "search/text", "search/path", "search/elf_check",
         "search/view", "loader/symbol", "copy/versioned", "copy/unversioned", "loader/resolve",
         "loader/opening", "loader/callback", "loader/outcome", "loader/keep", "core/memory",
         "loader/slots", "copy/shared_slots", "loader/fallback", "loader/not_installed",
         "loader/handler", "loader/loader", "loader/dlerror", "loader/missing", "core/stop",
         "core/report", "core/reason", "core/missing", "core/build", "loader/interpose",
         "core/open", "loader/attempt", "loader/object", "loader/open", "loader/accept",
         "search/ldso", "loader/process",
         "loader/related", "core/related", "search/sonames", "search/search", "search/candidates",
         "search/trust", "core/relative", "core/module",
         *(f"{room}/{word}" for word in (*LOCATIONS, "system")
           for room in ("search/location", "core")), "core/search", "loader/absent",
         "loader/report", "loader/api", "copy/no_api", "copy/no_handler", "loader/start")
# The sources of every small copy.
SMALL = ("core/memory", "core/open", "core/search", "core/stop", "library/description",
         "loader/accept", "loader/api", "loader/dlerror", "loader/fallback", "loader/loader",
         "loader/outcome", "loader/resolve", "loader/symbol", "search/arena", "search/candidates",
         "search/path", "search/search", "search/trust")
# The search locations that only small copies search in this way.
OF_CORE = ("loaded", SONAME)
# Functions in these folders replace any others of the same name.
CORE = "runtime/core/"
REPLACING = (CORE, "runtime/copy/")
# The folders of the runtime of a full copy.
ROOMS = ("loader", "search", "search/location", "library")
# A definition of a function of the runtime, and what marks its scope.
DEFINITION = re.compile(r"^(?:LAZYNCCL_(?:PUBLIC|COLD|NOINLINE) )*"
                        r"(?=[a-z][\w ]+\W+(lazynccl_\w+)\((?:[^;{}])*\)\n\{)(?!static|_N)",
                        re.MULTILINE)
# The start of any function's definition.
FUNCTION = re.compile(r"^(?:LAZYNCCL_(?:COLD|NOINLINE) )*(?=[a-z_][^;={}#]*\)\n\{)", re.MULTILINE)
SEARCHES = "runtime/search/search.c"  # the table of search locations


def sources(stubs: list[Stub], facts: Facts) -> dict[str, str]:
    """Returns path → content of the runtime's sources that these libraries need. Paths are
    relative to src/, as in #include lines."""
    room = {*SMALL, *locations(stubs)} if facts.small else rooms()
    room |= {name for name, has in facts.files().items() if has}
    room -= {name for name, has in facts.files().items() if not has}
    found = {name: source(name) for name in in_order(room)}
    replaced = functions_of({name: text for name, text in found.items()
                             if name.startswith(REPLACING)})
    for name, text in found.items():
        left = text if name.startswith(REPLACING) else without_functions(text, replaced)
        found[name] = adapted(left, stubs)
    for word in () if facts.small else useless(stubs):
        del found[f"runtime/search/location/{word}.c"]
        found[SEARCHES] = found[SEARCHES].replace(f"location_{word},", "location_none,")
    return found


def functions_of(texts: Mapping[str, str]) -> set[str]:
    return {name for text in texts.values() for name in RUNTIME.findall(text)}


def locations(stubs: list[Stub]) -> set[str]:
    return {f"core/{word}" if word in OF_CORE else f"search/location/{word}"
            for word in stubs[0].search}


def rooms() -> set[str]:
    return {f"{room}/{name.removesuffix('.c')}" for room in ROOMS
            for name in names(f"src/runtime/{room}") if name.endswith(".c")}


def in_order(found: Set[str]) -> list[str]:
    rank = {name: number for number, name in enumerate(ORDER)}
    return [f"runtime/{name}.c"
            for name in sorted(found, key=lambda each: (rank.get(each, len(ORDER)), each))]


def adapted(text: str, stubs: list[Stub]) -> str:
    """Makes all functions static that are not in the header, and leaves out the rows of locations
    that a small copy does not search."""
    rows = "|".join("system" if word == SONAME else word for word in LOCATIONS
                    if stubs[0].small and word not in stubs[0].search)
    text = re.sub(rf"^    {{.*, lazynccl_location_(?:{rows}), .*\n", "", text, flags=re.MULTILINE)
    public = functions()
    text = DEFINITION.sub(lambda found: "" if found[1] in public else "static ", text)
    return FUNCTION.sub("COLD ", text)
