"""Makes stubs from library files alone, which give names, symbol versions and the SONAME.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Mapping

from gen.c.versions_from import taken
from gen.describe.exports import Exports
from gen.stub.absent import STOP
from gen.stub.declaration import Function
from gen.stub.input_names import name_of
from gen.stub.stub import AbsentKeys, Stub
from gen.stub.toml import Lines


def stub(library: str, found: Exports, prefix: str, absent: Mapping[str, str]) -> Stub:
    """Returns a stub that has only the names of functions. An absent call returns the value that
    `absent` has for the function, or for "" (all others). If it has none, the call stops the
    program. The value 0 counts as an answer: calls return it only if no library is installed."""
    values = {name: absent.get(name) or absent.get("") for name in found.functions}
    answers = {name: value for name, value in values.items() if value == "0"}
    made = Stub(path=library, lines=Lines(), releases=("always",), name=name_of(found.soname),
                title=found.soname.partition(".so")[0], prefix=prefix, sonames=[found.soname],
                absent=AbsentKeys(otherwise=STOP, functions={
                    name: value for name, value in values.items()
                    if value and name not in answers}, answers=answers),
                functions=tuple(Function(name, None, ()) for name in sorted(found.functions)))
    return taken(made, found)
