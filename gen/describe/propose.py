"""Proposes fallback values for a person to review. None of them can be taken for success.

- an enum with a success and a failure constant: the failure; a handle or a callback: NULL
- the text of an error: the reason; a version without parameters: 0, or the reason as a text
- a void function that destroys or sets something, or does not write to the caller's memory: returns
- a function that starts a library: an error code among the macros with its prefix
All other functions stop the program, because other numbers may be an answer or a success. Functions
for which NULL would be a handle also stop if NULL may be an answer or a success: if they ask for
something, return the previous callback, or report an error in the caller's memory.

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
# The most telling constants come first. PREFIX_ERROR comes before all other errors.
FAILURES = [re.compile(f"(?i){words}") for words in (
    r"not_?loaded|unavail(able)?$|not_?available$", r"not_?(supported|implemented)$",
    r"internal_?err(or)?", r"fail\w*_?init|init\w*_?(fail|err)\w*", r"not_?initiali[sz]ed",
    r"system_?err(or)?|gener(al|ic)(_?err(or)?)?$", r"^[a-z0-9]+_(error|err|fail|failed|failure)$",
    r"fail(ed|ure)?", r"err(or)?")]
# Names of other causes, which callers would handle, or search for in their own data needlessly.
CAUSES = re.compile(r"(?i)callback|memory|_mem|mem_|alloc|invalid|_arg|argument|param|pars(e|ing)|"
                    r"syntax|format|option|buf|range|limit|time_?out|again|busy|data|bitstream")
# Any other word in the name of a constant limits the constant to a part of the library.
GENERAL = {"err", "error", "library", "operation", "service", "status"}
VERSION = re.compile(r"(?i)version")
# The last words of a function that returns a version.
VERSION_NUMBER = re.compile(r"(?i)version(_?(number|num|int|hex|major|minor|micro|patch))?$")
CHECK = re.compile(r"(?i)check")
SEEKS = {"get", "find", "lookup", "fetch", "iterate"}
# A function with one of these words returns a status, an answer, or the previous value.
ASKS = {"set", "check", "cmp", "compare", "is", "has", "have", "test", "match", "matches", "parse",
        "print", "show", "send", "write", "read", "require", "requires", "supports", "supported",
        "enable", "enabled", "ready"}
SETS = {"set", "add", "register"}
# Functions that programs call first: if these stop, a program cannot run without the library.
FIRST = re.compile(r"(?i)init|version|startup|callback|handler|_log")
STARTS = re.compile(r"(?i)\w*init|initiali[sz]e|startup")
CALLBACK = re.compile(r"(?i)callbacks?\d*|log")
ERROR_TEXT = re.compile(r"(?i)(error|err|status)_?(msg|message|str|string|text|name)|strerror"
                        r"|get_?(last_?)?error$|zerror$")
# What follows the prefix in the name of a success: _ in MY_OK, _ERROR_ in MY_ERROR_NONE.
STEM = re.compile(r"(?i)(_(e|err|error|rc|ret|status))?_$")
NUMBER = r"-?\d+|U?INT\d+_MAX"
NULL = "NULL"
ENDS = re.compile(r"(?i)free\w*|\w*(free|close|destroy|delete|unlock)|freep|release|unref|fini|stop"
                  r"|dispose|deinit|cancel")
LAST = {"cleanup", "end", "exit", "quit", "shutdown", "terminate"}  # as the last word of a name
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
AFTER_CAP = re.compile(r"(?<=[A-Z]{2})[a-z]+")
NO_RETURN = re.compile(r"(?i)no_?return")
LIBRARY = re.compile(r"lib(?!rary|version)([a-z]+)|([a-z]+)lib")
NUMERIC = (TypeKind.ENUM, TypeKind.BOOL, TypeKind.CHAR_S, TypeKind.CHAR_U, TypeKind.SCHAR,
           TypeKind.UCHAR, TypeKind.SHORT, TypeKind.USHORT, TypeKind.INT, TypeKind.UINT,
           TypeKind.LONG, TypeKind.ULONG, TypeKind.LONGLONG, TypeKind.ULONGLONG, TypeKind.FLOAT,
           TypeKind.DOUBLE)
FUNCTIONS = (TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO)
ARRAYS = (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY)


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
    """Returns the table of [types] for a returned type, and the row's value; ("", "") for C's."""
    canonical = type_.get_canonical()
    if canonical.kind == TypeKind.POINTER and name.isidentifier():
        tag = canonical.get_pointee().get_declaration().spelling
        return "handles", tag if tag.isidentifier() else f"{name}_"
    if canonical.spelling in NUMBERS and name not in NUMBERS:
        return "numbers", canonical.spelling
    return "", ""


def failure(declaration: Cursor) -> dict[str, int] | None:
    """Returns an enum's success and failure constants, or None if either is missing."""
    constants = constants_of(declaration)
    success = [c for c, value in constants.items() if value == 0 and SUCCESS.search(c)]
    named = failing(constants) if success else ""
    return {success[0]: 0, named: constants[named]} if named else None


