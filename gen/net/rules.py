"""Converts one parameter of a call to another version, with one function per kind of parameter.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.net.call import Call, Case
from gen.net.description import Description, Parameter
from gen.net.types import c_type, struct_of


def must(check: str, indent: str = "") -> str:
    return f"{indent}if ({check} < 0)\n{indent}    return LAZYNCCL_NET_INVALID_USAGE;"


def converted(case: Case, what: str, source: str, target: str, from_: Parameter,
              to: Parameter) -> str:
    """Renders the call of a function that converts a number: lazynccl_net_size_to_int()."""
    kinds = "_to_".join(part.base.removesuffix("_t") for part in (from_, to))
    return f'lazynccl_net_{kinds}(real, "{case.operation.name}", "{what}", {source}, {target})'


def devices(case: Case, given: str, wanted: str) -> str:
    return must(f'LAZYNCCL_NET_COPY_DEVICES(real, "{case.operation.name}", {given}, {wanted})')


def absent(call: Call, description: Description, wanted: Parameter, version: int) -> str:
    """Returns the argument for a parameter that the caller's version lacks: a variable for the
    callee to write to, or the value from the description."""
    value = None if "**" in wanted.stars else description.absent[wanted.name]
    if value is None or (wanted.count and value != "NULL"):
        stars = wanted.stars[:-1] if value is None else wanted.stars
        base = c_type(description, wanted, version)
        call.variables.append(f"{base} {stars}{wanted.name} = {value or 'NULL'};")
        return f"&{wanted.name}"
    return value


def handle(call: Call, case: Case) -> str:
    """Passes a longer buffer than the caller's, and copies the handle back. If it does not fit, the
    adapter closes the new comm and returns an error."""
    size = case.description.size(case.here, "handle")
    comm = next(p.name for p in case.operation.canonical if p.name.endswith("Comm"))
    close = f"close{comm[0].upper()}{comm[1:].removesuffix('Comm')}"
    call.variables.append(f"unsigned char {case.theirs}[LAZYNCCL_NET_HANDLE_SIZE];")
    call.checks.append(f"lazynccl_net_lend_handle({case.theirs}, {case.given.name}, {size});")
    call.after.append(f'if (lazynccl_net_return_handle(real, "{case.operation.name}", '
                      f"{case.theirs}, {case.given.name}, {size}) < 0) {{\n"
                      f"    lazynccl_{case.description.prefix}_core.{close}(real, *{comm});\n"
                      f"    *{comm} = NULL;\n    return LAZYNCCL_NET_INVALID_USAGE;\n}}")
    return case.theirs


def properties(call: Call, case: Case) -> str:
    """Gets the properties from the plugin and converts them to the caller's version. Members that
    the plugin's version lacks get the value from the description."""
    call.variables.append(f"{case.type} {case.theirs} = {{0}};")
    theirs = case.description.properties_of(case.there)
    for name, row in case.description.properties_of(case.here).items():
        ours, is_struct = f"{case.given.name}->{name}", row.type in case.description.types
        if name not in theirs:
            struct = struct_of(case.description, row.type, case.here) if is_struct else ""
            cast = f"(struct {struct})" if struct else ""
            call.after.append(f"{ours} = {cast}{row.absent};")
        elif is_struct and (case.description.variant(row.type, case.here)
                            != case.description.variant(row.type, case.there)):
            call.after.append(devices(case, f"&{case.theirs}.{name}", f"&{ours}"))
        else:
            call.after.append(f"{ours} = {case.theirs}.{name};")
    return f"&{case.theirs}"


def vdevice(call: Call, case: Case) -> str:
    call.variables.append(f"{case.type} {case.theirs};")
    call.checks.append(devices(case, case.given.name, f"&{case.theirs}"))
    return f"&{case.theirs}"


def array(call: Call, case: Case) -> str:
    """Converts an array of numbers element by element, because the sizes differ."""
    given = case.given
    call.variables.append(f"{case.type} {case.theirs}[LAZYNCCL_NET_MAX_RECVS];")
    call.counts[given.count] = None
    call.checks.append(f"for (int i = 0; i < {given.count}; i++)\n" + must(converted(
        case, given.name, f"{given.name}[i]", f"&{case.theirs}[i]", given, case.wanted), "    "))
    return case.theirs


def number(call: Call, case: Case) -> str:
    """Converts one number, or an array of one number."""
    given = case.given
    call.variables.append(f"{case.type} {case.theirs};")
    source = f"{given.name}[0]" if given.count else given.name
    call.checks.append(must(converted(case, given.name, source, f"&{case.theirs}", given,
                                      case.wanted)))
    return f"&{case.theirs}" if case.wanted.count else case.theirs


def argument(call: Call, case: Case) -> str:
    """Returns the argument that the call passes, and adds the code that converts it to the call."""
    given, wanted = case.given, case.wanted
    if case.handle_grows():
        return handle(call, case)
    if given.base == "properties" and case.differs():
        return properties(call, case)
    if given.base == "vdevice" and case.differs():
        return vdevice(call, case)
    if case.is_number():
        return array(call, case) if given.count and wanted.count else number(call, case)
    if given.count and not wanted.count:
        return f"{given.name}[0]"
    if wanted.count and not given.count:
        return f"&{given.name}"
    return given.name
