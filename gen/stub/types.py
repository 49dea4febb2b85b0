"""Renders the types of a stub as C.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.stub.absent import typed
from gen.stub.stub import Stub

TAGS = ("struct ", "union ")


def struct(members: list[str]) -> list[str]:
    return ["struct {", *(f"    {member};" for member in members), "}"]


def types(stub: Stub) -> dict[str, str]:
    """Returns type → definition, in an order that compiles."""
    tags = {base for f in stub.functions for base in typed(stub, f) if base.startswith(TAGS)}
    made = {name: f"struct {tag} *{name}" for name, tag in stub.types.handles.items()}
    made |= {name: f"struct {name} {name}" for name in stub.types.opaque}
    for name, constants in stub.types.enums.items():
        rows = [f"{constant} = {value}" for constant, value in constants.items()]
        made[name] = f"enum {{ {', '.join(rows or [name + '_any'])} }} {name}"
    made |= {name: f"{base} {name}" for name, base in stub.types.numbers.items()}
    for name, members in stub.types.structs.items():
        made[name] = "\n".join(struct(members)) + f" {name}"
    return ({tag: f"{tag};" for tag in sorted(tags)}
            | {name: f"typedef {definition};" for name, definition in made.items()})
