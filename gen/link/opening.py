"""Decides when a lazy library is opened: at the first call, or at the start of the program.

If a program changes its root, namespace, rights, limits, system calls or folder before the first
call, the library would be searched for in another place, or opened with other rights, than with a
direct link.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from _collections_abc import Mapping

from gen.elf import Elf
from gen.link.modes import AUTO, CALL, START
from gen.link.moves import cause

RUNTIMES = ("libstdc++", "libc++")


def why_at_start(linked: Elf, name: str, closure: Mapping[str, Elf | None]) -> str:
    """Returns why the libraries of a file must be opened at its start, or an empty text."""
    if not linked.is_program:
        return f"{name} is a shared library"
    for soname, file in closure.items():
        if not file:
            return f"{soname} is not found"
    return cause({name: linked, **{soname: file for soname, file in closure.items() if file}})


def destroyed_at_exit(files: Mapping[str, Elf | None]) -> str:
    """Returns the first C++ library that may have objects which are destroyed when the program
    exits, or an empty text."""
    for soname, file in files.items():
        if file and any(symbol.name == "__cxa_atexit" for symbol in file.undefined) and (
                any(name.partition(".so")[0] in RUNTIMES for name in file.needed) or any(
                    symbol.name.startswith("_Z") for symbol in file.symbols)):
            return soname
    return ""


def choose(asked: str, why_start: str, destroyed: str, answering: str) -> tuple[str, str]:
    """Returns the mode of a library and the reason. C++ objects that are made at the first call are
    destroyed before objects of the program that use them. A library with answers is opened at the
    start: if that fails for another reason, the program ends there, as with a direct link."""
    if asked != AUTO:
        return asked, "as chosen"
    if why_start:
        return START, why_start
    if destroyed:
        return START, f"{destroyed} has objects that are destroyed at exit"
    if answering:
        return START, f"the fallback value of {answering} is an answer"
    return CALL, "the program calls nothing that changes where it is found"
