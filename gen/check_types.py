"""Refuses declarations that are double or use unknown types, and types that nothing uses.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Iterator

from declaration import C_TYPES
from keys import TYPE_TABLES
from stub import Stub
from version import is_version, version

Found = Iterator[tuple[int, str]]


def declarations(stub: Stub) -> Found:
    known, seen, newest = {*C_TYPES, *stub.types}, set(), ()
    if not stub.functions:
        yield stub.line("functions"), "no function is declared"
    for function in stub.functions:
        if function.added < newest:
            yield function.line, "releases must stand oldest first"
        newest = function.added
        names = [function.name]
        if stub["symbols.twin"]:
            names.append(stub["symbols.twin"].replace("{name}", function.name))
        for name in names:
            if name in seen:
                yield function.line, f"{name} is declared twice"
            if name in stub["excluded"]:
                yield stub.line("excluded", name), f"{name} is excluded and declared"
            seen.add(name)
        for base in function.types():
            if base not in known:
                yield function.line, f"unknown type {base}"
        for position, type_ in enumerate(function.parameters, 1):
            if type_.declare() == "void":
                yield function.line, f"parameter {position} cannot be void"
    if newest and is_version(stub["described"]) and version(stub["described"]) < newest:
        yield stub.line("described"), f"described is older than the newest functions"


def type_tables(stub: Stub) -> Found:
    known, kinds, constants = {*C_TYPES, *stub.types}, {}, set()
    used = {base for f in stub.functions for base in f.types()}
    members = {name: [re.fullmatch(r"(.+?)(\w+)(?:\[\d+\])?", m) for m in rows]
               for name, rows in stub["types.structs"].items()}
    used |= {m[1].strip(" *") for rows in members.values() for m in rows if m}
    for kind in TYPE_TABLES:
        for name, what in stub[f"types.{kind}"].items():
            line = stub.line(f"types.{kind}", name)
            if kinds.setdefault(name, kind) != kind:
                yield line, f"{name} is in [types.{kinds[name]}] too"
            if name in C_TYPES or not name.isidentifier():
                yield line, f"{name} is no name for a type"
            if name not in used:
                yield line, f"{name} is not used by any function"
            if kind == "handles" and not what.isidentifier():
                yield line, f"{name}: {what!r} is no struct's tag"
            if kind == "integers" and what not in C_TYPES - {"void", "float", "double"}:
                yield line, f"{name}: {what!r} is no integer type of C"
            if kind == "opaque" and not what:
                yield line, f"{name} needs its reason"
            if kind == "structs" and not what:
                yield line, f"{name} has no members"
            for constant in what if kind == "enums" else ():
                if constant in constants or not constant.isidentifier():
                    yield line, f"{constant} is no name for a constant, or there twice"
                constants.add(constant)
    for name, rows in members.items():
        for text, member in zip(stub["types.structs"][name], rows):
            if not member or member[1].strip(" *") not in known or member[1][-1] not in " *":
                yield stub.line("types.structs", name), f"{name}: {text!r} is no member of known type"


RULES = (declarations, type_tables)
