"""Makes stubs of libraries that become lazy: from a file with fallback values, and from the names
of functions.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from dataclasses import replace

from gen.library import absent
from gen.link import fallbacks
from gen.link.fallbacks import STOP
from gen.link.modes import AUTO, MODES
from gen.link.table import PREFIX, Answers, Wanted
from gen.stub.absent import REASON, WORD, called, value_of
from gen.stub.check import PRIORITIES, findings
from gen.stub.declaration import Function
from gen.stub.load import load
from gen.stub.stub import SONAME, AbsentKeys, Stub, SymbolKeys, TypeKeys, VersionKeys
from gen.stub.symbols import libraries
from gen.stub.toml import Lines, StubError, read_toml
from gen.stub.types import types
from gen.write import InputError

IMPLIED = ""  # the priority follows from the functions


def find(name: str) -> Stub | None:
    """Returns the stub of the library that is linked as -lNAME; None if every absent call stops."""
    path = fallbacks.path_of(name)
    return read(path) if path else None


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


def stub_of(wanted: Wanted) -> Stub:
    """Returns the stub of a library whose functions are known only by name."""
    versions: dict[str, list[str]] = {}
    for function, version in sorted(wanted.functions.items()):
        if version:
            versions.setdefault(version, []).append(function)
    return Stub(path=wanted.soname, lines=Lines(), releases=("always",), name=wanted.object,
                title=os.path.basename(wanted.soname).partition(".so")[0], prefix=PREFIX,
                search=(SONAME,), open=wanted.open, sonames=[wanted.soname],
                version=VersionKeys(), types=TypeKeys(),
                absent=AbsentKeys(otherwise=STOP), symbols=SymbolKeys(versions=versions),
                versions_sum=wanted.versions_sum,
                functions=tuple(Function(each, None, ()) for each in sorted(wanted.functions)))


def answers_by_types(wanted: Wanted, path: str) -> Answers:
    """Returns the fallbacks of functions that a stub declares."""
    given, named = read(path), stub_of(wanted)
    declared = {function.name: function for function in given.functions}
    stub = replace(named, path=given.path, lines=given.lines, types=given.types,
                   absent=replace(given.absent, otherwise=STOP),
                   functions=tuple(declared.get(each.name, each) for each in named.functions))
    library, = libraries(stub)
    texts, addresses, rows = absent.render(library)
    count = len({row for row, symbol in zip(rows, library.symbols, strict=True)
                 if absent.is_text(symbol.function, stub)})
    return Answers(texts, addresses, rows, count, types(stub))
