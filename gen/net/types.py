"""Renders the structs of all versions: tables, operations and types of parameters.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.net.description import Description, Operation, Parameter, parameters
from gen.template import fold

NAMED = {"log": "lazynccl_net_log", "profiler": "lazynccl_net_profiler", "handle": "void",
         "event": "void", "state": "void"}


def struct_of(description: Description, name: str, version: int) -> str:
    """Returns the name of a struct in this version, without a number if no version changed it."""
    if len(description.types[name]) == 1:
        return f"lazynccl_{description.prefix}_{name}"
    return f"lazynccl_{description.prefix}_{name}_v{description.variant(name, version)}"


def c_type(description: Description, parameter: Parameter, version: int) -> str:
    """Returns the C type of a parameter, without the stars of a pointer."""
    base = parameter.base
    if base == "properties":
        return f"struct lazynccl_net_properties_v{version}"
    if base in description.types:
        return f"struct {struct_of(description, base, version)}"
    return f"{'const ' if parameter.constant else ''}{NAMED.get(base, base)}"


def declare(description: Description, parameter: Parameter, version: int) -> str:
    """Renders a parameter of a function. Arrays become pointers to their first element."""
    stars = f"{parameter.stars}*" if parameter.count else parameter.stars
    return f"{c_type(description, parameter, version)} {stars}{parameter.name}"


def declare_all(description: Description, every: tuple[Parameter, ...], version: int) -> str:
    return ", ".join(declare(description, p, version) for p in every) or "void"


def pointer(description: Description, operation: Operation, version: int) -> str:
    arguments = declare_all(description, operation.at(version), version)
    return f"    lazynccl_net_result (*{operation.name})({arguments});"


def size(struct: str, bytes_: int) -> str:
    return f"LAZYNCCL_NET_ASSERT(sizeof(struct {struct}) == {bytes_}, {struct});"


def struct(name: str, members: list[str]) -> str:
    return "\n".join([f"struct {name} {{", *map(fold, members), "};"])


def member(description: Description, part: Parameter, version: int) -> str:
    count = f"[{part.count}]" if part.count else ""
    return f"    {c_type(description, part, version)} {part.stars}{part.name}{count};"


def types(description: Description) -> list[str]:
    """Renders the structs other than properties and tables. If several versions share a struct, the
    first defines it and the others get an alias."""
    made: list[str] = []
    for name, variants in description.types.items():
        for version in description.versions if len(variants) > 1 else variants:
            own = struct_of(description, name, version)
            if version in variants:
                made.append(struct(own, [member(description, part, version)
                                         for part in variants[version]]))
            elif description.variant(name, version):
                made[-1] += f"\n#define lazynccl_{description.prefix}_{name}_v{version} {own}"
    return made


def properties(description: Description, version: int) -> list[str]:
    name = f"lazynccl_net_properties_v{version}"
    rows: list[str] = []
    for row, what in description.properties_of(version).items():
        rows.append(member(description, parameters(f"{what.type} {row}")[0], version))
    return [struct(name, rows), size(name, description.size(version, "properties"))]


def table(description: Description, interface: str, version: int) -> list[str]:
    """Renders the struct of the table that a plugin exports."""
    name, rows = f"lazynccl_{interface}_v{version}", ["    const char *name;"]
    for operation in description.operations(interface, version):
        if version == description.newest:
            rows += [f"    /* {operation.about} */"]
        rows.append(pointer(description, operation, version))
    return [struct(name, rows), size(name, description.size(version, interface))]


def canonical(description: Description, interface: str) -> str:
    """Renders the struct of the canonical operations, whose first parameter is the plugin."""
    rows = []
    for operation in description.interfaces[interface]:
        rows.append(f"    int (*{operation.name})({canonical_parameters(description, operation)});")
    return struct(f"lazynccl_{interface}_operations", rows)


def canonical_parameters(description: Description, operation: Operation) -> str:
    newest = description.newest
    own = [declare(description, p, newest) for p in operation.canonical]
    return ", ".join(["const struct lazynccl_net_real *real", *own])


def selection(description: Description, interface: str) -> str:
    """Renders the C macro that returns the version of a table from its type."""
    rows = ", \\\n".join(f"             {constant}struct lazynccl_{interface}_v{v} *: {v}"
                        for v in description.versions for constant in ("", "const "))
    return (f"#define lazynccl_{interface}_version_of(table) \\\n    _Generic(&(table), \\\n"
            f"{rows})")


def overloads(description: Description, interface: str) -> str:
    """Renders the C++ functions that return the version of a table from its type."""
    return "\n".join(f"static inline int lazynccl_{interface}_version_of(const struct lazynccl_"
                     f"{interface}_v{v} &) {{ return {v}; }}" for v in description.versions)
