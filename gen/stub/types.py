"""Writes the types of a stub as C.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.stub.stub import Stub


def struct(members: list[str]) -> list[str]:
    return ["struct {", *(f"    {member};" for member in members), "}"]


def types(stub: Stub) -> dict[str, str]:
    """Type → its definition, in an order that compiles."""
    made = {name: f"struct {tag} *{name}" for name, tag in stub["types.handles"].items()}
    made |= {name: f"struct {name} {name}" for name in stub["types.opaque"]}
    for name, constants in stub["types.enums"].items():
        rows = [f"{constant} = {value}" for constant, value in constants.items()]
        made[name] = f"enum {{ {', '.join(rows or [name + '_any'])} }} {name}"
    made |= {name: f"{base} {name}" for name, base in stub["types.integers"].items()}
    for name, members in stub["types.structs"].items():
        made[name] = "\n".join(struct(members)) + f" {name}"
    return {name: f"typedef {definition};" for name, definition in made.items()}
