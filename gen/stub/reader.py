"""Reads C declarations of functions as stubs write them.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from dataclasses import replace

from gen.stub.declaration import Function, Type
from gen.stub.version import FROM_START, Version

WORDS = frozenset("char short int long float double signed unsigned _Complex".split())
TAGS = ("struct", "union", "enum")
TOKEN = re.compile(r"\s*([A-Za-z_]\w*|\d+|\.\.\.|[*(),;[\]])")


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at = 0
        while text[at:].strip():
            found = TOKEN.match(text, at)
            if not found:
                raise ValueError(f"unexpected {text[at:].strip()[0]!r}")
            self.tokens.append(found[1])
            at = found.end()

    def take(self, expected: list[str]) -> None:
        if self.tokens[:len(expected)] != expected:
            got = " ".join(self.tokens[:len(expected)]) or "the end"
            raise ValueError(f"expected {' '.join(expected)!r}, not {got!r}")
        del self.tokens[:len(expected)]

    def accept(self, token: str) -> bool:
        if self.tokens[:1] == [token]:
            return bool(self.tokens.pop(0))
        return False

    def word(self) -> str:
        if not self.tokens or not self.tokens[0][0].isidentifier():
            got = self.tokens[0] if self.tokens else "the end"
            raise ValueError(f"expected a name, not {got!r}")
        return self.tokens.pop(0)

    def base(self) -> str:
        words = [self.word()]
        while words[-1] in WORDS and self.tokens[:1] and self.tokens[0] in WORDS:
            words.append(self.word())
        if words[0] in TAGS:
            words.append(self.word())
        return " ".join(words)

    def type(self) -> Type:
        constant, base = self.accept("const"), self.base()
        if self.tokens[:1] == ["const"]:
            raise ValueError("write const before the type")
        pointers = []
        while self.accept("*"):
            pointers.append(self.accept("const"))
        return Type(base, constant, tuple(pointers))

    def parameter(self) -> Type:
        start = [*self.tokens]
        if "volatile" in start[:2]:
            return self.spelled(start)
        type_ = self.type()
        if self.tokens[:4] == ["(", "*", ")", "("]:
            del self.tokens[:3]
            arguments, variadic = self.parameters()
            if not variadic and not any(t.text for t in arguments):
                return replace(type_, parameters=arguments)
            return self.spelled(start)
        return self.spelled(start) if self.tokens[:1] in (["("], ["restrict"]) else type_

    def spelled(self, start: list[str]) -> Type:
        """Takes a pointer of any kind, up to the next comma. `start` contains the tokens."""
        depth = length = 0
        for token in start:
            depth += (token in "([") - (token in ")]")
            if depth < 0 or (depth == 0 and token == ","):
                break
            length += 1
        self.tokens, words = start[length:], start[:length]
        if "*" not in words:
            raise ValueError(f"{' '.join(words)!r} is not a type that a stub can have")
        text = re.sub(r" ?([*(\[]) ?| (?=[,)\]])", r"\1", " ".join(words))
        text = re.sub(r"(?<=\w)(?=[*(])", " ", text)
        return Type("void", pointers=(False,), text=text)

    def parameters(self) -> tuple[tuple[Type, ...], bool]:
        """Takes the types in parentheses. The flag is true if more arguments may follow."""
        self.take(["("])
        if self.tokens[:1] == [")"]:
            raise ValueError("() does not declare the parameters: write (void)")
        if self.tokens[:2] == ["void", ")"]:
            del self.tokens[:2]
            return (), False
        found: list[Type] = []
        while not found or self.accept(","):
            if found and self.accept("..."):
                self.take([")"])
                return tuple(found), True
            found.append(self.parameter())
        self.take([")"])
        return tuple(found), False


def read_function(text: str, added: Version = FROM_START, line: int = 0) -> Function:
    """Reads a declaration such as `int f(const char *, void (*)(void *));`, or `f;` if only the
    name of the function is known. The message of ValueError says what cannot be parsed."""
    if alone := re.fullmatch(r"([A-Za-z_]\w*);", text):
        return Function(alone[1], None, (), added, line)
    reader = _Reader(text)
    returns, name = reader.type(), reader.word()
    parameters, variadic = reader.parameters()
    reader.take([";"])
    if reader.tokens:
        raise ValueError("write one declaration per line")
    return Function(name, returns, parameters, added, line, variadic)
