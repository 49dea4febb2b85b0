"""Restricts stubs to the functions and variables that are used: --only LIST.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
import subprocess
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from difflib import get_close_matches

from gen.stub.stub import Stub
from gen.stub.symbols import libraries
from gen.write import InputError

SYMBOL = re.compile(r"(?P<file>.*): (?P<name>[^ @]+)(@\S+)? (?P<type>\S)( |$)")


def used(words: Sequence[str]) -> dict[str, str]:
    """Returns name → the object that needs it, or "" if the name itself was given."""
    files = [word for word in words if not re.fullmatch(r"\w+", word)]
    found = {word: "" for word in words if word not in files}
    if not files:
        return found
    command = [os.environ.get("NM") or "nm", "-A", "--format=posix", "--", *files]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              env=os.environ | {"LC_ALL": "C"}, check=False)
    except OSError as error:
        raise InputError(f"{command[0]}: {error.strerror}: --only needs it to read objects; "
                         "install binutils or set NM") from None
    if done.returncode:
        raise InputError(*done.stderr.strip().split("\n"))
    rows = [row for row in map(SYMBOL.match, done.stdout.split("\n")) if row]
    defined = {row["name"] for row in rows if row["type"] not in "Uwv"}  # undefined
    needed = {row["name"]: row["file"] for row in rows if row["name"] not in defined}
    return needed | found


def restricted(stubs: Sequence[Stub], needed: Mapping[str, str],
               direct: Mapping[str, str]) -> list[Stub]:
    """Returns the stubs with only the needed functions and variables. `direct` has name → what it
    is and what to do, for names that these stubs cannot make lazy."""
    made = [restrict(stub, needed) for stub in stubs]
    wrong = [f"{where or '--only'}: {name} is {direct[name]}"
             for name, where in needed.items() if name in direct]
    wrong += unknown("--only", [name for name, where in needed.items()
                                if not where and name not in direct],
                     names(stubs), ", ".join(stub.title for stub in stubs))
    wrong += [f"--only: no function of {stub.title} is used: do not vendor {stub.title}"
              for stub, kept in zip(stubs, made) if not kept.functions]
    if wrong:
        raise InputError(*wrong)
    return made


def names(stubs: Sequence[Stub]) -> set[str]:
    return {symbol.name for stub in stubs for each in libraries(stub) for symbol in each.symbols
            } | {name for stub in stubs for name in stub.data}


def unknown(option: str, asked: Sequence[str], known: Collection[str],
            titles: str) -> Iterator[str]:
    """Yields an error for each name that no library has."""
    for name in asked:
        if name not in known:
            near = get_close_matches(name, known, 1)
            meant = f": {near[0]}?" if near else ""
            yield f"{option}: {name} is not a function of {titles}{meant}"


def internal_functions(stub: Stub) -> set[str]:
    """Returns the functions that the copy needs itself: those that return the version, and one that
    each suffix family has."""
    found = {name for name in (stub.version.function, stub.symbols.version_from_suffix) if name}
    return found | {stub.functions[0].name} if stub.symbols.families else found


def with_families(stub: Stub, kept: Collection[str]) -> Stub:
    """Returns the stub with only these suffix families."""
    families = {name: it for name, it in stub.symbols.families.items() if name in kept}
    redeclared = {name: it for name, it in stub.symbols.redeclared.items() if name in kept}
    return replace(stub, symbols=replace(stub.symbols, families=families, redeclared=redeclared))


def needed_families(stub: Stub, needed: Set[str]) -> set[str]:
    """Returns the suffix families that have a needed name, or all if only plain names are needed.
    A copy with one family takes its major for that of the CUDA that the program uses."""
    return {str(each.family) for each in libraries(stub)
            if needed & {symbol.name for symbol in each.symbols}} - {"0"} \
        or {*stub.symbols.families}


def restrict(stub: Stub, needed: Mapping[str, str]) -> Stub:
    stub = with_families(stub, needed_families(stub, needed.keys()))
    kept = {symbol.function.name for each in libraries(stub) for symbol in each.symbols
            if symbol.name in needed}
    internal = internal_functions(stub) - kept if kept else set()
    kept |= internal
    alias = stub.symbols.alias
    if alias and not any(alias.format(name=name) in needed for name in kept):
        alias = None
    # lazynccl_data.h turns a variable's name into a call of its accessor.
    return replace(
        stub, internal=frozenset(internal), optional=[*filter(kept.__contains__, stub.optional)],
        data=[name for name in stub.data
              if name in needed or f"{stub.prefix}_data_{name}" in needed],
        functions=tuple(f for f in stub.functions if f.name in kept),
        removed={name: release for name, release in stub.removed.items() if name in kept},
        symbols=replace(stub.symbols, alias=alias, redeclared={
            family: tuple(f for f in functions if f.name in kept)
            for family, functions in stub.symbols.redeclared.items()}))
