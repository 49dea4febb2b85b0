"""Matches the symbols of a stub with the exports and declarations of a release.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from dataclasses import dataclass, replace
from functools import cached_property

from gen.describe import declarations
from gen.describe.headers import Declared
from gen.stub.stub import DeclareKeys, Stub
from gen.stub.symbols import Symbol, libraries
from gen.stub.types import types
from gen.stub.version import version
from gen.update import header
from gen.update.clang_type import spelled_out
from gen.update.release import Release


@dataclass(frozen=True)
class Pair:
    stub: Stub
    release: Release

    @property
    def is_described(self) -> bool:
        """Whether `describe` wrote the stub. Such a stub has the declarations of the headers, and
        only the types that fallback values need."""
        return self.stub.absent.otherwise is not None

    @cached_property
    def known(self) -> dict[str, Symbol]:
        """Every symbol that a release with the same major version may have."""
        families = (0, self.release.version.major)
        return {symbol.name: symbol for library in libraries(self.stub)
                if library.family in families for symbol in library.symbols}

    @cached_property
    def expected(self) -> set[str]:
        """The symbols that the release must export."""
        wanted = {name for name, symbol in self.known.items() if self.is_there(symbol)}
        return {n for n in wanted if not self.is_alias(n)} if self.has_no_aliases else wanted

    @cached_property
    def exports(self) -> frozenset[str]:
        """The exports of the release, except those that the stub excludes."""
        return self.release.exports - self.stub.excluded.keys()

    @cached_property
    def declarations(self) -> dict[str, Declared]:
        """The declarations in the headers, except those that the stub excludes."""
        found = self.release.header
        declared = {n: d for n, d in found.functions.items() if n not in self.stub.excluded}
        if self.is_described:
            return declared
        return {n: replace(d, function=spelled_out(d, found.typedefs)) for n, d in declared.items()}

    @cached_property
    def ours(self) -> dict[str, Declared]:
        """The declarations of the stub, read like a header; none if the stub has not all types."""
        if self.is_described:
            return {}
        functions = [s.function.prototype(s.name) for s in self.known.values()
                     if s.function.returns]
        text = "\n".join([*types(self.stub).values(), *functions])
        return header.read_text(text, self.release.header.compiler).functions

    @cached_property
    def recorded(self) -> DeclareKeys:
        """The tables of [declare] that the stub should have after this release."""
        stub, each = self.stub, self.release
        found = declarations.record(each.header, each.includes, next(iter(stub.passes), ""),
                                    stub.functions)
        older = stub.described and each.version < version(stub.described)
        return declarations.merged(stub.declare, found, each.header, each.macros, not older)

    @cached_property
    def has_no_aliases(self) -> bool:
        """Whether the release lacks all aliases, as NCCL's wheel for CUDA 11 does."""
        return bool(self.stub.symbols.alias) and not any(map(self.is_alias, self.exports))

    def is_alias(self, symbol: str) -> bool:
        return symbol in self.known and symbol != self.known[symbol].function.name and bool(
            self.stub.symbols.alias)

    def is_there(self, symbol: Symbol) -> bool:
        since, now = self.stub.symbols.unsuffixed_since, self.release.version
        if (since and now < version(since) and symbol.name == symbol.function.name
                and symbol.name not in self.stub.symbols.never_suffixed):
            return False
        return symbol.added <= now and not (symbol.removed and symbol.removed <= now)

    def function_of(self, symbol: str) -> str:
        """Returns ncclFoo for pncclFoo, nvJitLinkFoo for __nvJitLinkFoo_12_9, or else `symbol`."""
        if symbol in self.known:
            return self.known[symbol].function.name
        for pattern in (self.stub.symbols.alias, self.stub.symbols.suffixed):
            pattern = re.escape(pattern or "").replace(r"\{name\}", "(.+)")
            pattern = re.sub(r"\\\{\w+\\\}", r"\\d+", pattern)
            found = re.fullmatch(pattern, symbol)
            if found and (self.stub.function(found[1]) or self.declaration(found[1])
                          or found[1] in self.exports):
                return found[1]
        return symbol

    def declaration(self, function: str) -> Declared | None:
        """Returns the declaration of a function under any of its names."""
        suffixed = self.stub.symbols.suffixed or "{name}"
        version = self.release.version._asdict()
        return (self.declarations.get(function)
                or self.declarations.get(suffixed.format(name=function, **version)))