def failing(constants: Mapping[str, int]) -> str:
    """Returns the constant that most clearly means that the library cannot be used, or "". Prefers
    constants about the whole library to constants about a part of it."""
    common = set.intersection(*(set(words(name)) for name in constants)) | GENERAL
    # Prefers a name without words that limit it, then an earlier row of FAILURES.
    found = [(bool(words(wanted.sub(" ", name, count=1)).keys() - common), rank, name)
             for rank, wanted in enumerate(FAILURES) for name, value in constants.items()
             if value and wanted.search(name) and not SUCCESS.search(name)
             and not CAUSES.search(name)]
    return min(found, key=lambda row: row[:2])[2] if found else ""


def code_of(function: str, constants: Mapping[str, int]) -> str:
    """Returns the error code of a function, or "". If MY_OK is 0, my_init succeeds with 0, and its
    error code is the constant of MY_ that failing() returns, such as MY_ERROR."""
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
    target = type_.get_canonical().get_pointee()
    if target.kind in FUNCTIONS:
        return bool(type_.kind != TypeKind.POINTER)
    if type_.get_canonical().kind != TypeKind.POINTER or target.is_const_qualified():
        return False
    if target.kind == TypeKind.RECORD:
        return target.get_declaration().get_definition() is None
    return bool(target.kind == TypeKind.VOID and type_.kind == TypeKind.POINTER
                and type_.get_pointee().kind != TypeKind.VOID)


def absent(declared: list[Declared], macros: Mapping[str, int], soname: str) -> Absent:
    """Proposes the fallback values of these functions."""
    made = Absent()
    for each in declared:
        if each.function.returns and each.function.returns.declare() not in made.returns:
            add_type(each, each.function.returns, made)
    for each in declared:
        if is_text(each.function):
            text(each, made, soname)
        elif value := value_of_one(each, made, macros):
            made.functions[each.function.name] = value
    return made


def add_type(each: Declared, declared: StubType, made: Absent) -> None:
    """Adds the fallback value of all functions that return this type, if it has one."""
    type_, returns = each.cursor.result_type, declared.declare()
    if type_.get_canonical().kind == TypeKind.ENUM and returns.isidentifier():
        if codes := failure(type_.get_canonical().get_declaration()):
            made.enums[returns] = codes
            made.returns[returns] = list(codes)[1]
    elif is_handle(type_):
        made.returns[returns] = NULL
        if not declared.pointers:
            made.handles[returns] = described(type_, returns)[1]


def words(name: str) -> dict[str, None]:
    """Returns a name's words in order: toy, get and version for toyGet_version. PQget has get."""
    return dict.fromkeys(word.lower() for word in AFTER_CAP.findall(name) + WORD.findall(name))


def is_text(function: Function) -> bool:
    """Returns whether the function returns a text that its caller does not free: a const one, or
    a version that is asked for without arguments."""
    returns = function.returns.declare() if function.returns else ""
    return returns == "const char *" or (returns == "char *" and not function.parameters
                                         and VERSION.search(function.name) is not None)


def value_of_one(each: Declared, made: Absent, macros: Mapping[str, int]) -> str:
    """Returns the fallback value of this function if its type's value does not suit it, or ""."""
    name = each.function.name
    returns = each.function.returns.declare() if each.function.returns else ""
    if returns in NUMBERS and is_version(each.function):
        return "0"
    if returns not in made.returns and starts(each) and (code := code_of(name, macros)):
        if (row := described(each.cursor.result_type, returns))[0]:
            made.numbers[returns] = row[1]
        return str(macros[code])
    asks = made.returns.get(returns) == NULL and (seeks(each) or reports(each.cursor)
                                                  or hands_back(each.cursor))
    return STOP if asks or (returns == "void" and changes_its_caller(each)) else ""


def is_version(function: Function) -> bool:
    """Returns whether the function returns the version of the library, and nothing else."""
    return (not function.parameters and VERSION_NUMBER.search(function.name) is not None
            and not words(function.name).keys() & ASKS)


def is_own_version(function: Function, soname: str) -> bool:
    """Returns whether a function's text is the version of this library, not of one that it uses."""
    named = LIBRARY.findall(" ".join(words(function.name)))
    return (not function.parameters and VERSION.search(function.name) is not None
            and all((first or last) in soname.lower() for first, last in named))


def starts(each: Declared) -> bool:
    """Returns whether the function starts the library or sets a callback, and returns an int."""
    found = words(each.function.name).keys()
    return (each.cursor.result_type.get_canonical().spelling == "int"
            and not found & (ASKS - SETS | SEEKS)
            and (any(map(STARTS.fullmatch, found))
                 or (bool(found & SETS) and any(map(CALLBACK.fullmatch, found)))))


def seeks(each: Declared) -> bool:
    """Returns whether the function asks the library as a whole for something, so that NULL may mean
    that there is none. In an iteration, the previous object does not count: NULL starts it."""
    found = words(each.function.name).keys()
    objects = {type_.get_canonical().spelling for type_ in parameters(each.cursor)
               if pointee(type_).kind == TypeKind.RECORD}
    if "iterate" in found:
        objects.discard(each.cursor.result_type.get_canonical().spelling)
    return bool(found & SEEKS) and not objects


