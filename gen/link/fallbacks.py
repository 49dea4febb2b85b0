"""Finds the fallback values of a library: NAME.toml in a folder of LAZY_FALLBACKS, or else here, in
fallbacks/. The file is a stub, or only its table [absent] with names and functions.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from dataclasses import replace

from gen.link.ld import FALLBACKS as VARIABLE
from gen.link.modes import AUTO, MODES
from gen.stub.absent import REASON, STOP, WORD, answer, called, value_of
from gen.stub.check import PRIORITIES, findings
from gen.stub.input_names import short
from gen.stub.load import load
from gen.stub.stub import SONAME, AbsentKeys, Stub, SymbolKeys, TypeKeys, VersionKeys
from gen.stub.toml import Lines, StubError, read_toml
from gen.write import InputError

STRICT = "LAZY_STRICT"
IMPLIED = ""  # the priority follows from the functions
OWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fallbacks")


def find(name: str) -> Stub | None:
    """Returns the stub of the library that is linked as -lNAME; None if every absent call stops."""
    folders = [*filter(None, os.environ.get(VARIABLE, "").split(os.pathsep))]
    for folder in folders:
        if not os.path.isdir(folder):
            raise InputError(f"{folder}: {VARIABLE} must name folders")
    for folder in (*folders, OWN):
        path = os.path.join(folder, f"{name}.toml")
        if os.path.exists(path):
            return read(path)
    return None


def read(path: str) -> Stub:
    tree, lines = read_toml(path)
    if "functions" in tree:
        stub = load(path)
        if wrong := findings(stub):
            raise InputError(*wrong)
        return replace(stub, open=tree.get("open", AUTO), priority=tree.get("priority", IMPLIED))
    absent = tree.pop("absent", {})
    priority = tree.pop("priority", IMPLIED)
    open_ = tree.pop("open", AUTO)
    rows = {key: absent.pop(key, {}) for key in ("names", "functions")}
    for word in (*tree, *(f"absent.{key}" for key in absent)):
        raise StubError(path, lines.nearest(*word.split(".")), f"{word} needs [functions]: without "
                        "them there are priority, open, [absent.names] and [absent.functions]")
    if priority not in (*PRIORITIES, IMPLIED):
        raise StubError(path, lines.nearest("priority"),
                        f"priority must be {', '.join(PRIORITIES)}")
    if open_ not in MODES:
        raise StubError(path, lines.nearest("open"), f"open must be {', '.join(MODES)}")
    for key, values in rows.items():
        for name, value in values.items() if isinstance(values, dict) else ((None, values),):
            if not isinstance(value, str) or not (
                    value in (STOP, REASON) or called(value)
                    or WORD.fullmatch(value_of(value).text)):
                raise StubError(path, lines.nearest("absent", key, *filter(None, [name])),
                                f'{name or key} must be an integer, as "-1" or "-1, ENOSYS", '
                                f'"NULL", "call NAME", "{REASON}" or "{STOP}"')
    return Stub(path=path, lines=Lines(), releases=(), name="", title="", priority=priority,
                open=open_, search=(SONAME,), sonames=[], version=VersionKeys(), types=TypeKeys(),
                absent=AbsentKeys(**rows), symbols=SymbolKeys(), functions=())


def stopping(stub: Stub) -> list[str]:
    """Returns the functions that stop the program if they are absent."""
    return [each.name for each in stub.functions if answer(stub, each) == STOP]


def check_strict(stub: Stub, name: str) -> None:
    """Raises InputError if LAZY_STRICT is set and a call of the missing -lNAME would stop."""
    first, *others = stopping(stub) or [""]
    if first and os.environ.get(STRICT):
        what = f"{first} and {len(others)} more functions stop" if others else f"{first} stops"
        raise InputError(f"{short(stub.sonames[0])}: {what} the program if the library is missing: "
                         f"write their values to {name}.toml in a folder of {VARIABLE}, "
                         f"or unset {STRICT}")
