"""C declarations of functions. Stubs contain only the types of parameters, not their names.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gen.stub.version import FROM_START, Version

NUMBERS = frozenset(
    "char|signed char|unsigned char|short|unsigned short|int|unsigned int|long|unsigned long"
    "|long long|unsigned long long|_Bool|size_t|ptrdiff_t|wchar_t|intptr_t|uintptr_t"
    "|int8_t|int16_t|int32_t|int64_t|uint8_t|uint16_t|uint32_t|uint64_t|float|double"
    "|long double".split("|"))
C_TYPES = NUMBERS | {"void"}
# Words that need no declaration.
C_WORDS = frozenset(word for type_ in C_TYPES for word in type_.split()) | {
    "const", "volatile", "restrict"}
TYPE_NAME = re.compile(r"(?:\b(?:struct|union|enum) )?\b[A-Za-z_]\w*")


@dataclass(frozen=True)
class Type:
    """A C type. `const char *const *` has base "char", constant True, pointers (True, False)."""
    base: str
    constant: bool = False
    pointers: tuple[bool, ...] = ()  # for each *, innermost first: whether it is const
    parameters: tuple[Type, ...] | None = None  # for a pointer to a function that returns this
    text: str = ""  # for any other pointer, such as int (*)[4]

    def declare(self, name: str = "") -> str:
        """Returns the declaration of a variable or, without a name, the type alone."""
        if self.text and not name:
            return self.text
        stars = "".join("*const " if constant else "*" for constant in self.pointers)
        left = f"{'const ' if self.constant else ''}{self.base} {stars}"
        if self.parameters is not None:
            arguments = ", ".join(t.declare() for t in self.parameters)
            return f"{left}(*{name})({arguments or 'void'})"
        return (left + name).rstrip()

    def pointee(self) -> Type:
        return Type(self.base, self.constant, self.pointers[:-1])

    def writable(self) -> bool:
        """Returns whether this points to a writable value, as opposed to raw memory or text."""
        if not self.pointers or self.parameters is not None:
            return False
        if len(self.pointers) == 1:
            return not self.constant and self.base not in ("void", "char")
        return not self.pointers[-2]

    def names(self) -> set[str]:
        return {self.base}.union(*(t.names() for t in self.parameters or ()))


@dataclass(frozen=True)
class Function:
    name: str
    returns: Type | None  # None: the stub contains only the name
    parameters: tuple[Type, ...]
    added: Version = FROM_START
    line: int = 0
    variadic: bool = False

    @property
    def returned(self) -> Type:
        """The type that the function returns; the stub must have its declaration."""
        assert self.returns, f"{self.name} is only a name"
        return self.returns

    def types(self) -> list[str]:
        all_types = (self.returns, *self.parameters) if self.returns else ()
        return sorted(set().union(*(t.names() for t in all_types)))

    def spelled_types(self) -> str:
        return ", ".join(type_.declare() for type_ in (self.returned, *self.parameters))

    def pointer(self) -> Type:
        return replace(self.returned, parameters=self.parameters)

    def declare(self, name: str) -> str:
        return self._declared(name, [t.declare(f"a{i}") for i, t in enumerate(self.parameters, 1)])

    def prototype(self, name: str = "") -> str:
        """Returns the declaration as stubs write it, for `name` if given."""
        if not self.returns:
            return f"{name or self.name};"
        return self._declared(name or self.name, [t.declare() for t in self.parameters]) + ";"

    def _declared(self, name: str, arguments: list[str]) -> str:
        listed = ", ".join([*arguments, "..."] if self.variadic else arguments)
        return f"{self.returned.declare(name)}({listed or 'void'})"

    def arguments(self) -> str:
        return ", ".join(f"a{i}" for i in range(1, len(self.parameters) + 1))