def hands_back(cursor: Cursor) -> bool:
    """Returns whether the function sets a callback and returns the previous one, maybe NULL."""
    result = cursor.result_type.get_canonical()
    return pointee(result).kind in FUNCTIONS and any(
        type_.get_canonical() == result for type_ in parameters(cursor))


def changes_its_caller(each: Declared) -> bool:
    """Returns whether the function writes to its caller's memory, or ends or leaves the caller."""
    return any(NO_RETURN.search(token.spelling) for token in each.cursor.get_tokens()) or (
        writes(each.cursor) and not ends(each) and not sets_in_handle(each))


def reports(cursor: Cursor) -> bool:
    """Returns whether the function may write an error, or another number, to its caller's memory,
    so that the caller may check that memory and not the result."""
    for type_ in parameters(cursor):
        target = pointee(type_)
        inner = target.get_pointee() if target.kind == TypeKind.POINTER else target
        if not is_input(type_) and not inner.is_const_qualified() and (
                inner.kind in NUMERIC
                or (inner.kind == TypeKind.RECORD and "err" in inner.spelling.lower())):
            return True
    return False


def ends(each: Declared) -> bool:
    """Returns whether the function destroys its argument, and writes no number to the caller."""
    found = [*words(each.function.name)]
    numbers = [type_ for type_ in parameters(each.cursor) if pointee(type_).kind in NUMERIC]
    return (any(map(ENDS.fullmatch, found)) or found[-1] in LAST) and (
        not numbers or len(each.function.parameters) == 1)


def sets_in_handle(each: Declared) -> bool:
    """Returns whether the function sets something in an object of the library."""
    found, first = words(each.function.name), next(each.cursor.get_arguments(), None)
    return "set" in found and not found.keys() & SEEKS and first is not None and (
        is_handle(first.type))


def first_calls(declared: list[Declared], made: Absent) -> dict[str, str]:
    """Returns name → a value that may mean failure, for stopping functions that FIRST matches."""
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
    """Adds the row for --fail TYPE=VALUE, and drops the guesses for functions that return TYPE. The
    stub's check decides whether VALUE is valid."""
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
    """Returns the types whose functions stop although a value may mean failure, most used first."""
    counts: Counter[str] = Counter()
    types: dict[str, Type] = {}
    for each in declared:
        name = each.function.returns.declare() if each.function.returns else ""
        if name and name not in made.returns and each.function.name not in made.functions:
            types[name] = each.cursor.result_type
            counts[name] += 1
    return [Undecided(name, count, example,
                      described(types[name], name) if name not in made.numbers else ("", ""))
            for name, count in counts.most_common() if (example := example_of(types[name]))]


def example_of(type_: Type) -> str:
    """Returns a value that could mean failure; "" if only the stub's author can know one."""
    canonical = type_.get_canonical()
    if canonical.kind == TypeKind.POINTER:
        return NULL
    if canonical.spelling not in NUMBERS:
        return ""
    return "0" if "unsigned" in canonical.spelling else "-1"


def parameters(cursor: Cursor) -> list[Type]:
    return [argument.type for argument in cursor.get_arguments()]


def pointee(type_: Type) -> Type:
    """Returns what a parameter points to; an invalid type if it is neither pointer nor array."""
    canonical = type_.get_canonical()
    target = canonical.element_type if canonical.kind in ARRAYS else canonical.get_pointee()
    return target.get_canonical()


def is_input(type_: Type) -> bool:
    """Returns whether what a parameter points to is const."""
    canonical = type_.get_canonical()
    if canonical.kind in ARRAYS and canonical.is_const_qualified():
        return True
    return bool(pointee(type_).is_const_qualified())


def writes(cursor: Cursor) -> bool:
    """Returns whether a function may write to its caller's memory. A `void *` after a callback is
    passed to the callback, and does not count."""
    callback = False
    for type_ in parameters(cursor):
        target, after = pointee(type_), callback
        callback = target.kind in FUNCTIONS
        if (target.kind == TypeKind.INVALID or is_input(type_) or callback or is_handle(type_)
                or (target.kind == TypeKind.VOID and after) or "va_list" in target.spelling):
            continue
        return True
    return False


def text(each: Declared, made: Absent, soname: str) -> None:
    """Adds a function that returns the text of an error or of the library's version, if the
    generated C can declare its parameters. A function that checks a version gets NULL."""
    name = each.function.name
    if VERSION.search(name) and CHECK.search(name):
        made.functions[name] = NULL
        return
    opaque = {}
    for type_, argument in zip(each.function.parameters, each.cursor.get_arguments()):
        target = argument.type.get_canonical().get_pointee()
        if type_.base in C_TYPES or type_.base in made.enums:
            continue
        if target.kind != TypeKind.RECORD or not type_.base.isidentifier() or not type_.pointers:
            return
        opaque[type_.base] = "only through pointers"
    if (ERROR_TEXT.search(name) or is_own_version(each.function, soname)) and (
            not each.function.variadic):
        made.functions[name] = REASON
        made.opaque |= opaque
