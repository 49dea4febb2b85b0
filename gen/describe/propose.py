"""Proposes fallback values, for a person to review. None can be taken for success.

An enum with both a success and a failure gets an error code, a size 0, a handle or callback NULL,
and an error text the reason. A version is 0 or, as a text, the reason. A void function returns if
it destroys or sets something, or does not write to the caller's memory. A function that programs
call first gets an error code from macros with its prefix. All other functions stop the program.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from clang.cindex import Cursor, CursorKind, Type, TypeKind

from gen.describe.headers import Declared
from gen.stub.absent import REASON, STOP
from gen.stub.declaration import C_TYPES, NUMBERS, Function, Type as StubType
from gen.write import InputError, MisuseError

SUCCESS = re.compile(r"(?i)(success|ok|okay|none|no_?err(or)?)$")
# The most telling constants come first; PREFIX_ERROR, before any other error.
FAILURES = [re.compile(f"(?i){words}") for words in (
    r"not_?loaded|unavail|not_?available", r"not_?(supported|implemented)$", r"internal_?err",
    r"fail\w*_?init|init\w*_?(fail|err)", r"not_?initiali[sz]ed", r"system_?err",
    r"^[a-z0-9]+_(error|err|fail|failed|failure)$", r"fail", r"err")]
# Callers handle these causes, and would look for them in vain.
CAUSES = re.compile(r"(?i)callback|memory|_mem|mem_|alloc|invalid|_arg|argument|param|pars(e|ing)|"
                    r"syntax|format|option|buf|range|limit|time_?out|again|busy")
VERSION = re.compile(r"(?i)version")
CHECK = re.compile(r"(?i)check")
SETS = re.compile(r"(^|_)set_|[a-z]Set[A-Z]")
# Functions that a program calls before others, so that it ends if they stop.
FIRST = re.compile(r"(?i)init|version|startup|callback|_log")
ERROR_TEXT = re.compile(r"(?i)(error|err|status)_?(msg|message|str|string|text|name)|strerror"
                        r"|get_?(last_?)?error$|zerror$")
# The words after the prefix in the name of a success: MY_OK, MY_ERROR_NONE.
STEM = re.compile(r"(?i)(_(e|err|error|rc|ret|status))?_$")
NUMBER = r"-?\d+|U?INT\d+_MAX"
NULL = "NULL"
ENDS = re.compile(r"(?i)free|close|destroy|delete|release|unref|clean|clear|quit|exit|fini|stop|end"
                  r"|dispose|shutdown|deinit|terminate|unlock|cancel")


@dataclass
class Absent:
    returns: dict[str, str] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    handles: dict[str, str] = field(default_factory=dict)
    enums: dict[str, dict[str, int]] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    opaque: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Undecided:
    """A type for which only a person knows a failure. Functions that return it stop."""
    name: str
    functions: int
    example: str                    # a value that could mean failure
    described: tuple[str, str]      # the result of described()


def described(type_: Type, name: str) -> tuple[str, str]:
    """Returns the table of [types] that needs a row for this returned type, and the value of the
    row; ("", "") for a type of C."""
    canonical = type_.get_canonical()
    if canonical.kind == TypeKind.POINTER and name.isidentifier():
        tag = canonical.get_pointee().get_declaration().spelling
        return "handles", tag if tag.isidentifier() else f"{name}_"
    if canonical.spelling in NUMBERS and name not in NUMBERS:
        return "numbers", canonical.spelling
    return "", ""


def failure(declaration: Cursor) -> dict[str, int] | None:
    """Returns the success and the failure of an enum; None if it does not have both."""
    constants = constants_of(declaration)
    success = [c for c, value in constants.items() if value == 0 and SUCCESS.search(c)]
    named = failing(constants) if success else ""
    return {success[0]: 0, named: constants[named]} if named else None


def failing(constants: Mapping[str, int]) -> str:
    """Returns the constant that most clearly means that the library cannot be used; "" if none
    does."""
    for wanted in FAILURES:
        for name, value in constants.items():
            if (value and wanted.search(name) and not SUCCESS.search(name)
                    and not CAUSES.search(name)):
                return name
    return ""


def code_of(function: str, constants: Mapping[str, int]) -> str:
    """Returns the error code of a function, if a constant with its prefix says that 0 is success:
    for my_init, MY_OK = 0 and MY_ERROR = 1. "" if none does."""
    for success, value in constants.items():
        found = SUCCESS.search(success)
        prefix = STEM.sub("", success[:found.start()]) if found and not value else ""
        if len(prefix) > 1 and function.lower().startswith(prefix.lower()):
            own = {name: value for name, value in constants.items() if name.startswith(prefix)}
            return failing(own)
    return ""


def constants_of(declaration: Cursor) -> dict[str, int]:
    return {c.spelling: c.enum_value for c in declaration.get_children()
            if c.kind == CursorKind.ENUM_CONSTANT_DECL}


def is_handle(type_: Type) -> bool:
    """Returns whether the type is a pointer to an incomplete struct or to a typedef of void, or the
    typedef of a pointer to a function."""
    pointee = type_.get_canonical().get_pointee()
    if pointee.kind in FUNCTIONS:
        return bool(type_.kind != TypeKind.POINTER)
    if type_.get_canonical().kind != TypeKind.POINTER or pointee.is_const_qualified():
        return False
    if pointee.kind == TypeKind.RECORD:
        return pointee.get_declaration().get_definition() is None
    return bool(pointee.kind == TypeKind.VOID and type_.kind == TypeKind.POINTER
                and type_.get_pointee().kind != TypeKind.VOID)


def absent(declared: list[Declared], macros: Mapping[str, int]) -> Absent:
    made = Absent()
    for each in declared:
        if each.function.returns and each.function.returns.declare() not in made.returns:
            add_type(each, each.function.returns, made)
    for each in declared:
        if is_text(each.function):
            text(each, made)
        elif value := value_of_one(each, made, macros):
            made.functions[each.function.name] = value
    return made


def add_type(each: Declared, declared: StubType, made: Absent) -> None:
    """Adds the fallback value of all functions that return this type, if it has one."""
    type_, returns = each.cursor.result_type, declared.declare()
    canonical = type_.get_canonical()
    if returns == "size_t":
        made.returns[returns] = "0"
    elif canonical.kind == TypeKind.ENUM and returns.isidentifier():
        if codes := failure(canonical.get_declaration()):
            made.enums[returns] = codes
            made.returns[returns] = list(codes)[1]
    elif is_handle(type_):
        made.returns[returns] = "NULL"
        if not declared.pointers:
            made.handles[returns] = described(type_, returns)[1]


def is_text(function: Function) -> bool:
    """Returns whether the function returns a text that its caller does not free: const, or that of
    a version without parameters."""
    returns = function.returns.declare() if function.returns else ""
    return returns == "const char *" or (returns == "char *" and not function.parameters
                                         and VERSION.search(function.name) is not None)


def value_of_one(each: Declared, made: Absent, macros: Mapping[str, int]) -> str:
    """Returns the fallback value that this function needs by its name; "" if it needs none."""
    name = each.function.name
    returns = each.function.returns.declare() if each.function.returns else ""
    if returns in NUMBERS and VERSION.search(name) and not CHECK.search(name) and (
            not writes(each.cursor)):
        return "0"
    if (each.cursor.result_type.get_canonical().spelling == "int" and FIRST.search(name)
            and returns not in made.returns and (code := code_of(name, macros))):
        return str(macros[code])
    if returns == "void" and writes(each.cursor) and not ENDS.search(name) and (
            not SETS.search(name)):
        return STOP
    return ""


def first_calls(declared: list[Declared], made: Absent) -> dict[str, str]:
    """Returns the functions that programs call before others and that stop, with a value that could
    mean failure."""
    found = {}
    for each in declared:
        name = each.function.name
        returns = each.function.returns.declare() if each.function.returns else ""
        example = example_of(each.cursor.result_type) if returns else ""
        if (FIRST.search(name) and example and returns not in made.returns
                and name not in made.functions):
            found[name] = example
    return found


def constant_of(constants: Mapping[str, int], value: str) -> str:
    """Returns the constant with this name or number, or ""."""
    return value if value in constants else next(
        (name for name, number in constants.items() if str(number) == value), "")


def fail(declared: list[Declared], option: str, made: Absent) -> None:
    """Adds the row for --fail TYPE=VALUE, in place of what was guessed for functions that return
    TYPE. The stub's check decides whether VALUE is valid."""
    asked, _, asked_value = (part.strip() for part in option.rpartition("="))
    value = asked_value
    returned = {each.function.returns.declare(): each.cursor.result_type for each in declared
                if each.function.returns}
    returned.pop("void", None)
    name = next((n for n in returned if n.replace(" ", "") == asked.replace(" ", "")), "")
    if not asked or not value:
        raise MisuseError(f"--fail {option}: give TYPE=VALUE, such as int=-1")
    if not name:
        raise InputError(f"--fail {option}: no function returns {asked}; these types are returned: "
                         f"{', '.join(sorted(returned))}")
    canonical = returned[name].get_canonical()
    if canonical.kind == TypeKind.ENUM:
        constants = constants_of(canonical.get_declaration())
        value = constant_of(constants, value)
        if not value:
            raise InputError(f"--fail {option}: {name} has no constant {asked_value}")
        made.enums[name] = made.enums.get(name, {}) | {value: constants[value]}
    elif not re.fullmatch(NULL if canonical.kind == TypeKind.POINTER else NUMBER, value):
        raise InputError(f"--fail {option}: {value} is not a value of type {name}")
    elif canonical.kind != TypeKind.POINTER and canonical.spelling not in NUMBERS:
        raise InputError(f"--fail {option}: {name} is a struct: describe it in the stub")
    else:
        table, meaning = described(returned[name], name)
        if table:
            {"handles": made.handles, "numbers": made.numbers}[table][name] = meaning
    made.returns[name] = value
    for each in returning(name, declared):
        made.functions.pop(each.function.name, None)


