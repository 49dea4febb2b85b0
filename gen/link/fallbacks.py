"""Finds the fallback values of a library: NAME.toml in a folder of LAZY_FALLBACKS.
The file is a stub, or only its table [absent] with names and functions.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os

from gen.stub.absent import STOP, WORD, called, value_of
from gen.stub.check import PRIORITIES, findings
from gen.stub.load import load
from gen.stub.stub import SONAME, AbsentKeys, Stub, SymbolKeys, TypeKeys, VersionKeys
from gen.stub.toml import Lines, StubError, read_toml
from gen.write import InputError

VARIABLE = "LAZY_FALLBACKS"


def find(name: str) -> Stub | None:
    """Returns the stub of the library that is linked as -lNAME; None if every absent call stops."""
    folders = [*filter(None, os.environ.get(VARIABLE, "").split(os.pathsep))]
    for folder in folders:
        if not os.path.isdir(folder):
            raise InputError(f"{folder}: {VARIABLE} must name folders")
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
        return stub
    absent = tree.pop("absent", {})
    priority = tree.pop("priority", "recommended")
    rows = {key: absent.pop(key, {}) for key in ("names", "functions")}
    for word in (*tree, *(f"absent.{key}" for key in absent)):
        raise StubError(path, lines.nearest(*word.split(".")), f"{word} needs [functions]: without "
                        "them there are priority, [absent.names] and [absent.functions]")
    if priority not in PRIORITIES:
        raise StubError(path, lines.nearest("priority"),
                        f"priority must be {', '.join(PRIORITIES)}")
    for key, values in rows.items():
        for name, value in values.items() if isinstance(values, dict) else ((None, values),):
            if not isinstance(value, str) or not (
                    value == STOP or called(value) or WORD.fullmatch(value_of(value).text)):
                raise StubError(path, lines.nearest("absent", key, *filter(None, [name])),
                                f'{name or key} must be an integer, as "-1" or "-1, ENOSYS", '
                                f'"NULL", "call NAME" or "{STOP}"')
    return Stub(path=path, lines=Lines(), releases=(), name="", title="", priority=priority,
                search=SONAME, sonames=[], version=VersionKeys(), types=TypeKeys(),
                absent=AbsentKeys(**rows), symbols=SymbolKeys(), functions=())
