"""Refuses duplicate declarations, unknown types, and types that no function uses.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from itertools import pairwise

from gen.stub.absent import typed
from gen.stub.declaration import C_TYPES, NUMBERS, Function
from gen.stub.keys import TYPE_TABLES
from gen.stub.stub import Found, Stub
from gen.stub.types import TAGS
from gen.stub.version import ALWAYS, version


def declarations(stub: Stub) -> Found:
    releases, seen = [*stub["functions"]], set()
    for older, newer in pairwise(releases):
        if version(newer) <= version(older):
            line = stub.line("functions", newer)
            yield line, f"{newer} is not newer than {older}, the release before it"
    if not stub["described"]:
        for release in releases:
            if release != ALWAYS:
                yield stub.line("functions", release), f"{release} without described"
    elif releases and version(stub["described"]) < version(releases[-1]):
        yield stub.line("described"), f"{releases[-1]} has functions that are newer than described"
    for function in stub.functions:
        names = [function.name]
        if stub["symbols.twin"]:
            names.append(stub["symbols.twin"].replace("{name}", function.name))
        for name in names:
            if name in seen:
                yield function.line, f"{name} is declared twice"
            if name in stub["excluded"]:
                yield stub.line("excluded", name), f"{name} is excluded and declared"
            seen.add(name)
        yield from types_of(stub, function)


def types_of(stub: Stub, function: Function) -> Found:
    for base in typed(stub, function):
        if base not in C_TYPES and base not in stub.types and not base.startswith(TAGS):
            yield function.line, f"unknown type {base}"
    for type_ in (function.returns, *function.parameters) if function.returns else ():
        if type_.base.startswith(TAGS) and not type_.pointers and type_.base in typed(stub, function):
            yield function.line, f"{type_.base} has no definition: use it only through a pointer"
        if type_.base in stub["types.opaque"] and not type_.pointers:
            yield function.line, f"{type_.base} is opaque: use it only through a pointer"
    for position, type_ in enumerate(function.parameters, 1):
        if type_.declare() == "void":
            yield function.line, f"parameter {position} cannot be void"


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
                yield line, f"{name} is not a type name"
            if name not in used:
                yield line, f"{name} is not used by any function"
            if kind == "handles" and not what.isidentifier():
                yield line, f"{name}: {what!r} is not a struct tag"
            if kind == "numbers" and what not in NUMBERS:
                yield line, f"{name}: {what!r} is not a number of C"
            if kind == "opaque" and not what:
                yield line, f"{name} needs a reason"
            if kind == "structs" and not what:
                yield line, f"{name} has no members"
            for constant in what if kind == "enums" else ():
                if constant in constants or not constant.isidentifier():
                    yield line, f"{constant} is not a constant name, or is listed twice"
                constants.add(constant)
    for name, rows in members.items():
        for text, member in zip(stub["types.structs"][name], rows):
            if not member or member[1].strip(" *") not in known or member[1][-1] not in " *":
                line = stub.line("types.structs", name)
                yield line, f"{name}: {text!r} is not a member of a known type"


def declared(stub: Stub) -> Found:
    for name in stub["types.declared"].keys() - stub.types.keys():
        yield stub.line("types.declared", name), f"unknown type {name}"


RULES = (declared, declarations, type_tables)
