"""Proposes what absent functions answer, for a person to review: never what reads as success.

An error code of an enum that has both a success and a failure, 0 for sizes, NULL for handles, the
reason for error texts; a void function returns if it ends something or writes nothing of the
caller's. Everything else stops.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from dataclasses import dataclass, field

from clang.cindex import Cursor, CursorKind, Type, TypeKind

from gen.describe.headers import Declared
from gen.stub.absent import REASON, STOP
from gen.stub.declaration import C_TYPES

SUCCESS = re.compile(r"(?i)(success|ok|okay|none|no_?err(or)?)$")
# The constants that say it best come first.
FAILURES = [re.compile(f"(?i){words}") for words in (
    r"not_?loaded|unavail|not_?available", r"internal_?err", r"fail\w*_?init|init\w*_?(fail|err)",
    r"not_?initiali[sz]ed", r"system_?err", r"fail", r"err")]
ERROR_TEXT = re.compile(r"(?i)(error|err|status)_?(msg|message|str|string|text|name)|strerror"
                        r"|get_?(last_?)?error$|zerror$")
ENDS = re.compile(r"(?i)free|close|destroy|delete|release|unref|clean|clear|quit|exit|fini|stop|end"
                  r"|dispose|shutdown|deinit|terminate|unlock|cancel")


@dataclass
class Absent:
    returns: dict[str, str] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    handles: dict[str, str] = field(default_factory=dict)
    enums: dict[str, dict[str, int]] = field(default_factory=dict)
    opaque: dict[str, str] = field(default_factory=dict)


def failure(declaration: Cursor) -> dict[str, int] | None:
    """The success and the failure that an enum has; None if it is not one of error codes."""
    constants = {c.spelling: c.enum_value for c in declaration.get_children()
                 if c.kind == CursorKind.ENUM_CONSTANT_DECL}
    success = [c for c, value in constants.items() if value == 0 and SUCCESS.search(c)]
    for wanted in FAILURES if success else ():
        for name, value in constants.items():
            if value and wanted.search(name) and not SUCCESS.search(name):
                return {success[0]: 0, name: value}
    return None


def is_handle(type_: Type) -> bool:
    """A pointer to what only the library knows: an incomplete struct, or a void of another name."""
    pointee = type_.get_canonical().get_pointee()
    if type_.get_canonical().kind != TypeKind.POINTER or pointee.is_const_qualified():
        return False
    if pointee.kind == TypeKind.RECORD:
        return pointee.get_declaration().get_definition() is None
    return bool(pointee.kind == TypeKind.VOID and type_.kind == TypeKind.POINTER
                and type_.get_pointee().kind != TypeKind.VOID)


def absent(declared: list[Declared]) -> Absent:
    made = Absent()
    for each in declared:
        type_, declared_type = each.cursor.result_type, each.function.returns
        returns = declared_type.declare() if declared_type else ""
        if not declared_type or returns in made.returns:
            continue
        canonical = type_.get_canonical()
        if returns == "size_t":
            made.returns[returns] = "0"
        elif canonical.kind == TypeKind.ENUM and returns.isidentifier():
            if codes := failure(canonical.get_declaration()):
                made.enums[returns] = codes
                made.returns[returns] = list(codes)[1]
        elif is_handle(type_):
            made.returns[returns] = "NULL"
            if not declared_type.pointers:
                made.handles[returns] = canonical.get_pointee().get_declaration().spelling
    for each in declared:
        returns = each.function.returns.declare() if each.function.returns else ""
        if returns == "const char *":
            text(each, made)
        elif returns == "void" and writes(each.cursor) and not ENDS.search(each.function.name):
            made.functions[each.function.name] = STOP
    return made


def writes(cursor: Cursor) -> bool:
    """Whether a function may write to what its caller gives it."""
    for argument in cursor.get_arguments():
        type_ = argument.type.get_canonical()
        target = type_.get_pointee()
        if (type_.kind == TypeKind.POINTER and not target.is_const_qualified()
                and target.kind not in (TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO)
                and not is_handle(type_)):
            return True
    return False


def text(each: Declared, made: Absent) -> None:
    """An error text, if the generated C can know its parameters."""
    opaque = {}
    for type_, argument in zip(each.function.parameters, each.cursor.get_arguments(),
                               strict=False):
        pointee = argument.type.get_canonical().get_pointee()
        if type_.base in C_TYPES or type_.base in made.enums:
            continue
        if pointee.kind != TypeKind.RECORD or not type_.base.isidentifier() or not type_.pointers:
            return
        opaque[type_.base] = "only through pointers"
    if ERROR_TEXT.search(each.function.name) and not each.function.variadic:
        made.functions[each.function.name] = REASON
        made.opaque |= opaque
