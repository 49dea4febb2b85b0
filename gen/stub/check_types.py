"""Checks that declarations are unique and that each type is known and used.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re

from gen.stub.absent import typed
from gen.stub.declaration import C_TYPES, NUMBERS, TYPE_NAME, Function
from gen.stub.stub import Found, Stub
from gen.stub.types import TAGS
from gen.stub.version import ALWAYS, version

# A standard header, or a declaration of C without its name.
MEANING = r"<[\w/.+-]+>|[A-Za-z_][\w ,*=()\[\]{}-]*"


def releases(stub: Stub) -> Found:
    """Checks the releases that added functions."""
    releases = stub.releases
    for older, newer in zip(releases, releases[1:]):
        if version(newer) <= version(older):
            line = stub.line("functions", newer)
            yield line, f"{newer} is not newer than {older} in the row before"
    if not stub.described:
        for release in releases:
            if release != ALWAYS:
                yield stub.line("functions", release), (
                    f"{release} is a release, so the stub needs described, the newest release "
                    f'that it covers; a stub without releases has "{ALWAYS}" here')
    elif releases and version(stub.described) < version(releases[-1]):
        yield stub.line("described"), (f"described is older than {releases[-1]} in [functions]: "
                                       "give the newest release that the stub covers")


def declarations(stub: Stub) -> Found:
    """Checks that each name is declared once and not excluded, and the types of each function."""
    seen = set[str]()
    for function in stub.functions:
        names = [function.name]
        if stub.symbols.alias:
            names.append(stub.symbols.alias.replace("{name}", function.name))
        for name in names:
            if name in seen:
                yield function.line, f"{name} is declared twice"
            if name in stub.excluded:
                yield stub.line("excluded", name), f"{name} is excluded and declared"
            seen.add(name)
        yield from types_of(stub, function)


def types_of(stub: Stub, function: Function) -> Found:
    """Checks that the types of a function are known, and passed by value only if they can be."""
    for base in typed(stub, function):
        if base not in C_TYPES and base not in stub.types.kinds and not base.startswith(TAGS):
            yield function.line, f"unknown type {base}: add a row for it to a table of [types]"
    for type_ in (function.returns, *function.parameters) if function.returns else ():
        by_value = not type_.pointers
        if by_value and type_.base.startswith(TAGS) and type_.base in typed(stub, function):
            yield function.line, f"{type_.base} has no definition: use it only through a pointer"
        if by_value and type_.base in stub.types.opaque:
            yield function.line, f"{type_.base} is opaque: use it only through a pointer"
    for position, type_ in enumerate(function.parameters, 1):
        if type_.declare() == "void":
            yield function.line, f"parameter {position} cannot be void"


def type_tables(stub: Stub) -> Found:
    """Checks that each type is in one table, is not a type of C, and has a valid name."""
    kinds: dict[str, str] = {}
    for kind, rows in stub.types.tables.items():
        for name in rows:
            line = stub.line(f"types.{kind}", name)
            if kinds.setdefault(name, kind) != kind:
                yield line, f"{name} is also in [types.{kinds[name]}]"
            if name in C_TYPES or not name.isidentifier():
                yield line, f"{name} is a type of C, or not a type name"


def uses(stub: Stub) -> Found:
    """Checks that each type is used."""
    used = {base for f in stub.functions for base in f.types()}
    used |= {base for rows in stub.types.structs.values() for base in map(base_of, rows)}
    for kind, rows in stub.types.tables.items():
        for name in rows.keys() - used:
            yield stub.line(f"types.{kind}", name), f"no function uses {name}: remove the row"


def type_rows(stub: Stub) -> Found:
    """Checks the value of each type's row."""
    for name, tag in stub.types.handles.items():
        if not tag.isidentifier():
            yield stub.line("types.handles", name), f"{name}: {tag!r} is not a struct tag"
    for name, base in stub.types.numbers.items():
        if base not in NUMBERS:
            yield stub.line("types.numbers", name), f"{name}: {base!r} is not a C type of numbers"
    for name, reason in stub.types.opaque.items():
        if not reason:
            yield stub.line("types.opaque", name), f"{name} needs a reason"
    known = {*C_TYPES, *stub.types.kinds}
    for name, members in stub.types.structs.items():
        line = stub.line("types.structs", name)
        if not members:
            yield line, f"{name} has no members"
        for member in members:
            if base_of(member) not in known:
                yield line, f"{name}: {member!r} is not a member of a known type"
    constants: set[str] = set()
    for name, values in stub.types.enums.items():
        for constant in values:
            if constant in constants or not constant.isidentifier():
                line = stub.line("types.enums", name)
                yield line, f"{constant} is not a constant name, or is listed twice"
            constants.add(constant)


def base_of(member: str) -> str:
    """Returns the type of a struct's member without its stars; "" if it cannot be parsed."""
    found = re.fullmatch(r"(.+[ *])\w+(?:\[\d+\])?", member)
    return found[1].strip(" *") if found else ""


def declared(stub: Stub) -> Found:
    for name in stub.types.declared.keys() - stub.types.kinds.keys():
        yield stub.line("types.declared", name), f"unknown type {name}"


def declare_rows(stub: Stub) -> Found:
    """Checks what `vendor --declare` writes."""
    for name, meaning in stub.declare.types.items():
        if not TYPE_NAME.fullmatch(name) or not re.fullmatch(MEANING, meaning):
            line = stub.line("declare.types", name)
            yield line, f"{name}: {meaning!r} is not the meaning of a type"
    for name, meaning in stub.declare.macros.items():
        if not name.isidentifier() or not stub.function(meaning):
            yield stub.line("declare.macros", name), f"{name}: there is no function {meaning}"


ROWS = (declared, releases, type_tables, type_rows, declare_rows)
USES = (uses,)
FUNCTIONS = (declarations,)
