"""Says what a copy contains: in its first comment, and on the terminal.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
import textwrap
from collections.abc import Sequence

from gen.c.inputs import Inputs, default_machines, digest, in_tree, is_described, machines
from gen.c.interface import release
from gen.c.locations import not_searched
from gen.c.options import MACHINE, NULL, REASON, Options
from gen.stub.input_names import left_out
from gen.stub.stub import Stub
from gen.template import template
from gen.write import report, safe, say


def searches_of(stubs: Sequence[Stub]) -> str:
    left = not_searched([*stubs])
    return f"Searches {', '.join(stubs[0].search)}" + (
        f"; not {', '.join(left)}: that needs vendor --search full." if left else ".")


def banner_of(given: Inputs, stubs: Sequence[Stub], options: Options) -> str:
    """Renders the first comment, which contains the command for --check."""
    text = template("c/banner.c.in").substitute(
        version=release(), titles=", ".join(stub.title for stub in stubs),
        machines=", ".join(options.of(MACHINE) or default_machines(given) or machines()),
        searches=searches_of(stubs),
        command=safe(" ".join([*map(os.path.basename, given.names), *options.words()])),
        digests=", ".join(f"{safe(os.path.basename(path))} SHA-256 {digest(path)}"
                          for path in given.paths))
    # The lines about -D are for libraries of several CUDA majors.
    return text if any(stub.related for stub in stubs) else re.sub(r"\n \* -D.*", "", text)


def account(given: Inputs, stubs: Sequence[Stub], pruned: bool) -> None:
    """Prints how many functions each library without a stub has, and what was left out."""
    functions = {stub.path: len(stub.functions) for stub in stubs}
    default = given.absent.get("", "")
    what = f"returns {default}" if default else "stops the program"
    others = len(given.absent) - bool(default)
    what += f", but of {others} that {REASON} and {NULL} name" if others else ""
    for name, found in given.exports.items():
        calls = f"; a call of an absent one {what}" if stubs[0].calls else ""
        say(f"{name}: {functions[name]} functions{calls}")
        if found.refused and not pruned:
            report(left_out(name, found.refused))
        objects = {data for data, kind in found.data.items() if is_described(data, kind)}
        for why, left in () if pruned else (
                ("variables: for programs that use them, describe the library from its headers "
                 "(lazynccl describe)", objects),
                ("thread-local variables, or of C++: programs that use them must link the library",
                 found.data.keys() - objects),
                ("functions with vector arguments: programs that call them must link the library",
                 found.variant),
                ("functions that the C library also has", found.shared)):
            if left:
                names = textwrap.wrap(" ".join(sorted(left)), 96, break_on_hyphens=False)
                say(f"left out ({len(left)}): {why}", *(f"    {line}" for line in names))


def warn_of_prefix(stubs: Sequence[Stub]) -> None:
    """Warns of a user's stub without a prefix: two such copies cannot be in one program."""
    for stub in stubs:
        if stub.prefix == Stub.prefix and stub.name not in in_tree():
            say(f"{stub.path}: warning: has no prefix, so no other copy without one fits in the "
                f'same program: add prefix = "lazy{stub.name}"')
            break