def returning(type_: str, declared: list[Declared]) -> list[Declared]:
    return [each for each in declared
            if each.function.returns and each.function.returns.declare() == type_]


def undecided(declared: list[Declared], made: Absent) -> list[Undecided]:
    """Returns the types that have a value which could mean failure, although their functions stop,
    most used first."""
    counts: Counter[str] = Counter()
    types: dict[str, Type] = {}
    for each in declared:
        name = each.function.returns.declare() if each.function.returns else ""
        if name and name not in made.returns and each.function.name not in made.functions:
            types[name] = each.cursor.result_type
            counts[name] += 1
    return [Undecided(name, count, example, described(types[name], name))
            for name, count in counts.most_common() if (example := example_of(types[name]))]


def example_of(type_: Type) -> str:
    """Returns a value that could mean failure; "" if only the stub's author can know one."""
    canonical = type_.get_canonical()
    if canonical.kind == TypeKind.POINTER:
        return NULL
    if canonical.spelling not in NUMBERS:
        return ""
    return "0" if "unsigned" in canonical.spelling else "-1"


FUNCTIONS = (TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO)


def writes(cursor: Cursor) -> bool:
    """Returns whether a function may write to memory of its caller. A `void *` beside a callback is
    for the callback."""
    types = [argument.type.get_canonical() for argument in cursor.get_arguments()]
    callback = any(type_.get_pointee().kind in FUNCTIONS for type_ in types)
    for type_ in types:
        target = type_.get_pointee()
        if callback and target.kind == TypeKind.VOID:
            continue
        if (type_.kind == TypeKind.POINTER and not target.is_const_qualified()
                and target.kind not in FUNCTIONS
                and not is_handle(type_)):
            return True
    return False


def text(each: Declared, made: Absent) -> None:
    """Adds a function that returns the text of an error or of a version, if the generated C can
    declare its parameters. One that checks a version returns NULL."""
    name = each.function.name
    if VERSION.search(name) and CHECK.search(name):
        made.functions[name] = NULL
        return
    opaque = {}
    for type_, argument in zip(each.function.parameters, each.cursor.get_arguments()):
        pointee = argument.type.get_canonical().get_pointee()
        if type_.base in C_TYPES or type_.base in made.enums:
            continue
        if pointee.kind != TypeKind.RECORD or not type_.base.isidentifier() or not type_.pointers:
            return
        opaque[type_.base] = "only through pointers"
    if (ERROR_TEXT.search(name) or VERSION.search(name)) and not each.function.variadic:
        made.functions[name] = REASON
        made.opaque |= opaque
