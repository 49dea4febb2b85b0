"""Computes where the arguments of a call are on each machine, and their sizes.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import re

from gen.stub.declaration import Function, Type
from gen.stub.stub import Stub

# For x86-64, aarch64 and riscv64: the number of registers for integer arguments, and whether a
# struct of more than 16 bytes is passed by address, in one of them.
MACHINES = ((6, False), (8, True), (8, True))
FLOATS = {"float": 4, "double": 8}
SIZES = {"char": 1, "signed char": 1, "unsigned char": 1, "_Bool": 1, "int8_t": 1, "uint8_t": 1,
         "short": 2, "unsigned short": 2, "int16_t": 2, "uint16_t": 2, "int": 4, "unsigned int": 4,
         "wchar_t": 4, "int32_t": 4, "uint32_t": 4, **FLOATS}
LIMITS = {f"{sign}INT{bits}_MAX": 2 ** (bits - signs) - 1
          for sign, signs in (("", 1), ("U", 0)) for bits in (8, 16, 32, 64)}


def leaves(stub: Stub, type_: Type) -> list[tuple[int, bool]]:
    """Returns the size of each value in a type, and whether the value is a floating-point
    number."""
    if type_.pointers or type_.text or type_.parameters is not None:
        return [(8, False)]
    base = stub.types.numbers.get(type_.base, type_.base)
    if base in stub.types.structs:
        found = []
        for member in stub.types.structs[base]:
            part = re.fullmatch(r"(.+?)\w+(?:\[(\d+)\])?", member)
            assert part, f"{member} is not a member"
            inner = Type(part[1].strip(" *"), pointers=(False,) * part[1].count("*"))
            found += leaves(stub, inner) * int(part[2] or 1)
        return found
    size = 4 if base in stub.types.enums else SIZES.get(base, 8)
    return [(size, base in FLOATS)] if base != "long double" else [(16, True)]


def size(stub: Stub, type_: Type) -> int:
    """Returns the size of a type, in which each value is aligned to its own size."""
    at, parts = 0, leaves(stub, type_)
    for width, _ in parts:
        at += -at % width + width
    return at + -at % max(width for width, _ in parts)


def places(stub: Stub, function: Function, position: int) -> list[int] | None:
    """Returns the register of a parameter on each machine. Words on the stack are numbered after
    the last register. Returns None if the position is not known."""
    found = []
    for registers, by_address in MACHINES:
        words = stack = floats = 0
        for type_ in function.parameters[:position - 1]:
            parts, bytes_ = leaves(stub, type_), size(stub, type_)
            large, wide = bytes_ > 16, bytes_ > 8
            if large and not by_address:  # the struct itself is on the stack
                stack += (bytes_ + 7) // 8
            elif parts == [(bytes_, True)] and not wide:
                floats += 1
            elif large or not any(is_float for _, is_float in parts):  # an address, or 1 or 2 words
                words += 1 + (wide and not large)
            else:  # a struct with floating-point members
                return None
            if floats > 8 or (wide and not large and words > registers):
                return None  # in part on the stack
        found.append(words + (stack if words >= registers else 0))
    return found


def number(stub: Stub, value: str, type_: Type | None = None) -> int | None:
    """Returns the number that the result register holds for a value of the stub; None if not
    known."""
    constants = {name: n for row in stub.types.enums.values() for name, n in row.items()}
    if value.startswith("{"):
        members = [*map(int, re.findall(r"-?\d+", value))]
        if any(members) and (not type_ or leaves(stub, type_) != [(4, False)] * len(members)
                             or len(members) > 2):
            return None
        return sum((m & 2 ** 32 - 1) << 32 * i for i, m in enumerate(members))
    known = {"NULL": 0, "": 0, '""': 0} | LIMITS | constants
    if value not in known and not re.fullmatch(r"-?\d+", value):
        return None
    return known[value] if value in known else int(value)
