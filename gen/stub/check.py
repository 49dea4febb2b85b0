"""Checks that a stub does not contradict itself.

Each rule yields (line, message). stubs/README.md explains the keys.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from string import Formatter

from gen.stub import check_absent, check_types, symbols
from gen.stub.answers import ANSWER, SECURE, STOP
from gen.stub.declaration import NUMBERS, Function
from gen.stub.input_names import is_c_name, is_symbol, is_symbol_version
from gen.stub.keys import PARTNER_RULES
from gen.stub.majors import changed
from gen.stub.stub import CALL, NEVER, OPENS, PRIORITIES, START, Found, Stub
from gen.stub.toml import StubError
from gen.stub.version import is_version, version
from gen.write import InputError

# The most entries of each list. A search has room for LAZYNCCL_SONAMES, and a stand-in for
# LAZYNCCL_STANDIN_LISTED entries of all lists together.
MOST_ENTRIES = {"sonames": 8, "wheels": 10, "home_variables": 10, "packages": 10}


def findings(stub: Stub) -> list[StubError]:
    """Returns the errors of facts(), or if there are none, of all other rules, in line order."""
    return errors(stub, facts) or errors(stub, *ROWS, *USES, *FUNCTIONS)


def findings_of_rows(stub: Stub) -> list[StubError]:
    """Returns the errors that do not depend on which functions are kept."""
    return errors(stub, facts) or errors(stub, *ROWS)


def findings_of_functions(stub: Stub) -> list[StubError]:
    """Returns the errors in the functions that are kept."""
    return errors(stub, *FUNCTIONS)


def checked(stubs: list[Stub], find: Callable[[Stub], list[StubError]] = findings) -> list[Stub]:
    """Returns the stubs. Raises InputError if they have errors."""
    if wrong := [error for stub in stubs for error in find(stub)]:
        raise InputError(*wrong)
    return stubs


def errors(stub: Stub, *rules: Callable[[Stub], Found]) -> list[StubError]:
    found = {each for rule in rules for each in rule(stub)}
    return [StubError(stub.path, *each) for each in sorted(found)]


def placeholders(text: str) -> list[str] | None:
    try:
        return sorted(field for _, field, _, _ in Formatter().parse(text) if field is not None)
    except ValueError:
        return None


def facts(stub: Stub) -> Found:
    for key, name in (("name", stub.name), ("prefix", stub.prefix)):
        if not is_c_name(name):
            yield stub.line(key), f"{key} {name!r} must be a-z and 0-9, and begin with a letter"
    if not re.fullmatch(r"[\w .+-]+", stub.title, re.ASCII):
        line = stub.line("title")
        yield line, f"title {stub.title!r} must have only letters, digits and . + -"
    if stub.open not in OPENS:
        yield stub.line("open"), f'open must be "{CALL}" or "{START}"'
    if stub.absent_secure not in SECURE:
        yield stub.line("absent_secure"), f'absent_secure must be "{ANSWER}" or "{STOP}"'
    if stub.open == START and stub.symbols.families:
        yield stub.line("symbols.families"), (
            f'families needs open = "{CALL}": the first call decides which family is opened')
    if not stub.headers and any(function.returns for function in stub.functions):
        yield stub.line("headers"), "headers must name at least one header"
    yield from check_note(stub)
    yield from check_lists(stub)
    yield from check_versions(stub)
    yield from check_names(stub)
    yield from check_partner(stub)


def check_note(stub: Stub) -> Found:
    """Checks the words of the .note.dlopen."""
    if stub.priority not in PRIORITIES:
        yield stub.line("priority"), f"priority must be {', '.join(PRIORITIES)}"
    for key, text, form, what in (
            ("feature", stub.feature, r"[\w.+-]+", "a word of letters, digits and . + - _"),
            ("description", stub.description, r"[ !#-\[\]-~]+",
             'a line of ASCII without " and \\')):
        if text is not None and not re.fullmatch(form, text, re.ASCII):
            yield stub.line(key), f"{key} must be {what}"


def check_partner(stub: Stub) -> Found:
    if (stub.partner is None) != (stub.partner_rule is None):
        yield stub.line("partner"), "give both partner and partner_rule, or neither"
    elif stub.partner is not None and stub.partner_rule not in PARTNER_RULES:
        rules = " or ".join(f'"{rule}"' for rule in PARTNER_RULES)
        yield stub.line("partner_rule"), f"partner_rule must be {rules}"


def check_lists(stub: Stub) -> Found:
    """Checks the entries of lists, and their number."""
    if not stub.sonames:
        yield stub.line("sonames"), "sonames must name at least one soname"
    for soname in stub.sonames:
        if not re.fullmatch(r"[\w+-][\w.+-]*\.so(\.\d+)*", soname, re.ASCII):
            yield stub.line("sonames"), f"{soname!r} is not a soname like libnccl.so.2"
    for key, most in MOST_ENTRIES.items():
        count = len(getattr(stub, key))
        if count > most:
            yield stub.line(key), f"{key} has {count} entries, but only {most} fit"
    for name in stub.optional:
        if not stub.function(name):
            yield stub.line("optional"), f"{name!r} in optional is not in [functions]"
    for name in stub.data:
        if not name.isidentifier() or not name.isascii() or stub.function(name):
            yield stub.line("data"), f"{name!r} in data is not the name of a variable"


def check_versions(stub: Stub) -> Found:
    """Checks the versions, and the condition that compares the version of the headers."""
    declared = {name: text for name, text in stub.types.declared.items() if text != NEVER}
    texts = [("described", "", stub.described),
             ("symbols.unsuffixed_since", "", stub.symbols.unsuffixed_since)]
    for key, rows in (("headers", stub.c_headers), ("removed", stub.removed),
                      ("types.declared", declared)):
        texts += [(key, name, text) for name, text in rows.items()]
    for key, row, text in texts:
        if text is not None and not is_version(text):
            yield stub.line(key, row), f"{key}: {text!r} is not a version like 12.9 or 2.28.9"
    condition = stub.header_version
    if condition is None:
        if stub.described:
            yield stub.line("described"), "described needs header_version"
    elif (not {"major"} <= {*(placeholders(condition) or ())} <= {"major", "minor", "patch"}
            or not re.match(r"[A-Za-z_]\w* ", condition)):
        yield stub.line("header_version"), (
            "header_version must compare a macro with a number that is made from {major}, "
            "{minor} and {patch}")


def check_names(stub: Stub) -> Found:
    """Checks the names of functions, and the keys whose text has placeholders."""
    for function in stub.functions:
        if not is_symbol(function.name):
            yield function.line, f"{function.name!r} is not a name that assembly can have"
    for key, text, wanted in (("companion", stub.companion, ["major", "minor"]),
                              ("symbols.alias", stub.symbols.alias, ["name"]),
                              ("symbols.suffixed", stub.symbols.suffixed,
                               ["major", "minor", "name"])):
        if text is not None and placeholders(text) != wanted:
            braces = " and ".join(f"{{{each}}}" for each in wanted)
            yield stub.line(key), f"{key} must contain {braces} once and no other braces"
        elif text and "name" in wanted and not is_symbol(text.format(name="f", major=1, minor=1)):
            yield stub.line(key), f"{key} does not make names that assembly can have"


SUFFIX_FORMS = "two int pointers, to major and minor"
VERSION_FORMS = ("an int pointer to the number, two to major and minor, or an enum of parts and an "
                 "int pointer; or take no parameter and return the number")


def tells_version(stub: Stub, function: Function, any_form: bool) -> bool:
    """Returns whether gen/library/description.py can render a call that asks for the version."""
    if not function.returns:
        return False
    pointers = [p.declare() in ("int *", "unsigned int *") for p in function.parameters]
    if any_form and not pointers:
        return function.returns.declare() in NUMBERS
    forms = ([True], [True, True], [False, True]) if any_form else ([True, True],)
    return pointers in forms and function.returns.base in stub.types.enums


def names(stub: Stub) -> Found:
    """Checks rows that refer to functions."""
    for key, rows in (("absent.functions", stub.absent.functions), ("absent.out", stub.absent.out),
                      ("removed", stub.removed)):
        for name in rows:
            if not stub.function(name):
                yield stub.line(key, name), f"{key}: unknown function {name}"
    for key, asked, forms in (
            ("version.function", stub.version.function, VERSION_FORMS),
            ("symbols.version_from_suffix", stub.symbols.version_from_suffix, SUFFIX_FORMS)):
        function = stub.function(asked)
        if asked and not function:
            yield stub.line(key), f"{key}: unknown function {asked}"
        elif function and not tells_version(stub, function, key == "version.function"):
            what = f"{function.name} must return an error code and take {forms}"
            yield stub.line(key), f"{key}: {what}"
    yield from version_value(stub)
    for name, text in stub.removed.items():
        function = stub.function(name)
        if function and version(text) <= function.added:
            yield stub.line("removed", name), f"{name} is removed before it is added"
    for name, reason in stub.excluded.items():
        if not reason:
            yield stub.line("excluded", name), f"{name} needs a reason"


def version_value(stub: Stub) -> Found:
    """Checks the C expression that makes a version from what the version function writes."""
    value, function = stub.version.value, stub.function(stub.version.function)
    known = {"number"}
    if function and len(function.parameters) == 2:
        known = {"major", "minor"} if function.parameters[0].pointers else {
            "major", "minor", "patch"}
    if value is not None and (not {*re.findall(r"[a-z]+", value)} <= known
                              or not re.fullmatch(r"([a-z]+|\d+)( [*/%+] ([a-z]+|\d+))*", value)):
        yield stub.line("version.value"), (
            f"version.value may contain only {', '.join(sorted(known))}, numbers and * / % +")


def suffixes(stub: Stub) -> Found:
    """Checks the keys of [symbols] about suffix families, and that a SONAME has each major."""
    families, majors = stub.symbols.families, {symbols.major(s) for s in stub.sonames}
    line = stub.line("symbols.families")
    if bool(families) != bool(stub.symbols.suffixed):
        yield stub.line("symbols"), "give both suffixed and families, or neither"
    for family, highest in families.items():
        if not family.isdecimal() or int(family) not in majors:
            yield line, f"no soname has the major {family}"
        if highest < 0:
            yield line, f"the highest minor of {family} must not be negative"
    for key, given in (("unsuffixed_since", stub.symbols.unsuffixed_since),
                       ("never_suffixed", stub.symbols.never_suffixed),
                       ("version_from_suffix", stub.symbols.version_from_suffix)):
        if given and not families:
            yield stub.line(f"symbols.{key}"), f"{key} needs families"
    if families and stub.functions and stub.functions[0].name in stub.symbols.never_suffixed:
        yield stub.functions[0].line, ("the first function must be in every family, but this one "
                                       "is in never_suffixed: put another function first")
    yield from suffixed_functions(stub)


def suffixed_functions(stub: Stub) -> Found:
    """Checks the functions that suffix families lack or redeclare."""
    for name in stub.symbols.never_suffixed:
        if not stub.function(name):
            line = stub.line("symbols.never_suffixed")
            yield line, f"symbols.never_suffixed: unknown function {name}"
    for family, functions in stub.symbols.redeclared.items():
        if family not in stub.symbols.families:
            yield stub.line("symbols.redeclared", family), f"unknown family {family}"
        for function in functions:
            if not stub.function(function.name):
                yield function.line, f"unknown function {function.name}"


def renamed_functions(stub: Stub) -> Found:
    """Checks the names that functions had before a major of CUDA changed them."""
    known = {each.function for each in changed(stub.name)} if stub.symbols.before else set()
    for name, before in stub.symbols.before.items():
        line = stub.line("symbols.before", name)
        unknown = [each for each in (name, before) if not stub.function(each)]
        if unknown:
            yield line, f"symbols.before: unknown function {unknown[0]}"
        elif name not in known:
            yield line, f"symbols.before: no major of CUDA has changed {name}: remove the row"


MOST_LISTS = 255  # the generated C stores the number of a list in one byte


def versions(stub: Stub) -> Found:
    """Checks the symbol versions of functions."""
    key, functions = "symbols.versions", [function.name for function in stub.functions]
    for text, patterns in stub.symbols.versions.items():
        line = stub.line(key, text)
        if not is_symbol_version(text):
            yield line, f"{key}: {text!r} is not a version like FOO_1.2"
        if text in stub.sonames:
            yield line, f"{key}: {text} is a soname and distinguishes no versions: remove the row"
        for pattern in patterns or [""]:
            if not any(fnmatchcase(name, pattern) for name in functions):
                yield line, f"{key}: {text}: no function is named {pattern!r}"
    if len({symbols.versions(stub, name) for name in functions} - {()}) > MOST_LISTS:
        yield stub.line(key), f"{key}: more than {MOST_LISTS} different lists of versions"


# Rules about the rows of tables, about rows that no function uses, and about functions.
ROWS = (names, suffixes, renamed_functions, versions, *check_types.ROWS, *check_absent.ROWS)
USES = (*check_types.USES, *check_absent.USES)
FUNCTIONS = (*check_types.FUNCTIONS, *check_absent.FUNCTIONS)
