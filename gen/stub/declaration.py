"""Reads and writes C declarations of functions: types only, no parameter names.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from dataclasses import dataclass, replace

C_TYPES = frozenset(
    "void|char|signed char|unsigned char|short|unsigned short|int|unsigned int|long|unsigned long"
    "|long long|unsigned long long|float|double|size_t|int8_t|int16_t|int32_t|int64_t"
    "|uint8_t|uint16_t|uint32_t|uint64_t".split("|"))
WORDS = frozenset("char short int long float double signed unsigned".split())
TOKEN = re.compile(r"\s*([A-Za-z_]\w*|[*(),;])")


@dataclass(frozen=True)
class Type:
    """`const char *const *`: base "char", constant, pointers (True, False)."""
    base: str
    constant: bool = False
    pointers: tuple[bool, ...] = ()              # for each *, innermost first: is it const?
    parameters: "tuple[Type, ...] | None" = None  # of a pointer to a function that returns this

    def declare(self, name: str = "") -> str:
        """This type, with a name if there is one."""
        stars = "".join("*const " if constant else "*" for constant in self.pointers)
        left = f"{'const ' * self.constant}{self.base} {stars}"
        if self.parameters is not None:
            arguments = ", ".join(t.declare() for t in self.parameters)
            return f"{left}(*{name})({arguments or 'void'})"
        return (left + name).rstrip()

    def pointee(self) -> "Type":
        return Type(self.base, self.constant, self.pointers[:-1])

    def writable(self) -> bool:
        """Whether it points to something writable that is not raw memory or text."""
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
    returns: Type
    parameters: tuple[Type, ...]
    added: "tuple[int, ...]" = ()
    line: int = 0

    def types(self) -> list[str]:
        return sorted(set().union(*(t.names() for t in (self.returns, *self.parameters))))

    def pointer(self) -> Type:
        """The type of a pointer to this function."""
        return replace(self.returns, parameters=self.parameters)

    def declare(self, name: str) -> str:
        arguments = ", ".join(t.declare(f"a{i}") for i, t in enumerate(self.parameters, 1))
        return f"{self.returns.declare(name)}({arguments or 'void'})"

    def prototype(self) -> str:
        """The declaration as stubs write it."""
        arguments = ", ".join(t.declare() for t in self.parameters)
        return f"{self.returns.declare(self.name)}({arguments or 'void'});"

    def arguments(self) -> str:
        return ", ".join(f"a{i}" for i in range(1, len(self.parameters) + 1))


class _Reader:
    def __init__(self, text):
        self.tokens, at = [], 0
        while text[at:].strip():
            found = TOKEN.match(text, at)
            if not found:
                raise ValueError(f"{text[at:].strip()[0]!r} is not understood")
            self.tokens.append(found[1])
            at = found.end()

    def take(self, expected):
        if self.tokens[:len(expected)] != expected:
            got = " ".join(self.tokens[:len(expected)]) or "the end"
            raise ValueError(f"expected {' '.join(expected)!r}, not {got!r}")
        del self.tokens[:len(expected)]

    def accept(self, token):
        if self.tokens[:1] == [token]:
            return bool(self.tokens.pop(0))
        return False

    def word(self):
        if not self.tokens or not self.tokens[0][0].isidentifier():
            got = self.tokens[0] if self.tokens else "the end"
            raise ValueError(f"expected a name, not {got!r}")
        return self.tokens.pop(0)

    def type(self):
        constant, base = self.accept("const"), [self.word()]
        while base[-1] in WORDS and self.tokens[:1] and self.tokens[0] in WORDS:
            base.append(self.word())
        if self.tokens[:1] == ["const"]:
            raise ValueError("write const before the type")
        pointers = []
        while self.accept("*"):
            pointers.append(self.accept("const"))
        return Type(" ".join(base), constant, tuple(pointers))

    def parameters(self):
        self.take(["("])
        if self.tokens[:1] == [")"]:
            raise ValueError("() does not declare the parameters: write (void)")
        if self.tokens[:2] == ["void", ")"]:
            del self.tokens[:2]
            return ()
        found = []
        while not found or self.accept(","):
            type_ = self.type()
            if self.tokens[:1] == ["("]:
                self.take(["(", "*", ")"])
                type_ = replace(type_, parameters=self.parameters())
            found.append(type_)
        self.take([")"])
        return tuple(found)


def read_function(text: str, added=(), line=0) -> Function:
    """`int f(const char *, void (*)(void *));`; ValueError says what is not understood."""
    reader = _Reader(text)
    returns, name = reader.type(), reader.word()
    function = Function(name, returns, reader.parameters(), added, line)
    reader.take([";"])
    if reader.tokens:
        raise ValueError("one declaration per line")
    return function
