"""The parts of a call of one version of an operation, made from the parameters of another version.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from dataclasses import dataclass, field

from gen.net.description import Description, Operation, Parameter
from gen.net.types import c_type

NUMBERS = ("int", "size_t")


@dataclass
class Call:
    """The C of one call: declarations, checks, arguments, and code after a successful call."""
    variables: list[str] = field(default_factory=list)  # declarations, with the initial values
    counts: dict[str, None] = field(default_factory=dict)  # that hold an array's length, in order
    checks: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Case:
    """A parameter that a caller of version `here` gives, and a callee of version `there` wants."""
    description: Description
    operation: Operation
    here: int
    given: Parameter
    there: int
    wanted: Parameter

    @property
    def theirs(self) -> str:
        return f"their_{self.wanted.name}"

    @property
    def type(self) -> str:
        return c_type(self.description, self.wanted, self.there)

    def differs(self) -> bool:
        return c_type(self.description, self.given, self.here) != self.type

    def is_number(self) -> bool:
        return self.given.base in NUMBERS and not self.given.stars and self.differs()

    def handle_grows(self) -> bool:
        return self.given.base == "handle" and (self.description.size(self.here, "handle")
                                                < self.description.size(self.there, "handle"))
