"""The options of `vendor`, in one table for the usage line, the command line and the banner.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gen.write import MisuseError

DECLARE, DEF, RUST, NO_CALLS = "--declare", "--def", "--rust", "--no-calls"
MACHINE, ONLY = "--machine", "--only"
ABSENT, REASON, NULL = "--absent", "--reason", "--null"
OPEN, PRIORITY, PREFIX = "--open", "--priority", "--prefix"
SEARCH, CUDA, VERSIONS_FROM = "--search", "--cuda", "--versions-from"
COMPLETE, OPTIONAL = "--complete", "--optional"
CHECK, GENERATOR = "--check", "--generator"
LIST = "LIST"  # separated by commas
# Option → its value in the usage line, or "" if it has none; in the order of the banner.
VALUES = {DECLARE: "", DEF: "", RUST: "", NO_CALLS: "", MACHINE: LIST, ONLY: LIST, ABSENT: "NUMBER",
          REASON: LIST, NULL: LIST, OPEN: "WORD", PRIORITY: "WORD", PREFIX: "WORD", SEARCH: LIST,
          CUDA: "MAJOR", COMPLETE: "", OPTIONAL: LIST, VERSIONS_FROM: "FILE"}
USAGE = " ".join(["vendor STUB|LIBRARY.so...", *(
    f"[{option} {value}]" if value else f"[{option}]" for option, value in VALUES.items())])
JOINED = (SEARCH,)  # once in the banner, with a list; other options once for each element


@dataclass(frozen=True)
class Options:
    """The options that are given, each with its values; "" for an option that takes no value."""
    given: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def of(self, option: str) -> Sequence[str]:
        return self.given.get(option, ())

    def last(self, option: str) -> str:
        return next(reversed(self.of(option)), "")

    def words(self) -> list[str]:
        """Returns the options for the banner, with files reduced to their base names."""
        found: list[str] = []
        for option in VALUES:
            values = [*map(os.path.basename, self.of(option))]
            values = [",".join(values)] if option in JOINED and values else values
            found += [f"{option} {value}".rstrip() for value in values]
        return found

    def check(self, known: Mapping[str, Sequence[str]]) -> None:
        """Raises MisuseError if an option has a value that is not among its known values."""
        for option, values in known.items():
            for value in self.of(option):
                if value not in values:
                    raise MisuseError(f"{option}: {value} is not one of {', '.join(values)}")


def read(arguments: Sequence[str]) -> tuple[Options, list[str]]:
    """Returns the options and the other words. An option without its value, or with a value that it
    does not take, is one of the other words and causes a usage error later."""
    known = VALUES | {CHECK: "FOLDER", GENERATOR: ""}
    given: dict[str, list[str]] = {}
    others: list[str] = []
    words = iter(arguments)
    for word in words:
        option, equals, value = word.partition("=")
        kind = known.get(option)
        if kind and not equals:
            value = next(words, "")
        if kind is None or bool(kind) != bool(value):
            others.append(word)
        elif kind == LIST:
            given.setdefault(option, []).extend(filter(None, value.split(",")))
        elif value or option not in given:
            given.setdefault(option, []).append(value)
    return Options(given), others
