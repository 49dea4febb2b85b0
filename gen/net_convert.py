"""Turns the parameters of one version of an operation into those of another.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from dataclasses import dataclass, field

from net_description import Description, Operation, Parameter
from net_types import c_type

NUMBERS = ("int", "size_t", "uint32_t")


@dataclass(frozen=True)
class Side:
    """A version's parameters; those of the canonical form have the newest version's types."""
    version: int
    parameters: tuple[Parameter, ...]

    def named(self, name: str) -> Parameter | None:
        return next((p for p in self.parameters if p.name == name), None)


@dataclass
class Converted:
    """C for one call: declarations, what may fail, the arguments, what follows a success."""
    places: list[str] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)


def convert(description: Description, operation: Operation, here: Side, there: Side,
            marks: int | None = None) -> Converted:
    """From the parameters of `here` to a call of `there`; marks: of requests, those to keep."""
    made = Converted()
    for wanted in there.parameters:
        given = here.named(wanted.name)
        rule = next(rule for fits, rule in RULES if fits(description, here, given, there, wanted))
        made.arguments.append(rule(made, description, operation, here, given, there, wanted))
    request = there.named("request")
    if marks is not None and request and request.stars == "**":
        made.checks.append(f"lazynccl_net_keep_markers(request, {marks});")
    count = here.named("n")
    if count and not there.named("n"):
        made.checks.insert(0, must(f'lazynccl_net_one(real, "{operation.name}", n)'))
    elif count and any("s_to_" in check for check in made.checks):
        made.checks.insert(0, must(f'lazynccl_net_count(real, "{operation.name}", n)'))
    return made


def must(check: str) -> str:
    return f"if ({check} < 0)\n    return LAZYNCCL_NET_INVALID_USAGE;"


def absent(made, description, operation, here, given, there, wanted):
    """Nothing is given: a place to write to, or what the description says."""
    value = None if "**" in wanted.stars else description["absent"][wanted.name]
    if value is None or (wanted.count and value != "NULL"):
        type_ = c_type(description, wanted, there.version)
        stars = wanted.stars[:-1] if value is None else wanted.stars
        made.places.append(f"{type_} {stars}{wanted.name} = {value or 'NULL'};")
        return f"&{wanted.name}"
    return value


def handle(made, description, operation, here, given, there, wanted):
    """A shorter handle is lent a longer place, and takes back what was written."""
    size = description.size(here.version, "handle")
    made.places.append("unsigned char their_handle[LAZYNCCL_NET_HANDLE_SIZE];")
    made.checks.append(f"lazynccl_net_lend_handle(their_handle, {given.name}, {size});")
    made.after.append(must(f'lazynccl_net_return_handle(real, "{operation.name}", their_handle, '
                           f"{given.name}, {size})"))
    return "their_handle"


def properties(made, description, operation, here, given, there, wanted):
    """Theirs are asked for; ours are made of them, and of what the description says."""
    made.places.append(f"struct lazynccl_net_properties_v{there.version} their_props = {{0}};")
    theirs = description.properties(there.version)
    for name, row in description.properties(here.version).items():
        versioned = row["type"] in description.types
        if name in theirs and versioned:
            made.after.append(devices(operation, f"&their_props.{name}", f"&{given.name}->{name}"))
        elif name in theirs:
            made.after.append(f"{given.name}->{name} = their_props.{name};")
        else:
            cast = f"(struct lazynccl_net_{row['type']}_v{here.version})" * versioned
            made.after.append(f"{given.name}->{name} = {cast}{row['absent']};")
    return "&their_props"


def devices(operation, given, wanted):
    return must(f'LAZYNCCL_NET_COPY_DEVICES(real, "{operation.name}", {given}, {wanted})')


def vdevice(made, description, operation, here, given, there, wanted):
    made.places.append(f"{c_type(description, wanted, there.version)} their_{wanted.name};")
    made.checks.append(devices(operation, given.name, f"&their_{wanted.name}"))
    return f"&their_{wanted.name}"


def array(made, description, operation, here, given, there, wanted):
    """Element by element, never the one taken for the other."""
    type_ = c_type(description, wanted, there.version)
    made.places.append(f"{type_} their_{wanted.name}[LAZYNCCL_NET_MAX_RECVS];")
    made.checks.append(must(f"lazynccl_net_{name_of(given)}s_to_{name_of(wanted)}s(real, "
                            f'"{operation.name}", "{given.name}", n, {given.name}, '
                            f"their_{wanted.name})"))
    return f"their_{wanted.name}"


def number(made, description, operation, here, given, there, wanted):
    """One number, where both sides have arrays of one too."""
    type_ = c_type(description, wanted, there.version)
    made.places.append(f"{type_} their_{wanted.name};")
    made.checks.append(must(f"lazynccl_net_{name_of(given)}_to_{name_of(wanted)}(real, "
                            f'"{operation.name}", "{given.name}", '
                            f"{given.name}{'[0]' * bool(given.count)}, &their_{wanted.name})"))
    return "&" * bool(wanted.count) + f"their_{wanted.name}"


def name_of(parameter):
    return parameter.base.removesuffix("_t")


def first(made, description, operation, here, given, there, wanted):
    return f"{given.name}[0]"


def only(made, description, operation, here, given, there, wanted):
    return f"&{given.name}"


def same(made, description, operation, here, given, there, wanted):
    return given.name


def _differs(d, here, given, there, wanted):
    return c_type(d, given, here.version) != c_type(d, wanted, there.version)


# The first row that fits decides.
RULES = (
    (lambda d, h, given, t, wanted: given is None, absent),
    (lambda d, h, given, t, wanted: given.base == "handle"
     and d.size(h.version, "handle") < d.size(t.version, "handle"), handle),
    (lambda d, h, given, t, wanted: given.base == "properties"
     and h.version != t.version, properties),
    (lambda d, h, given, t, wanted: given.base == "vdevice" and h.version != t.version, vdevice),
    (lambda d, h, given, t, wanted: given.base in NUMBERS and not given.stars
     and _differs(d, h, given, t, wanted) and given.count and wanted.count, array),
    (lambda d, h, given, t, wanted: given.base in NUMBERS and not given.stars
     and _differs(d, h, given, t, wanted), number),
    (lambda d, h, given, t, wanted: given.count and not wanted.count, first),
    (lambda d, h, given, t, wanted: wanted.count and not given.count, only),
    (lambda d, h, given, t, wanted: True, same),
)
