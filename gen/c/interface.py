"""Writes lazynccl.h with an accessor for each library: python3 gen header STUB... -o FOLDER

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re

from gen.own import read
from gen.stub.load import load
from gen.stub.stub import START, Stub
from gen.stub.version import version
from gen.template import template
from gen.write import write

TEMPLATE = "../include/lazynccl.h.in"
# Functions of earlier releases, which the shared library exports until 1.0.
REMOVED = {"lazynccl_wrap"}
AS_USUAL = """\
A program that links lazynccl calls the libraries' functions as usual. This header is only for
 * questions and settings."""
BY_POINTERS = """\
This copy defines none of their functions: lazynccl_symbol() returns their addresses, which the
 * program keeps in pointers."""
# In the header of a copy with open = "start".
AT_START = """
 * Start: if the stub has open = "start", a constructor of priority 101 opens the library. After it,
 * only lazynccl_load() searches again. lazynccl_require(), lazynccl_set_path() and
 * lazynccl_set_handle() work only in a constructor that runs earlier."""
# In the header of a copy with suffix families.
FAMILIES = """
 * A library with families of versioned symbols (nvJitLink: __nvJitLinkCreate_12_9, …) stands for
 * these and for the plain names: what is set applies to all of them, queries are answered for the
 * family in use, and if a program uses both 12 and 13, for the one opened first."""
FUNCTION = re.compile(r"^\w.*\W(lazynccl_\w+)\(.+\);$", re.MULTILINE)


def release() -> str:
    """Returns the version of lazynccl, such as "0.1.0"."""
    found = re.search(r"^ +version: '(.+)',$", read("meson.build"), re.MULTILINE)
    assert found, "meson.build has no version"
    return found[1]


def accessor(stub: Stub) -> str:
    return f"lazynccl_{stub.name}"


def functions() -> set[str]:
    """Returns the functions that every build declares."""
    return {*FUNCTION.findall(template(TEMPLATE).template)}


def when(stubs: list[Stub]) -> str:
    found = {stub.open for stub in stubs}
    if found == {START}:
        return "before main()"
    if not stubs[0].calls:
        return "when the program asks for it"
    if START in found:
        return "at the first call or before main()"
    return "at the first call"


def header(stubs: list[Stub]) -> str:
    rows = [f"lazynccl_library *{accessor(stub)}(void);" for stub in stubs]
    *others, last = [stub.title for stub in stubs]
    titles = f"{', '.join(others)} and {last}" if others else last
    start = AT_START if START in {stub.open for stub in stubs} else ""
    return template(TEMPLATE).substitute(
        accessors="\n".join(rows), titles=titles, version=version(release()).number(),
        when=when(stubs), start=start,
        families=FAMILIES if any(stub.symbols.families for stub in stubs) else "",
        use=AS_USUAL if stubs[0].calls else BY_POINTERS)


def files(*paths: str) -> dict[str, str]:
    return {"lazynccl.h": header([load(path) for path in paths])}


def main(arguments: list[str]) -> int:
    return write("gen header STUB...", arguments, files)
