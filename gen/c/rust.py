"""Renders the crate of `vendor --rust`: a build script, and declarations of the functions.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gen.c.declare import MOST, STRUCT, TAGS, UNION, defined, merged
from gen.c.interface import accessor, release
from gen.stub.declaration import Function, Type
from gen.stub.reader import read_function
from gen.stub.stub import Stub
from gen.stub.symbols import libraries
from gen.template import template
from gen.write import say

# C type → Rust type. Rust has none for long double.
NUMBERS = {
    "char": "c_char", "signed char": "c_schar", "unsigned char": "c_uchar", "short": "c_short",
    "unsigned short": "c_ushort", "int": "c_int", "unsigned int": "c_uint", "long": "c_long",
    "unsigned long": "c_ulong", "long long": "c_longlong", "unsigned long long": "c_ulonglong",
    "_Bool": "bool", "bool": "bool", "size_t": "usize", "ptrdiff_t": "isize", "ssize_t": "isize",
    "intptr_t": "isize", "uintptr_t": "usize", "off_t": "c_long", "float": "f32", "double": "f64",
    **{f"int{bits}_t": f"i{bits}" for bits in (8, 16, 32, 64)},
    **{f"uint{bits}_t": f"u{bits}" for bits in (8, 16, 32, 64)}}
MEMBER = re.compile(r"(.*?)(\w+)(?:\[(\d+)\])?")
ARRAY = re.compile(r"(.+?) ?\[(\d+)\]")


class Unknown(Exception):
    """Raised for a type whose size only a header defines. The text is the type's name."""


@dataclass(frozen=True)
class Types:
    """Type → meaning, as in declare.py; and the members of structs, as in [types.structs]."""
    meanings: Mapping[str, str]
    structs: Mapping[str, list[str]]

    def named(self, base: str) -> str:
        """Returns the Rust name of a C type that is not a pointer."""
        name = defined(self.meanings).get(base, base)
        return "c_void" if base == "void" else NUMBERS.get(base, name.rpartition(" ")[2])

    def sized(self, base: str) -> str:
        """Returns the name of a type that is passed by value, if its size is known."""
        meaning = self.meanings.get(defined(self.meanings).get(base, base), "")
        if base not in NUMBERS and base not in self.structs and "{" not in meaning:
            if meaning in ("", STRUCT, UNION) or "<" in meaning or ARRAY.fullmatch(meaning):
                raise Unknown(base)
            self.spelled(meaning)
        return self.named(base)

    def translated(self, type_: Type) -> str:
        """Returns the Rust type of a C type. Raises Unknown if its size is needed but unknown."""
        if type_.text:
            return "*mut c_void"
        if type_.parameters is not None:
            returned = Type(type_.base, type_.constant, type_.pointers)
            return f"Option<unsafe extern \"C\" fn({self.listed(type_.parameters)})" \
                   f"{self.result(returned)}>"
        if not type_.pointers:
            return self.sized(type_.base)
        constants = (type_.constant, *type_.pointers)[:len(type_.pointers)]
        stars = "".join("*const " if constant else "*mut " for constant in reversed(constants))
        return stars + self.named(type_.base)

    def listed(self, types: Sequence[Type]) -> str:
        return ", ".join(map(self.translated, types))

    def result(self, type_: Type) -> str:
        return "" if type_ == Type("void") else f" -> {self.translated(type_)}"

    def function(self, name: str, function: Function) -> str:
        listed = [f"a{i}: {self.translated(p)}" for i, p in enumerate(function.parameters, 1)]
        listed += ["..."] * function.variadic
        return f"pub fn {name}({', '.join(listed)}){self.result(function.returned)};"

    def spelled(self, meaning: str) -> str:
        """Returns the Rust type of a C type that is given as text, such as void (*)(int)."""
        if array := ARRAY.fullmatch(meaning):
            return f"[{self.spelled(array[1])}; {array[2]}]"
        parameter, = read_function(f"void f({meaning});").parameters
        return self.translated(parameter)


