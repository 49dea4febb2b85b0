"""Renders the data of a library that the runtime reads: description, version, dlopen note.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import textwrap
from collections.abc import Collection, Sequence

from gen.stub.keys import PARTNER_RULES
from gen.stub.majors import changed
from gen.stub.stub import CALL, START
from gen.stub.symbols import Library, has_unversioned
from gen.stub.version import Version, version as parse
from gen.template import COLUMNS, quote, template

WHEN = {CALL: "its first call", START: "startup"}


def quotes(texts: list[str]) -> str:
    return f"(const char *const[]){{{', '.join([*map(quote, texts), 'NULL'])}}}"


def table(library: Library, name: str, rows: list[tuple[Version, int]]) -> str:
    # wrapped() breaks lines at blanks, so elements get theirs later
    lines = wrapped(" ".join(f"{{{version.number()},{index}}}," for version, index in rows))
    lines = [line.replace(",", ", ").replace(",  ", ", ").rstrip() for line in lines]
    head = f"static const struct lazynccl_change {name}_{library.object}[] = {{"
    return "\n".join([head, *lines, "};"])


def version(library: Library) -> str:
    """Renders the function that asks the library for its version; "" if the library has none."""
    ask = library.stub.function(library.stub.version.function)
    if not ask:
        return ""
    numbers = ["major", "minor", "patch"]
    called = f"(({ask.pointer().declare()})function)"
    if not ask.parameters:
        numbers = ["number"]
        variables, refused = f"{ask.returned.base} number = {called}()", "number == 0"
    elif not ask.parameters[0].pointers:  # returns one part, selected by its position in an enum
        called = "((int (*)(int, int *))function)"
        variables = "int major = 0, minor = 0, patch = 0"
        refused = " || ".join(f"{called}({i}, &{n}) != 0" for i, n in enumerate(numbers))
    else:
        numbers = numbers[:2] if len(ask.parameters) == 2 else ["number"]
        given = ", ".join(f"&{n}" for n in numbers)
        variables = f"{ask.parameters[0].pointee().declare()} {' = 0, '.join(numbers)} = 0"
        refused = f"{called}({given}) != 0"
    value = " + ".join(f"{n} * {f}" if f else n for n, f in zip(numbers, (10000, 100, "")))
    return template("library/version.c.in").substitute(
        object=library.object, variables=variables,
        refused=refused.replace(" || ", " ||\n        "),
        value=library.stub.version.value or (value if len(numbers) > 1 else "number"))


def answer(library: Library) -> tuple[int, str]:
    """Returns the slot of the version function that older releases lack, and the C that derives the
    version from their suffixes instead; (0, "") if the stub has no such function."""
    stub = library.stub
    for index, symbol in enumerate(library.symbols):
        if symbol.name == stub.symbols.version_from_suffix:
            success = next(c for c, v in stub.types.enums[stub.result].items() if v == 0)
            declaration = symbol.function.declare(f"version_from_suffix_{library.object}")
            return index, template("library/answer.c.in").substitute(
                declaration=declaration, object=library.object, success=success)
    return 0, ""


def note(library: Library) -> str:
    """Renders the last two arguments of LAZYNCCL_NOTE: size, and text in the format of UAPI.12."""
    stub = library.stub
    text = json.dumps([{"soname": library.sonames, "feature": stub.feature or stub.name,
                        "description": stub.description or
                        f"{stub.title}, opened at {WHEN[stub.open]}",
                        "priority": stub.priority}], separators=(",", ":"))
    lines = quote(text).replace(',\\"', ',"\n              "\\"')
    return f"{len(text) + 1},\n              {lines}"


def names(library: Library) -> list[str]:
    """Returns the names of the symbols; of a name and its alias only the longer one, because the
    runtime finds the shorter one at its end."""
    step = 1 + bool(library.alias_bytes)
    return [symbol.name for symbol in library.symbols[step - 1::step]]


def escaped(numbers: Sequence[int]) -> list[str]:
    escapes = [f"\\{number:o}" for number in numbers]
    return [f'    "{"".join(escapes[i:i + 20])}"' for i in range(0, len(escapes), 20)]


def starts(lists: list[str]) -> list[int]:
    """Returns the two bytes of each distance from the first of these bytes to a list. The first
    distance, for slots without a list, leads to the empty text after the first list."""
    first = 2 * len(lists) + 2
    distances = [first + len(lists[0]) - 1,
                 *(first + sum(map(len, lists[:i])) for i in range(len(lists)))]
    return [byte for distance in distances for byte in divmod(distance, 256)]


def wrapped(text: str) -> list[str]:
    """Breaks a C list, or string literals without blanks, into lines."""
    return textwrap.wrap(text, COLUMNS, initial_indent="    ", subsequent_indent="    ",
                         break_long_words=False, break_on_hyphens=False)


def symbols(library: Library) -> str:
    """Renders the names of the symbols, then the versions, as library/description.h explains."""
    lists, numbers = library.versions()
    lines = wrapped(" ".join(f'"{name}\\0"' for name in names(library)))
    if lists:
        texts = ["".join(f"{text}\0" for text in (*each, "")) for each in lists]
        lines.append("    /* each slot's list of versions by number, distances of lists, lists */")
        lines += [*escaped(numbers), *escaped(starts(texts))]
        # Each string is in separate quotes because a digit after \\0 would extend the escape.
        lines += wrapped(" ".join(f'"{text}\\0"' for each in lists for text in (*each, "")))
    return "\n".join(lines)


def majors_of(library: Library) -> str:
    """Renders CUDA's major of each SONAME as a byte."""
    found = [library.stub.cuda_majors.get(name, 0) for name in library.sonames]
    return f'"{"".join(f"{chr(92)}{number:o}" for number in found)}"' if any(found) else "NULL"


