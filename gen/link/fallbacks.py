"""Finds the file with the fallback values of a library: NAME.toml in a folder of LAZY_FALLBACKS, or
in fallbacks/ beside this module, or lazynccl's own stub. The file is a stub, or has only a stub's
table [absent], with names, functions and answers.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import os
from _collections_abc import Callable, Mapping

from gen.failure import InputError
from gen.link.cache import ROOT, Cache, Identity, identities
from gen.link.modes import AUTO, FALLBACKS as VARIABLE
from gen.stub.answers import ANSWER, is_assumed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gen.stub.stub import Stub

STOP = "stop"  # as in a stub
OWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fallbacks")
STUBS = os.path.join(ROOT, "stubs")
HEAD = 2000  # characters of a stub, which contain its SONAMEs


class Fallbacks:
    """What a file says about a library whose functions are known only by name."""

    def __init__(self, path: str = "", priority: str = "", open: str = AUTO,
                 names: Mapping[str, str] | None = None,
                 functions: Mapping[str, str] | None = None,
                 answers: Mapping[str, str] | None = None, absent_secure: str = ANSWER,
                 is_stub: bool = False,
                 files: Mapping[str, Identity | None] | None = None) -> None:
        self.path = path
        self.priority = priority          # an empty text if it follows from the functions
        self.open = open
        self.names = names or {}          # pattern → value
        self.functions = functions or {}  # name → value
        self.answers = answers            # pattern → value; None: the file has no such table
        self.absent_secure = absent_secure
        self.is_stub = is_stub            # whether the file is a stub, which declares functions
        self.files = files or {}

    def value(self, function: str) -> str:
        """Returns what an absent call of the function does, in the words of the file."""
        if function in self.functions:
            return self.functions[function]
        found = matching(function, self.answers or {})
        return found or matching(function, self.names) or STOP

    def is_answer(self, function: str) -> bool:
        """Returns whether the value is used only if the library is not installed."""
        if self.answers is None:
            return is_assumed(function, self.value(function))
        return function not in self.functions and bool(matching(function, self.answers))


def matching(function: str, rows: Mapping[str, str]) -> str:
    """Returns the value of the first pattern that matches, or an empty text."""
    return next((value for pattern, value in rows.items() if matches(function, pattern)), "")


def matches(name: str, pattern: str) -> bool:
    """Does what fnmatchcase() does, but imports its module only for patterns with ? or [."""
    if {"?", "["} & {*pattern}:
        from fnmatch import fnmatchcase

        return fnmatchcase(name, pattern)
    first, *rest = pattern.split("*")
    if not rest or not name.startswith(first):
        return name == pattern
    *parts, last = rest
    at = len(first)
    for part in parts:
        found = name.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return name.endswith(last) and len(name) - len(last) >= at


def is_own(path: str) -> bool:
    """Returns whether the file is in link/fallbacks/."""
    return os.path.dirname(path) == OWN


def path_of(name: str) -> str:
    """Returns the file for the library that is linked as -lNAME; an empty text if there is none."""
    folders = [*filter(None, os.environ.get(VARIABLE, "").split(os.pathsep))]
    for folder in folders:
        if not os.path.isdir(folder):
            raise InputError(f"{folder}: {VARIABLE} must name folders")
    paths = (os.path.join(folder, f"{name}.toml") for folder in (*folders, OWN))
    return next(filter(os.path.exists, paths), "") or own_stub(name)


def own_stub(name: str) -> str:
    """Returns lazynccl's stub of the library that is linked as -lNAME, or an empty text."""
    for file in sorted(os.listdir(STUBS)) if os.path.isdir(STUBS) else ():
        if file.endswith(".toml"):
            with open(os.path.join(STUBS, file), encoding="utf-8") as stub:
                if f'"lib{name}.so' in stub.read(HEAD).partition("\nsonames = [")[2].split("]")[0]:
                    return stub.name
    return ""


def find_fallbacks(name: str, cache: Cache, read: Callable[[str], Stub]) -> Fallbacks:
    """Returns the fallback values for the library that is linked as -lNAME. `read` reads their file
    if the cache does not have them."""
    path = path_of(name)
    if not path:
        return Fallbacks()
    file = os.path.abspath(path)
    key = cache.name("fallbacks", file)
    if found := cache.recall(key):
        return Fallbacks(**found)
    stub = read(path)
    answers = stub.absent.answers
    made = Fallbacks(file, stub.priority, stub.open, dict(stub.absent.names),
                     dict(stub.absent.functions), None if answers is None else dict(answers),
                     stub.absent_secure, bool(stub.functions), identities([file]))
    cache.store(key, made)
    return made
