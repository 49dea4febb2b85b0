"""Renders the tables of all libraries of a build.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Iterable

from gen.library.description import of_files
from gen.stub.stub import Stub
from gen.stub.symbols import Library, libraries
from gen.template import fold, quote, template


def tables(every: list[Library], others: Iterable[Stub] = ()) -> dict[str, str]:
    """Renders the tables of the libraries in `every`, and of their partners in either argument."""
    stubs = {stub.name: stub for stub in [*others, *(each.stub for each in every)]}
    partners = {each.stub.partner for each in every}
    objects = [f"lazynccl_library_{each.object}" for each in every]
    return {
        "libraries.c": template("c/libraries.c.in").substitute(
            declarations="\n".join(f"LAZYNCCL_WEAK LAZYNCCL_INTERNAL extern lazynccl_library {o};"
                                   for o in objects),
            rows="\n".join(f"    &{o}," for o in objects)),
        "partners.c": template("c/partners.c.in").substitute(
            partners=described(stubs[name] for name in stubs if name in partners))}


def described(stubs: Iterable[Stub]) -> str:
    lines = []
    for stub in stubs:
        rows = of_files(libraries(stub)[0]) | {"version_function": quote(stub.version.function)}
        lines += ["    {", *(f"        .{key} = {value}," for key, value in rows.items()), "    },"]
    return "\n".join(map(fold, lines))