def enum(name: str, meaning: str) -> Iterator[str]:
    """Yields an integer type and a constant for each enumerator of a C enum's definition."""
    rows, value = [], -1
    for row in filter(None, re.split(r",\s*", meaning[meaning.index("{") + 1:-1].strip())):
        constant, _, given = row.partition(" = ")
        value = int(given, 0) if given else value + 1
        rows.append((constant, value))
    large = any(value > MOST for _, value in rows)
    yield f"pub type {name} = {'c_uint' if large else 'c_int'};"
    yield from (f"pub const {constant}: {name} = {value};" for constant, value in rows)


def opaque(name: str) -> str:
    return f"#[repr(C)]\npub struct {name} {{\n    _size_is_unknown: [u8; 0],\n}}"


def definition(types: Types, name: str, meaning: str) -> Iterator[str]:
    """Yields the lines of one type."""
    if name in types.structs:
        yield f"#[repr(C)]\n#[derive(Clone, Copy)]\npub struct {name} {{"
        for member in types.structs[name]:
            found = MEMBER.fullmatch(member)
            assert found, member
            kind = types.spelled(found[1].strip() + (f"[{found[3]}]" if found[3] else ""))
            yield f"    pub {found[2]}: {kind},"
        yield "}"
    elif "{" in meaning:
        yield from enum(types.named(name), meaning)
    elif meaning in (STRUCT, UNION) or (meaning.startswith("<") and name not in NUMBERS):
        yield opaque(types.named(name))
    elif name not in NUMBERS and name != meaning:
        same = types.named(meaning) if meaning.startswith(TAGS) and "*" not in meaning else ""
        yield f"pub type {name} = {same or types.spelled(meaning)};"


def tags(types: Types, functions: Mapping[str, Function]) -> set[str]:
    """Returns the structs that are named only by their tags."""
    texts = [*types.meanings.values(), *(f.spelled_types() for f in functions.values())]
    named = {name for text in texts for name in re.findall(r"\b(?:struct|union) (\w+)", text)}
    return named - {name.rpartition(" ")[2] for name in types.meanings}


def library(stub: Stub) -> str:
    return f"/// {stub.title}.\npub fn {stub.name}() -> Library {{\n" \
           f"    Library(unsafe {{ ffi::{accessor(stub)}() }})\n}}"


def declarations(types: Types, functions: Mapping[str, Function]) -> tuple[list[str], list[str]]:
    """Returns the declared functions, and the names of those with types of unknown size."""
    declared, left = [], []
    for name, function in functions.items():
        try:
            declared.append(types.function(name, function))
        except Unknown:
            left.append(name)
    return declared, left


def crate(stubs: Sequence[Stub], banner: str) -> dict[str, str]:
    """Returns name → content of the files beside lazynccl.c."""
    structs = {name: members for stub in stubs for name, members in stub.types.structs.items()}
    types = Types(merged(stubs), structs)
    functions = {symbol.name: symbol.function for stub in stubs
                 for symbol in libraries(stub)[0].symbols if symbol.function.returns}
    declared, left = declarations(types, functions)
    if left:
        say(f"not declared in lib.rs ({len(left)}): only a header gives the size of an argument; "
            "use symbol()", *textwrap.wrap(" ".join(sorted(left)), 96, initial_indent="    ",
                                           subsequent_indent="    "))
    bodies = ["\n".join(definition(types, name, meaning))
              for name, meaning in sorted(types.meanings.items())]
    bodies += map(opaque, sorted(tags(types, functions)))
    first = stubs[0].prefix
    return {
        "Cargo.toml": template("c/Cargo.toml.in").substitute(name=first, version=release()),
        "build.rs": template("c/build.rs.in").substitute(name=first),
        "lib.rs": template("c/lib.rs.in").substitute(
            banner=banner, titles=", ".join(stub.title for stub in stubs), first=stubs[0].name,
            types="\n".join(filter(None, bodies)), libraries="\n\n".join(map(library, stubs)),
            accessors="\n".join(f"        pub fn {accessor(stub)}() -> *mut lazynccl_library;"
                                for stub in stubs),
            functions="\n".join(f"    {line}" for line in declared))}
