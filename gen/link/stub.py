"""Makes stubs of libraries that become lazy: from a file with fallback values, and from the names
of functions.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from collections.abc import Container
from dataclasses import replace

from gen.library import absent
from gen.link import fallbacks
from gen.link.fallbacks import STOP
from gen.link.modes import AUTO, MODES
from gen.link.table import PREFIX, Answers, Wanted
from gen.stub.absent import REASON, WORD, called, is_answer, value_of
from gen.stub.answers import ANSWER, SECURE
from gen.stub.check import findings
from gen.stub.declaration import Function
from gen.stub.load import load
from gen.stub.stub import PRIORITIES, SONAME, AbsentKeys, Stub, SymbolKeys, TypeKeys, VersionKeys
from gen.stub.symbols import libraries
from gen.stub.toml import Lines, StubError, read_toml
from gen.stub.types import types
from gen.write import InputError

IMPLIED = ""  # the priority follows from the functions


def find(name: str) -> Stub | None:
    """Returns the stub of the library that is linked as -lNAME; None if every absent call stops."""
    path = fallbacks.path_of(name)
    return read(path) if path else None


def check_values(path: str, lines: Lines, key: str, values: object) -> None:
    """Raises StubError if a row of [absent.KEY] has a wrong value. Answers are integers or NULL."""
    words = () if key == "answers" else (STOP, REASON)
    for name, value in values.items() if isinstance(values, dict) else ((None, values),):
        if not isinstance(value, str) or not (
                value in words or (words and called(value))
                or WORD.fullmatch(value_of(value).text)):
            raise StubError(path, lines.nearest("absent", key, *filter(None, [name])),
                            f'{name or key} must be an integer, as "-1" or "-1, ENOSYS", '
                            + (f'"NULL", "call NAME", "{REASON}" or "{STOP}"' if words
                               else 'or "NULL"'))


def read(path: str) -> Stub:
    """Reads a stub, or a file that has only the fallback values of a stub."""
    tree, lines = read_toml(path)
    if "functions" in tree:
        stub = load(path)
        if wrong := findings(stub):
            raise InputError(*wrong)
        return replace(stub, open=tree.get("open", AUTO), priority=tree.get("priority", IMPLIED))
    absent = tree.pop("absent", {})
    priority = tree.pop("priority", IMPLIED)
    open_ = tree.pop("open", AUTO)
    secure = tree.pop("absent_secure", ANSWER)
    rows = {key: absent.pop(key) for key in ("names", "functions", "answers") if key in absent}
    for word in (*tree, *(f"absent.{key}" for key in absent)):
        raise StubError(path, lines.nearest(*word.split(".")), f"{word} needs [functions]: without "
                        "them there are priority, open, absent_secure, [absent.names], "
                        "[absent.functions] and [absent.answers]")
    if priority not in (*PRIORITIES, IMPLIED):
        raise StubError(path, lines.nearest("priority"),
                        f"priority must be {', '.join(PRIORITIES)}")
    if open_ not in MODES:
        raise StubError(path, lines.nearest("open"), f"open must be {', '.join(MODES)}")
    if secure not in SECURE:
        raise StubError(path, lines.nearest("absent_secure"),
                        f"absent_secure must be {' or '.join(SECURE)}")
    for key, values in rows.items():
        check_values(path, lines, key, values)
    return Stub(path=path, lines=Lines(), releases=(), name="", title="", priority=priority,
                open=open_, absent_secure=secure, search=(SONAME,), sonames=[],
                version=VersionKeys(), types=TypeKeys(), absent=AbsentKeys(**rows),
                symbols=SymbolKeys(), functions=())


def stub_of(wanted: Wanted) -> Stub:
    """Returns the stub of a library whose functions are known only by name."""
    versions: dict[str, list[str]] = {}
    for function, version in sorted(wanted.functions.items()):
        if version:
            versions.setdefault(version, []).append(function)
    return Stub(path=wanted.soname, lines=Lines(), releases=("always",), name=wanted.object,
                title=os.path.basename(wanted.soname).partition(".so")[0], prefix=PREFIX,
                search=(SONAME,), linked=True, open=wanted.open, sonames=[wanted.soname],
                version=VersionKeys(), types=TypeKeys(),
                absent=AbsentKeys(otherwise=STOP), symbols=SymbolKeys(versions=versions),
                versions_sum=wanted.versions_sum,
                functions=tuple(Function(each, None, ()) for each in sorted(wanted.functions)))


def answers_by_types(wanted: Wanted, path: str) -> Answers:
    """Returns the fallbacks of functions, by the types with which a stub declares them."""
    known, named = read(path), stub_of(wanted)
    symbols = [symbol for each in (libraries(known) if known.functions else ())
               for symbol in each.symbols]
    declared = {each.name: replace(each.function, name=each.name) for each in symbols}
    plain = {each.name: each.function.name for each in symbols}
    # a function's rows are also for its other names
    out, functions = {**known.absent.out}, {**known.absent.functions}
    out |= {name: out[of] for name, of in plain.items() if of in out}
    functions |= {name: functions[of] for name, of in plain.items() if of in functions}
    stub = replace(named, path=known.path, lines=known.lines, types=known.types,
                   absent=replace(known.absent, otherwise=STOP, out=out, functions=functions),
                   functions=tuple(declared.get(each.name, each) for each in named.functions))
    library, = libraries(stub)
    texts, addresses, rows = absent.render(library)
    return Answers(texts, addresses, rows, *absent.counts(library, rows),
                   int(known.absent_secure == STOP), types(stub))


def answering(path: str, functions: Container[str]) -> list[str]:
    """Returns which of these functions have an answer in a stub."""
    stub = read(path)
    return [each.name for each in stub.functions
            if each.name in functions and is_answer(stub, each)]
