"""Renders what absent functions do as data, for stand-ins, which have no C for each library.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re

from gen.library import absent
from gen.library.description import quotes
from gen.stub.absent import REASON, STOP, answer
from gen.stub.declaration import Function, Type
from gen.stub.stub import Stub
from gen.stub.symbols import Library
from gen.template import template

# Registers that words are passed in, and whether a struct of more than 16 bytes takes one of them:
# x86-64, aarch64, riscv64.
MACHINES = ((6, False), (8, True), (8, True))
FLOATS = {"float": 4, "double": 8}
SIZES = {"char": 1, "signed char": 1, "unsigned char": 1, "_Bool": 1, "int8_t": 1, "uint8_t": 1,
         "short": 2, "unsigned short": 2, "int16_t": 2, "uint16_t": 2, "int": 4, "unsigned int": 4,
         "wchar_t": 4, "int32_t": 4, "uint32_t": 4, **FLOATS}
TEXTS = {'""': 1, REASON: 2}  # as in struct lazynccl_out
LIMITS = {f"{'U' * u}INT{bits}_MAX": 2 ** (bits - (not u)) - 1
          for u in (0, 1) for bits in (8, 16, 32, 64)}


def leaves(stub: Stub, type_: Type) -> list[tuple[int, bool]]:
    """The sizes of the values that a type consists of, and whether each is a number with a point."""
    if type_.pointers or type_.text or type_.parameters is not None:
        return [(8, False)]
    base = stub["types.numbers"].get(type_.base, type_.base)
    if base in stub["types.structs"]:
        found = []
        for member in stub["types.structs"][base]:
            name, count = re.fullmatch(r"(.+?)\w+(?:\[(\d+)\])?", member).groups()
            inner = Type(name.strip(" *"), pointers=(False,) * name.count("*"))
            found += leaves(stub, inner) * int(count or 1)
        return found
    size = 4 if base in stub["types.enums"] else SIZES.get(base, 8)
    return [(size, base in FLOATS)] if base != "long double" else [(16, True)]


def size(stub: Stub, type_: Type) -> int:
    at, parts = 0, leaves(stub, type_)
    for width, _ in parts:
        at += -at % width + width
    return at + -at % max(width for width, _ in parts)


def places(stub: Stub, function: Function, position: int) -> list[int] | None:
    """Where a parameter is on each machine: the number of its register, or, from their number on, of
    its word on the stack. None: not known."""
    found = []
    for registers, by_address in MACHINES:
        words = stack = points = 0
        for type_ in function.parameters[:position - 1]:
            parts, bytes_ = leaves(stub, type_), size(stub, type_)
            large, wide = bytes_ > 16, bytes_ > 8
            if large and not by_address:
                stack += (bytes_ + 7) // 8
            elif parts == [(bytes_, True)] and not wide:
                points += 1
            elif large or not any(point for _, point in parts):
                words += 1 + (wide and not large)
            else:
                return None
            if points > 8 or wide and not large and words > registers:
                return None
        found.append(words + (stack if words >= registers else 0))
    return found


def number(stub: Stub, value: str, type_: Type | None = None) -> int | None:
    """What a value of the stub is in C, as the register has it that returns it; None: not known."""
    constants = {name: n for row in stub["types.enums"].values() for name, n in row.items()}
    if value.startswith("{"):
        members = [*map(int, re.findall(r"-?\d+", value))]
        if any(members) and (not type_ or leaves(stub, type_) != [(4, False)] * len(members)
                             or len(members) > 2):
            return None
        return sum((m & 2 ** 32 - 1) << 32 * i for i, m in enumerate(members))
    known = {"NULL": 0, "": 0, '""': 0} | LIMITS | constants
    return known[value] if value in known else int(value)


def outs(stub: Stub, function: Function) -> list[str]:
    """What is written through the out-parameters."""
    row, rows = dict(stub["absent.out"].get(function.name, {})), []
    count = row.pop("count", 0)
    for position, value in row.items():
        if value == "in":
            continue
        at = places(stub, function, int(position))
        counted = places(stub, function, count) if count else [255] * len(MACHINES)
        text = TEXTS.get(value, 0)
        written = 0 if text else number(stub, value)
        if not at or not counted or written is None:
            raise stub.error(f"{function.name}: a stand-in cannot write {value} to parameter "
                             f"{position}", "absent.out", function.name)
        type_ = Type("void", pointers=(False,)) if value == "NULL" else (
            function.parameters[int(position) - 1].pointee())
        rows.append(f"{{{braces(at)}, {braces(counted)}, {size(stub, type_)}, "
                    f"{text}, {written}}},")
    return rows


def braces(numbers: list[int]) -> str:
    return "{" + ", ".join(map(str, numbers)) + "}"


def rows(library: Library) -> tuple[list[str], list[str]]:
    """A row for each of the library's answers, and all that they write."""
    stub, made, written = library.stub, {}, []
    for symbol, index in zip(library.symbols, absent.render(library)[2]):
        function, value = symbol.function, answer(library.stub, symbol.function)
        if index in made:
            continue
        if value in (STOP, REASON):
            made[index] = f"{{0, LAZYNCCL_ANSWER_{value.upper()}, 0, 0}},"
            continue
        returned, found = number(stub, value, function.returns), outs(stub, function)
        void = function.returns.declare() == "void"
        if returned is None or not void and size(stub, function.returns) > 16:
            raise stub.error(f"{function.name}: a stand-in cannot return {value}", "absent.returns")
        made[index] = f"{{{returned}, LAZYNCCL_ANSWER_VALUE, {len(found)}, {len(written)}}},"
        written += found
    return [made[index] for index in sorted(made)], written


def texts(library: Library) -> list[str]:
    """The functions that return the text of an error, each with the only code, if it takes one."""
    stub = library.stub
    code = number(stub, stub["absent.returns"].get(stub.result, "0"))
    return [f"{{{slot}, {is_coded}, {code * is_coded}}},"
            for slot, symbol in enumerate(library.symbols)
            if answer(stub, symbol.function) == REASON
            for is_coded in [int([p.declare() for p in symbol.function.parameters] == [stub.result])]]


def render(every: list[Library]) -> str:
    """standin-answers.c"""
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
                                 == stub["symbols.version_from_suffix"]), -1),
            "versioned": int(stub["symbols.versioned"]),
            "passed_on": quotes([*stub["symbols.passed_on"]] * (not library.family)),
            "failure": number(stub, stub["absent.returns"].get(stub.result, "0")),
        }
        made += ["    {", *(f"        .{key} = {value}," for key, value in members.items()), "    },"]
    return template("library/answers.c.in").substitute(
        libraries="\n".join(parts), rows="\n".join(made))


def indented(lines: list[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)
