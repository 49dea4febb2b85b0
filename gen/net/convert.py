"""Converts the parameters of one version of an operation to a call of another version.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from dataclasses import dataclass

from gen.net.call import Call, Case
from gen.net.description import Description, Operation, Parameter
from gen.net.rules import absent, argument, must


@dataclass(frozen=True)
class Side:
    """The parameters of a version. Canonical parameters have the types of the newest version."""
    version: int
    parameters: tuple[Parameter, ...]

    def named(self, name: str) -> Parameter | None:
        return next((p for p in self.parameters if p.name == name), None)


def convert(description: Description, operation: Operation, here: Side, there: Side,
            markers: int | None) -> Call:
    """Returns a call of `there` with the parameters of `here`. `markers` contains the bits of the
    markers to keep in a request; None keeps all."""
    call = Call()
    for wanted in there.parameters:
        given = here.named(wanted.name)
        if given:
            case = Case(description, operation, here.version, given, there.version, wanted)
            call.arguments.append(argument(call, case))
        else:
            call.arguments.append(absent(call, description, wanted, there.version))
    request = there.named("request")
    if markers is not None and request and request.stars == "**":
        call.checks.append(f"lazynccl_net_keep_markers(request, {markers});")
    if here.named("n") and not there.named("n"):  # the callee has no count: n must be 1
        call.checks.insert(0, must(f'lazynccl_net_one(real, "{operation.name}", n)'))
    call.checks[:0] = [must(f'lazynccl_net_count(real, "{operation.name}", {count})')
                       for count in call.counts]
    return call
