"""Renders the C of one library: its description and the fallbacks of its functions.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.library import absent
from gen.library.assembly import jump_name
from gen.library.description import answer, description, note, symbols, table, version
from gen.stub.symbols import Library, Symbol
from gen.stub.types import types
from gen.template import fold, template

suffix = "c"


def reason(library: Library, index: int, symbol: Symbol) -> str:
    """Renders a public function that returns the text of an error. If the error came from an absent
    call, the text is the reason."""
    stub, function = library.stub, symbol.function
    ours = f"lazynccl_last_reason(&lazynccl_library_{library.object})"
    if [p.declare() for p in function.parameters] == [stub.result]:
        ours = f"a1 == {stub.absent.returns[stub.result]} ? {ours} : NULL"
    jump = jump_name(library, symbol)
    return template("library/reason.c.in").substitute(
        public=function.declare(symbol.name), jump=function.declare(jump), jump_name=jump,
        arguments=function.arguments(), reason=ours, object=library.object, index=index)


def rows(numbers: list[int], count: int = 20) -> str:
    return "\n".join("    " + "".join(f"{number}, " for number in numbers[i:i + count]).rstrip()
                     for i in range(0, len(numbers), count))


def quiet(functions: list[str]) -> str:
    """Renders fallback functions, of which most ignore their parameters."""
    return "\n".join(["#pragma GCC diagnostic push",
                      '#pragma GCC diagnostic ignored "-Wunused-parameter"', *functions,
                      "#pragma GCC diagnostic pop"]) if functions else ""


def render(library: Library, known: frozenset[str] = frozenset()) -> str:
    """Renders the C of the library. Types in `known` are already defined in the same file."""
    stub = library.stub
    objects = sorted({stub.name, library.object})
    slot, answers = answer(library)
    functions, addresses, answering = absent.render(library)
    removed = table(library, "removed", library.removed()) if library.removed() else ""
    version_ = version(library)
    name = "library/small.c.in" if stub.small else "library/library.c.in"
    rendered = template(name).substitute(
        name=stub.name, title=stub.title, object=library.object, which=library.which,
        count=len(library.symbols),
        objects="\n".join(
            f"LAZYNCCL_INTERNAL extern lazynccl_library lazynccl_library_{o};" for o in objects),
        includes="#include <errno.h>\n" if any("errno = " in text for text in functions) else "",
        note=note(library), types="\n".join(t for n, t in types(stub).items() if n not in known),
        reasons="".join(reason(library, i, s) for i, s in enumerate(library.symbols)
                        if jump_name(library, s) != s.name),
        absent=quiet(functions), answers=rows(answering),
        absent_rows="\n".join(f"    {address}," for address in addresses),
        symbols=symbols(library),
        added=table(library, "added", library.runs()),
        removed=removed and f"\n{removed}\n", version=version_, answer=answers,
        asked=f"version_{library.object}" if version_ else "NULL",
        answered=f"\n    .version_slot = {slot},\n    .version_fallback = (lazynccl_function)"
                 f"version_from_suffix_{library.object}," if answers else "",
        description=description(library),
        accessor="" if library.family
        else template("library/accessor.c.in").substitute(
            name=stub.name, title=stub.title))
    return "\n".join(map(fold, rendered.split("\n")))
