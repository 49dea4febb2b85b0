"""Renders the adapters between the versions of an interface and its canonical operations.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.net.call import Call
from gen.net.convert import Side, convert
from gen.net.description import Description, Operation
from gen.net.form import INTERFACES
from gen.net.types import canonical_parameters, declare_all
from gen.template import template


def kept(description: Description, version: int) -> int | None:
    """Returns the bits of the markers that a version knows, or None if it knows all."""
    rows = description.markers.values()
    known = [row.value for row in rows if row.since <= version]
    return None if len(known) == len(rows) else sum(known)


def body(made: Call, call: str, unused: list[str]) -> str:
    """Renders the statements of an adapter: variables, checks, the call, and what follows it."""
    lines = [*made.variables, "int result;", ""] if made.after else [*made.variables, ""]
    if unused:
        lines.append(", ".join(f"(void){name}" for name in unused) + ";")
    lines += made.checks
    if made.after:
        lines += [f"result = {call};", "if (result != LAZYNCCL_NET_SUCCESS)", "    return result;",
                  *made.after, "return result;"]
    else:
        lines.append(f"return {call};")
    text = "\n".join(lines).strip("\n")
    return "\n".join(f"    {line}" if line else "" for line in text.split("\n"))


def caller(description: Description, interface: str, operation: Operation, version: int) -> str:
    """Renders the function that NCCL calls in a version's table. It calls the core."""
    here = Side(version, operation.at(version))
    there = Side(description.newest, operation.canonical)
    made = convert(description, operation, here, there, kept(description, version))
    made.variables.insert(0, "const struct lazynccl_net_real *real = "
                             f"&lazynccl_{interface}_sides[{version}];")
    call = f"lazynccl_{interface}_core.{operation.name}({', '.join(['real', *made.arguments])})"
    if description.optional and operation is description.interfaces[interface][0]:
        call = f"started({call})"
    return template("net/adapter.c.in").substitute(
        name=f"{operation.name}_v{version}", body=body(made, call, []),
        parameters=declare_all(description, here.parameters, version))


def real(description: Description, interface: str, operation: Operation, version: int) -> str:
    """Renders the function that calls an operation in a plugin's table of this version."""
    here = Side(description.newest, operation.canonical)
    there = Side(version, operation.at(version))
    made = convert(description, operation, here, there, kept(description, version))
    made.variables.insert(0, f"const struct lazynccl_{interface}_v{version} *table = real->table;")
    call = f"table->{operation.name}({', '.join(made.arguments)})"
    used = " ".join([*made.checks, *made.arguments, *made.after])
    unused = [p.name for p in here.parameters if not there.named(p.name)  # in no statement
              and not f" {used} ".replace("(", " ").replace(",", " ").count(f" {p.name})")]
    return template("net/adapter.c.in").substitute(
        name=f"{operation.name}_v{version}", body=body(made, call, unused),
        parameters=canonical_parameters(description, operation))


def table(description: Description, interface: str, version: int) -> str:
    """Renders the table of a version that NCCL looks up."""
    rows = [f"    .{o.name} = {o.name}_v{version},"
            for o in description.operations(interface, version)]
    return template("net/table.c.in").substitute(
        symbol=INTERFACES[interface], interface=interface, version=version,
        name="lazynccl_net_name" if description.optional else '"lazy"',
        kind="" if description.optional else "const ", rows="\n".join(rows))


def optional(description: Description, interface: str, operation: Operation) -> str:
    """Renders code that removes an optional operation from the tables if the plugin lacks it."""
    lines = [f"    {INTERFACES[interface]}_v{v}.{operation.name} = "
             f"has->{operation.name} ? {operation.name}_v{v} : NULL;"
             for v in description.versions if v >= operation.since]
    return "\n".join(lines)


def operations_function(description: Description, interface: str, version: int) -> str:
    """Renders the function that fills the canonical operations from a plugin's table."""
    rows = [f"        .{o.name} = table->{o.name} ? {o.name}_v{version} : NULL,"
            for o in description.operations(interface, version)]
    return template("net/operations.c.in").substitute(
        interface=interface, version=version, rows="\n".join(rows))


def callers(description: Description, interface: str) -> str:
    """Renders the file with the tables that NCCL looks up, and their functions."""
    versions, operations = description.versions, description.interfaces[interface]
    form = "net/callers.c.in" if description.optional else "net/plain_callers.c.in"
    return template(form).substitute(
        interface=interface, first=operations[0].name, file=description.prefix,
        sides="\n".join(f"    [{v}] = {{.caller = {v}}}," for v in versions),
        declarations="\n".join(
            f"extern LAZYNCCL_NET_PUBLIC {'' if description.optional else 'const '}"
            f"struct lazynccl_{interface}_v{v} {INTERFACES[interface]}_v{v};" for v in versions),
        own=" || ".join(f"table == &{INTERFACES[interface]}_v{v}" for v in versions),
        adapters="\n".join(caller(description, interface, o, v) for v in versions
                           for o in description.operations(interface, v)),
        tables="\n".join(table(description, interface, v) for v in versions),
        optional="\n".join(optional(description, interface, o) for o in operations
                           if o.name in description.optional))


def reals(description: Description, interface: str) -> str:
    versions = description.versions
    return template("net/reals.c.in").substitute(
        interface=interface, file=description.prefix,
        switch="\n".join(f"    case {v}:\n        operations_v{v}(table, made);\n        return 0;"
                         for v in versions),
        adapters="\n".join(real(description, interface, o, v) for v in versions
                           for o in description.operations(interface, v)),
        required="\n".join(f'    if (!has->{o.name} && skip-- == 0)\n        return "{o.name}";'
                           for o in description.interfaces[interface]
                           if o.since == min(versions) and o.name not in description.optional),
        operations="\n".join(operations_function(description, interface, v) for v in versions))
