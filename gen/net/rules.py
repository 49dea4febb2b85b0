"""Converts one parameter of a call to another version: one rule per kind, the first that fits.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.net.call import Call, Case
from gen.net.description import Parameter
from gen.net.types import struct_of


def must(check: str, indent: str = "") -> str:
    return f"{indent}if ({check} < 0)\n{indent}    return LAZYNCCL_NET_INVALID_USAGE;"


def converted(case: Case, what: str, source: str, target: str, from_: Parameter, to: Parameter,
              more: str = "") -> str:
    """The call that converts numbers: lazynccl_net_size_to_int()."""
    kinds = "_to_".join(part.base.removesuffix("_t") + "s" * bool(more) for part in (from_, to))
    return (f'lazynccl_net_{kinds}(real, "{case.operation.name}", "{what}", {more}{source}, '
            f"{target})")


def devices(case: Case, given: str, wanted: str) -> str:
    return must(f'LAZYNCCL_NET_COPY_DEVICES(real, "{case.operation.name}", {given}, {wanted})')


def absent(call: Call, case: Case) -> str:
    """Not given: a variable to write to, or the value from the description."""
    wanted = case.wanted
    value = None if "**" in wanted.stars else case.description["absent"][wanted.name]
    if value is None or (wanted.count and value != "NULL"):
        stars = wanted.stars[:-1] if value is None else wanted.stars
        call.places.append(f"{case.type} {stars}{wanted.name} = {value or 'NULL'};")
        return f"&{wanted.name}"
    return value


def handle(call: Call, case: Case) -> str:
    """A shorter handle gets a longer buffer; what was written there is copied back. If it is too
    long, the caller gets an error, and no comm that it could close."""
    size = case.description.size(case.here, "handle")
    comm = next(p.name for p in case.operation.canonical if p.name.endswith("Comm"))
    close = f"close{comm[0].upper()}{comm[1:].removesuffix('Comm')}"
    call.places.append(f"unsigned char {case.theirs}[LAZYNCCL_NET_HANDLE_SIZE];")
    call.checks.append(f"lazynccl_net_lend_handle({case.theirs}, {case.given.name}, {size});")
    call.after.append(f'if (lazynccl_net_return_handle(real, "{case.operation.name}", '
                      f"{case.theirs}, {case.given.name}, {size}) < 0) {{\n"
                      f"    lazynccl_{case.interface}_core.{close}(real, *{comm});\n"
                      f"    *{comm} = NULL;\n    return LAZYNCCL_NET_INVALID_USAGE;\n}}")
    return case.theirs


def handles(call: Call, case: Case) -> str:
    """The same for an array with one handle per rank."""
    size = case.description.size(case.here, "handle")
    call.places.append(f"void **{case.theirs} = lazynccl_net_lend_handles({case.given.count}, "
                       f"{case.given.name}, {size});")
    call.checks.append(f"if (!{case.theirs})\n    return LAZYNCCL_NET_SYSTEM_ERROR;")
    call.always.append(f"free({case.theirs});")
    return case.theirs


def properties(call: Call, case: Case) -> str:
    """Asks for their properties and makes ours from them and from the description."""
    call.places.append(f"{case.type} {case.theirs} = {{0}};")
    theirs = case.description.properties(case.there)
    for name, row in case.description.properties(case.here).items():
        type_ = row["type"] if row["type"] in case.description.types else None
        ours = f"{case.given.name}->{name}"
        variants = {case.description.variant(type_, v) for v in (case.here, case.there) if type_}
        if name in theirs and len(variants) > 1:
            call.after.append(devices(case, f"&{case.theirs}.{name}", f"&{ours}"))
        elif name in theirs:
            call.after.append(f"{ours} = {case.theirs}.{name};")
        else:
            struct = type_ and struct_of(case.description, type_, case.here)
            cast = f"(struct {struct})" * bool(type_)
            call.after.append(f"{ours} = {cast}{row['absent']};")
    return f"&{case.theirs}"


def vdevice(call: Call, case: Case) -> str:
    call.places.append(f"{case.type} {case.theirs};")
    call.checks.append(devices(case, case.given.name, f"&{case.theirs}"))
    return f"&{case.theirs}"


def array(call: Call, case: Case) -> str:
    """Converts an array element by element; a cast would be wrong."""
    given = case.given
    call.places.append(f"{case.type} {case.theirs}[LAZYNCCL_NET_MAX_RECVS];")
    call.counts[given.count] = None
    call.checks.append(must(converted(case, given.name, given.name, case.theirs, given, case.wanted,
                                      f"{given.count}, ")))
    return case.theirs


def structs(call: Call, case: Case) -> str:
    """The same for structs, member by member."""
    given, types = case.given, case.description.types[case.wanted.base]
    here, there = (types[case.description.variant(case.wanted.base, v)]
                   for v in (case.here, case.there))
    call.places.append(f"{case.type} {case.theirs}[LAZYNCCL_NET_MAX_RECVS];")
    call.counts[given.count] = None
    lines = [f"for (int i = 0; i < {given.count}; i++) {{"]
    for from_, to in zip(here, there):
        source, target = f"{given.name}[i].{from_.name}", f"{case.theirs}[i].{to.name}"
        lines.append(f"    {target} = {source};" if from_ == to else must(
            converted(case, from_.name, source, f"&{target}", from_, to), "    "))
    call.checks.append("\n".join([*lines, "}"]))
    return case.theirs


def number(call: Call, case: Case) -> str:
    """One number, or an array of one."""
    given = case.given
    call.places.append(f"{case.type} {case.theirs};")
    call.checks.append(must(converted(case, given.name, f"{given.name}{'[0]' * bool(given.count)}",
                                      f"&{case.theirs}", given, case.wanted)))
    return "&" * bool(case.wanted.count) + case.theirs


RULES = (
    (lambda c: c.given is None, absent),
    (lambda c: c.handle_grows() and c.given.count, handles),
    (lambda c: c.handle_grows(), handle),
    (lambda c: c.given.base == "properties" and c.differs(), properties),
    (lambda c: c.given.base == "vdevice" and c.differs(), vdevice),
    (lambda c: c.given.base in c.description.types and c.given.count and c.differs(), structs),
    (lambda c: c.is_number() and c.given.count and c.wanted.count, array),
    (lambda c: c.is_number(), number),
    (lambda c: c.given.count and not c.wanted.count, lambda call, c: f"{c.given.name}[0]"),
    (lambda c: c.wanted.count and not c.given.count, lambda call, c: f"&{c.given.name}"),
    (lambda c: True, lambda call, c: c.given.name),
)
