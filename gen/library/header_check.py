"""Renders a file that compiles only if the stub agrees with the headers of the library.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import re
from collections import defaultdict

from gen.stub.declaration import Function
from gen.stub.stub import NEVER, Stub
from gen.stub.symbols import libraries
from gen.stub.types import struct
from gen.stub.version import Version, version
from gen.template import fold, template

TAG = re.compile(r"\b((struct|union|enum) (\w+))")
CUDA = """\
#if !defined CUDA_VERSION && __has_include(<cuda.h>)
#include <cuda.h>
#endif"""
VERSION = """
#ifndef {macro}
#error "these headers do not define their version: compile with -D{macro}=..."
#endif
"""


def seen_since(stub: Stub, function: Function) -> Version | None:
    """Returns the first version whose headers declare all types of a function, or None."""
    if not function.returns:
        return None
    since = [stub.types.declared.get(name) for name in function.types()]
    if NEVER in since:
        return None
    return max([function.added, *(version(text) for text in since if text)])


def guarded(stub: Stub, since: Version, lines: list[str]) -> list[str]:
    """Returns the lines with a condition that requires headers of this version or newer."""
    if not stub.header_version:
        return lines
    return ["#if " + stub.header_version.format(**since._asdict()), *lines, "#endif"]


def asserts(stub: Stub, function: Function, done: set[str]) -> list[str]:
    """Returns assertions of the sizes of structs and the values of constants that this function is
    the first to use."""
    # Constants that only some functions write are asserted with these functions.
    used_late = {v for out in stub.absent.out.values() for v in out.values.values()}
    used_here = stub.absent.written(function.name).values.values()
    lines = []
    for name in function.types():
        if name in stub.types.structs and name not in done:
            head, *members, _ = struct(stub.types.structs[name])
            lines += [f"_Static_assert(sizeof({name}) == sizeof({head}", *members,
                      f'}}), "the size of {name}");']
            done.add(name)
        for constant, value in stub.types.enums.get(name, {}).items():
            if constant not in done and (constant in used_here or constant not in used_late):
                lines.append(f'_Static_assert({constant} == {value}, "{constant}");')
                done.add(constant)
    return lines


def includes(stub: Stub) -> list[str]:
    oldest = min(version(since) for since in stub.c_headers.values())
    lines = [CUDA] if stub.header_version else []
    for name, since in stub.c_headers.items():
        line = [f"#include <{name}>"]
        lines += line if version(since) == oldest else guarded(stub, version(since), line)
    return lines


def tags(stub: Stub) -> list[str]:
    """Undefines macros that have the name of a struct, such as rpc_createerr, and declares the
    structs that only the parameters of removed functions have."""
    found = {function: TAG.findall(function.prototype()) for function in stub.functions
             if function.returns}
    every = {tag for each in found.values() for tag in each}
    kept = {tag for function, each in found.items() if function.name not in stub.removed
            for tag in each}
    return [*(f"#undef {tag}" for tag in sorted({tag for _, _, tag in every})),
            *(f"{whole};" for whole, kind, _ in sorted(every - kept) if kind != "enum")]


def render(stub: Stub) -> str:
    symbols = [(since, symbol) for library in libraries(stub) for symbol in library.symbols
               if (since := seen_since(stub, symbol.function))]
    releases: dict[Version, list[str]] = defaultdict(list)
    done: set[str] = set()
    for since, symbol in sorted(symbols, key=lambda pair: pair[0]):
        releases[since] += asserts(stub, symbol.function, done)
        releases[since].append(symbol.function.prototype(f"({symbol.name})"))
    blocks = []
    for since, lines in releases.items():
        blocks += ["", *guarded(stub, since, [*map(fold, lines)])]
    return template("library/header_check.c.in").substitute(
        name=stub.name, title=stub.title, headers="\n".join([*includes(stub), *tags(stub)]),
        version=VERSION.format(macro=stub.header_version.split()[0])
        if stub.header_version else "", releases="\n".join(blocks))