def changed_of(library: Library) -> str:
    """Renders the functions that differ between CUDA's majors: as a byte the first major with the
    newer function, and the name. A sentence follows the functions that differ in the same way."""
    alike: dict[tuple[int, str], list[str]] = {}
    for major, name, text in changed(library.stub.name):
        if library.stub.function(name):
            alike.setdefault((major, text), []).append(name)
    rows = []
    for (major, text), names in alike.items():
        rows += [f'"\\{major:03o}{name}\\0"' for name in names]
        rows.append(f'"differs between CUDA\'s majors: {text}\\0"')
    return "\n              ".join(["", *rows]) if rows else "NULL"


def before_of(library: Library) -> str:
    """Renders the functions that had another name before a major of CUDA changed them: the major as
    a byte, the name, and the name before."""
    stub = library.stub
    rows = [f'"\\{major:03o}{name}\\0{stub.symbols.before[name]}\\0"'
            for major, name, _ in changed(stub.name) if name in stub.symbols.before and (
                stub.function(name) or stub.function(stub.symbols.before[name]))]
    return "\n              ".join(["", *dict.fromkeys(rows)]) if rows else "NULL"


def optional_of(library: Library) -> str:
    """Renders the names of the symbols of the functions that a file may lack."""
    found = [symbol.name for symbol in library.symbols
             if symbol.function.name in library.stub.optional]
    return "\n              ".join(["", *(f'"{name}\\0"' for name in found)]) if found else "NULL"


def of_files(library: Library) -> dict[str, str]:
    """Returns the members that identify the files of the library and their versions."""
    stub, companion = library.stub, library.stub.companion
    return {
        "name": quote(stub.name), "title": quote(stub.title),
        "sonames": quotes(library.sonames),
        "companion": quote(companion and companion.format(major="%d", minor="%d")),
        "version_text": quote(stub.version.text),
    }


def remedy(search: Collection[str], packages: Sequence[str] = ()) -> str:
    """Renders what a small copy advises if it does not find the library."""
    ways = ["name the file in LAZYNCCL_LIBPATH"] if "env" in search else []
    ways += [f"pip install {' or '.join(packages)}"] if packages else []
    return f"; {', or '.join(ways)}" if ways else ""


def description(library: Library) -> str:
    stub, object_ = library.stub, library.object
    suffixed, since = stub.symbols.suffixed, stub.symbols.unsuffixed_since
    rows = of_files(library) | {
        "wheels": quotes(stub.wheels),
        "home_variables": quotes(stub.home_variables), "packages": quotes(library.packages),
        "remedy": quote(remedy(stub.search, library.packages[:2])),
        "partner": quote(stub.partner),
        "partner_order": PARTNER_RULES.get(stub.partner_rule or "", 0),
        "cuda_named": int(stub.cuda_named),
        "cuda_majors": majors_of(library), "changed": changed_of(library),
        "before": before_of(library),
        "version_function": quote(stub.version.function),
        "symbols": f"symbols_{object_} + {library.alias_bytes}" if library.alias_bytes
        else f"symbols_{object_}",
        "alias_bytes": library.alias_bytes,
        "versions": sum(len(name) + 1 for name in names(library)) - library.alias_bytes
        if any(library.versions()[1]) else 0,
        "versions_sum": f"{stub.versions_sum:#x}",
        "count": len(library.symbols),
        "complete": int(stub.complete), "optional": optional_of(library),
        "added": f"added_{object_}", "added_count": len(library.runs()),
        "removed": f"removed_{object_}" if library.removed() else "NULL",
        "removed_count": len(library.removed()),
        "suffixed": quote(suffixed and suffixed.format(name="%s", major="%d", minor="%d")),
        "highest_minor": library.highest_minor,
        "unsuffixed_since": parse(since).number() if since and not library.family else 0,
        "family": library.family,
    }
    if not stub.versions_sum or not has_unversioned(stub):
        del rows["versions_sum"]
    if stub.small:
        rows = {key: value for key, value in rows.items() if value not in (0, "NULL")}
    else:
        del rows["remedy"]
    return "\n".join(f"    .{key} = {value}," for key, value in rows.items())
