"""Decides in which locations a copy searches.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Sequence

from gen.stub.stub import FULL, SONAME, Stub

PARTNER = "partner"
# The locations in search order. The full search has all of them; there `soname` is `system`.
LOCATIONS = ("api", "env", "loaded", PARTNER, "wheel", "conda", SONAME, "toolkit")
ALWAYS = ("api", "env", "loaded", SONAME)
BETWEEN = LOCATIONS[LOCATIONS.index("loaded") + 1:LOCATIONS.index(SONAME)]
# Search locations for libraries that are in wheels or in the CUDA toolkit.
OF_WHEELS = (PARTNER, "toolkit", "wheel")


def has_wheels(stubs: list[Stub]) -> bool:
    """Returns whether a library is in wheels or toolkits, or searched for next to a partner."""
    return any(one.wheels or one.home_variables or one.packages or one.partner for one in stubs)


def useless(stubs: list[Stub]) -> set[str]:
    """Returns the search locations in which none of the libraries can be."""
    if not has_wheels(stubs):
        return {*OF_WHEELS}
    return set() if any(stub.partner for stub in stubs) else {PARTNER}


def not_searched(stubs: list[Stub]) -> list[str]:
    """Returns the search locations that a full copy has and this one lacks; none for a copy that
    only asks ld.so, which finds what it finds for a direct link."""
    search = stubs[0].search
    if FULL in search or set(search) <= {"api", SONAME}:
        return []
    return [word for word in LOCATIONS if word not in {*search, *useless(stubs)}]


def searched(words: Sequence[str], stubs: Sequence[Stub]) -> tuple[str, ...]:
    """Returns the locations that a copy searches, in order: those of `words` or, by default, ALWAYS
    with wheels and partners if these libraries have them."""
    added = {"wheel"} if any(stub.wheels for stub in stubs) else set()
    if {stub.name for stub in stubs} & {stub.partner for stub in stubs}:
        added.add(PARTNER)
    wanted = words or (*ALWAYS, *added)
    return tuple(word for word in (*LOCATIONS, FULL) if word in wanted)
