"""A stub as frozen dataclasses, with an attribute for each key and a class for each table.

keys.py derives the table of keys from these classes: the annotation of an attribute decides the
form of its value, and a key with a default is optional.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gen.stub.answers import ANSWER
from gen.stub.declaration import Function
from gen.stub.toml import Lines, StubError

Found = Iterator[tuple[int, str]]  # line and message of each error that a rule finds
Texts = dict[str, str]
Numbers = dict[str, int]

FULL, SONAME = "full", "soname"  # words of `vendor --search`
NEVER = "never"  # no release has headers that C can read
CALL, START = "call", "start"  # the values of `open`: at the first call, or before main()
OPENS = (CALL, START)
PRIORITIES = ("required", "recommended", "suggested")


@dataclass(frozen=True)
class Out:
    """The values that an absent call writes through its out-parameters."""
    count: int | None  # the position of the parameter with the number of elements
    values: dict[int, str]  # by position


@dataclass(frozen=True)
class VersionKeys:
    function: str | None = None
    value: str | None = None
    text: str | None = None


@dataclass(frozen=True)
class TypeKeys:
    handles: Texts = field(default_factory=dict)
    opaque: Texts = field(default_factory=dict)
    enums: dict[str, Numbers] = field(default_factory=dict)
    numbers: Texts = field(default_factory=dict)
    structs: dict[str, list[str]] = field(default_factory=dict)
    declared: Texts = field(default_factory=dict)

    @property
    def tables(self) -> dict[str, Mapping[str, object]]:
        """Name → rows, for each table that defines types."""
        return {"handles": self.handles, "opaque": self.opaque, "enums": self.enums,
                "numbers": self.numbers, "structs": self.structs}

    @property
    def kinds(self) -> dict[str, str]:
        """Type → the table that defines it."""
        return {name: kind for kind, rows in self.tables.items() for name in rows}


@dataclass(frozen=True)
class AbsentKeys:
    otherwise: str | None = None
    returns: Texts = field(default_factory=dict)
    names: Texts = field(default_factory=dict)
    functions: Texts = field(default_factory=dict)
    answers: Texts | None = None  # None: the stub has no such table, as in 0.2
    out: dict[str, Out] = field(default_factory=dict)

    def written(self, function: str) -> Out:
        return self.out.get(function, Out(None, {}))


@dataclass(frozen=True)
class SymbolKeys:
    alias: str | None = None
    suffixed: str | None = None
    families: Numbers = field(default_factory=dict)
    unsuffixed_since: str | None = None
    never_suffixed: list[str] = field(default_factory=list)
    version_from_suffix: str | None = None
    redeclared: dict[str, tuple[Function, ...]] = field(default_factory=dict)  # by suffix family
    before: Texts = field(default_factory=dict)  # function that a major changed → its name before
    versioned: bool = False
    passed_on: Numbers = field(default_factory=dict)
    versions: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class DeclareKeys:
    varying: list[str] = field(default_factory=list)
    types: Texts = field(default_factory=dict)
    macros: Texts = field(default_factory=dict)


@dataclass(frozen=True)
class Stub:
    path: str
    lines: Lines
    releases: tuple[str, ...]  # the keys of [functions], in the order of the file
    name: str
    title: str
    sonames: list[str]
    functions: tuple[Function, ...]  # in the order of the file
    prefix: str = "lazynccl"
    feature: str | None = None
    description: str | None = None
    priority: str = "recommended"
    open: str = CALL
    absent_secure: str = ANSWER  # whether answers count with raised privileges
    complete: bool = False
    optional: list[str] = field(default_factory=list)
    described: str | None = None
    headers: Texts = field(default_factory=dict)
    header_version: str | None = None
    passes: list[str] = field(default_factory=list)
    includes: list[str] = field(default_factory=list)
    wheels: list[str] = field(default_factory=list)
    windows: Numbers = field(default_factory=dict)
    home_variables: list[str] = field(default_factory=list)
    packages: list[str] = field(default_factory=list)
    packages_of: dict[str, list[str]] = field(default_factory=dict)
    conda: str | None = None
    apt: str | None = None
    companion: str | None = None
    partner: str | None = None
    partner_rule: str | None = None
    cuda_named: bool = False
    cuda_majors: Numbers = field(default_factory=dict)
    cross_major: bool = False
    only_cuda: int = 0  # the major of `vendor --cuda`; 0: any
    version: VersionKeys = field(default_factory=VersionKeys)
    types: TypeKeys = field(default_factory=TypeKeys)
    absent: AbsentKeys = field(default_factory=AbsentKeys)
    symbols: SymbolKeys = field(default_factory=SymbolKeys)
    declare: DeclareKeys = field(default_factory=DeclareKeys)
    removed: Texts = field(default_factory=dict)
    excluded: Texts = field(default_factory=dict)
    data: list[str] = field(default_factory=list)
    # Not keys:
    search: tuple[str, ...] = (FULL,)  # the words of `vendor --search`
    linked: bool = False  # for `lazynccl link`, so that preloaded objects interpose
    relro: bool = False  # whether the slots are where ld.so makes data read-only
    versions_sum: int = 0  # of the hashes of the file's versions; 0: none, or unknown
    internal: frozenset[str] = frozenset()  # by `vendor --only`: never exported by a copy
    calls: bool = True  # False with `vendor --no-calls`: no trampolines

    @property
    def small(self) -> bool:
        return FULL not in self.search

    @property
    def related(self) -> bool:
        """Whether the library has suffix families, a partner, a companion, or CUDA majors."""
        return bool(self.symbols.suffixed or self.partner or self.companion or self.cuda_named
                    or self.cuda_majors)

    @property
    def c_headers(self) -> Texts:
        """The headers that C can read in some release."""
        return {name: since for name, since in self.headers.items() if since != NEVER}

    def function(self, name: str | None) -> Function | None:
        return next((f for f in self.functions if f.name == name), None)

    @property
    def result(self) -> str:
        """The type of the library's error codes; "" if it has none."""
        asked = self.function(self.version.function)
        answered = [asked.returns.base] if asked and asked.returns else []
        answered += self.absent.returns
        return next((base for base in answered if base in self.types.enums), "")

    def line(self, key: str, *row: str | None) -> int:
        return self.lines.nearest(*key.split("."), *filter(None, row))

    def error(self, what: str, key: str, *row: str) -> StubError:
        return StubError(self.path, self.line(key, *row), what)
