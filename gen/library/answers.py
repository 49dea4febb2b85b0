"""Renders the fallbacks as data for stand-ins, which contain no generated C.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.library import absent, signatures
from gen.library.description import quotes
from gen.library.layout import MACHINES, number, places, size
from gen.stub.absent import REASON, STOP, answer
from gen.stub.declaration import Function, Type
from gen.stub.stub import Stub
from gen.stub.symbols import Library
from gen.template import template

TEXTS = {'""': 1, REASON: 2}  # the member `text` of struct lazynccl_out
NOT_COUNTED = 255  # LAZYNCCL_OUT_NOT


def outs(stub: Stub, function: Function) -> list[str]:
    """Returns a row for each value that is written through an out-parameter."""
    out = stub.absent.written(function.name)
    rows = []
    for position, value in out.values.items():
        if value == "in":  # not written
            continue
        at = places(stub, function, position)
        counted = places(stub, function, out.count) if out.count else (
            [NOT_COUNTED] * len(MACHINES))
        text = TEXTS.get(value, 0)
        written = 0 if text else number(stub, value)
        if not at or not counted or written is None:
            raise stub.error(f"{function.name}: a stand-in cannot write {value} to parameter "
                             f"{position}", "absent.out", function.name)
        type_ = Type("void", pointers=(False,)) if value == "NULL" else (
            function.parameters[position - 1].pointee())
        rows.append(f"{{{braces(at)}, {braces(counted)}, {size(stub, type_)}, "
                    f"{text}, {written}}},")
    return rows


def braces(numbers: list[int]) -> str:
    return "{" + ", ".join(map(str, numbers)) + "}"


def rows(library: Library) -> tuple[list[str], list[str]]:
    """Returns a row for each fallback of the library, and one for each value that they write."""
    stub = library.stub
    made: dict[int, str] = {}
    written: list[str] = []
    for symbol, index in zip(library.symbols, absent.render(library)[2]):
        function, value = symbol.function, answer(library.stub, symbol.function)
        if index in made or value is None:
            continue
        if value in (STOP, REASON):
            made[index] = f"{{0, LAZYNCCL_FALLBACK_{value.upper()}, 0, 0}},"
            continue
        type_ = function.returns or Type("int")  # a function known only by name returns an int
        returned, found = number(stub, value, type_), outs(stub, function)
        if returned is None or (type_.declare() != "void" and size(stub, type_) > 16):
            raise stub.error(f"{function.name}: a stand-in cannot return {value}", "absent.returns")
        kind = "ANSWER" if absent.rank(stub, function) == 1 else "VALUE"
        made[index] = f"{{{returned}, LAZYNCCL_FALLBACK_{kind}, {len(found)}, {len(written)}}},"
        written += found
    return [made[index] for index in sorted(made)], written


def texts(library: Library) -> list[str]:
    """Returns a row for each function that returns the text of an error. If it takes an error code,
    the row contains the code that absent calls return."""
    stub, rows = library.stub, []
    code = number(stub, stub.absent.returns.get(stub.result, "0"))
    for slot, symbol in enumerate(library.symbols):
        if answer(stub, symbol.function) == REASON:
            coded = [p.declare() for p in symbol.function.parameters] == [stub.result]
            rows.append(f"{{{slot}, {int(coded)}, {code if coded else 0}}},")
    return rows


def render(every: list[Library]) -> str:
    """Renders standin-answers.c."""
    parts, made = [], []
    for library in every:
        stub, object_ = library.stub, library.object
        lines, written = rows(library)
        parts.append(template("library/answers_of.c.in").substitute(
            object=object_, rows=indented(lines), outs=indented(written or ["{.size = 0},"]),
            texts=indented([*texts(library), "{-1, 0, 0},"])))
        members = {
            "library": f"&lazynccl_library_{object_}",
            "rows": f"answers_{object_}", "outs": f"outs_{object_}", "texts": f"texts_{object_}",
            "count": len(lines), "out_count": len(written),
            "from_suffix": next((slot for slot, symbol in enumerate(library.symbols) if symbol.name
                                 == stub.symbols.version_from_suffix), -1),
            "versioned": int(stub.symbols.versioned),
            "passed_on": quotes([] if library.family else [*stub.symbols.passed_on]),
            "failure": number(stub, stub.absent.returns.get(stub.result, "0")),
        }
        rows_of = [f"        .{key} = {value}," for key, value in members.items()]
        made += ["    {", *rows_of, "    },"]
    return template("library/answers.c.in").substitute(
        libraries="\n".join(parts), rows="\n".join(made),
        signatures=indented(signatures.rows(every) or ['""']))


def indented(lines: list[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)
