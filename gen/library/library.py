"""Renders the C of one library: its description and the fallbacks of its functions.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from dataclasses import replace

from gen.library import absent
from gen.library.assembly import jump_name
from gen.library.description import answer, description, note, symbols, table, version, wrapped
from gen.stub.absent import ENUM
from gen.stub.answers import STOP
from gen.stub.symbols import Library, Symbol
from gen.stub.types import types
from gen.template import fold, template

suffix = "c"


def reason(library: Library, index: int, symbol: Symbol) -> str:
    """Renders a public function that returns the text of an error. If the error came from an absent
    call, the text is the reason."""
    stub, function = library.stub, symbol.function
    function = replace(function, parameters=tuple(
        replace(each, base="int") if each.base.startswith(ENUM) else each
        for each in function.parameters))
    ours = f"lazynccl_last_reason(&lazynccl_library_{library.object})"
    if [p.declare() for p in function.parameters] == [stub.result]:
        ours = f"a1 == {stub.absent.returns[stub.result]} ? {ours} : NULL"
    jump = jump_name(library, symbol)
    return template("library/reason.c.in").substitute(
        public=function.declare(symbol.name), jump=function.declare(jump), jump_name=jump,
        arguments=function.arguments(), reason=ours, object=library.object, index=index)


def reasons(library: Library) -> str:
    return "".join(reason(library, index, symbol) for index, symbol in enumerate(library.symbols)
                   if jump_name(library, symbol) != symbol.name)


def rows(numbers: list[int], count: int = 20) -> str:
    return "\n".join("    " + "".join(f"{number}, " for number in numbers[i:i + count]).rstrip()
                     for i in range(0, len(numbers), count))


def quiet(functions: list[str]) -> str:
    """Renders fallback functions, of which most ignore their parameters."""
    return "\n".join(["#pragma GCC diagnostic push",
                      '#pragma GCC diagnostic ignored "-Wunused-parameter"', *functions,
                      "#pragma GCC diagnostic pop"]) if functions else ""


def fallbacks(library: Library, internal: str) -> tuple[str, list[str]]:
    """Renders the fallbacks. Returns them, and the initializers of the members of struct
    lazynccl_trampolines that lead to them."""
    functions, addresses, row_of_slot = absent.render(library)
    object_ = library.object
    texts, answers = absent.counts(library, row_of_slot)
    members = [f"    .texts = {texts},"]
    if answers:
        members.append(f"    .answers = {answers},")
    if answers and library.stub.absent_secure == STOP:
        members.append("    .secure_stop = 1,")
    return template("library/fallbacks.c.in").substitute(
        functions=quiet(functions), rows="\n".join(wrapped(", ".join(addresses) + ",")),
        answers=rows(row_of_slot), object=object_, internal=internal), [
            "    .resolve = lazynccl_resolve,", f"    .slots = lazynccl_slots_{object_},",
            f"    .row_of_slot = answers_{object_},", f"    .fallbacks = absent_{object_},",
            *members]


def render(library: Library, known: frozenset[str] = frozenset()) -> str:
    """Renders the C of the library. Types in `known` are already defined in the same file."""
    stub = library.stub
    internal, kind = ("", "small_") if stub.small else ("LAZYNCCL_INTERNAL ", "")
    slot, answers = answer(library)
    fallback_text, calls = fallbacks(library, internal) if stub.calls else ("", [])
    removed = table(library, "removed", library.removed()) if library.removed() else ""
    version_ = version(library)
    rendered = template(f"library/{kind}library.c.in").substitute(
        name=stub.name, title=stub.title, object=library.object, which=library.which,
        count=len(library.symbols),
        objects="\n".join(f"{internal}extern lazynccl_library lazynccl_library_{name};"
                          for name in sorted({stub.name, library.object})),
        search=",".join(stub.search),
        includes="#include <errno.h>\n" if "errno = " in fallback_text else "",
        note=note(library), types="\n".join(t for n, t in types(stub).items() if n not in known),
        reasons=reasons(library) if stub.calls else "",
        fallbacks=fallback_text, calls="".join(f"{line}\n" for line in calls),
        symbols=symbols(library),
        added=table(library, "added", library.runs()),
        removed=removed and f"\n{removed}\n", version=version_, answer=answers,
        asked=f"version_{library.object}" if version_ else "NULL",
        answered=f"\n    .version_slot = {slot},\n    .version_fallback = (lazynccl_function)"
                 f"version_from_suffix_{library.object}," if answers else "",
        description=description(library),
        accessor="" if library.family
        else template(f"library/{kind}accessor.c.in").substitute(
            name=stub.name, title=stub.title))
    return "\n".join(map(fold, rendered.split("\n")))
