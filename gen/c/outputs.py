"""Prints facts that the build needs before it renders stubs: python3 gen outputs STUB...

trampolines FILE          a file with trampolines that `render` writes
check FILE HEADER MACRO DEFINE...
                          a header check that `render` writes; the vendor's header; the macro with
                          the header's version; macros to define. No row if there is no such macro
link NAME STUB            the library's name after -l; the name of its stub
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.stub.load import load
from gen.stub.stub import Stub
from gen.stub.symbols import libraries
from gen.stub.version import version
from gen.write import InputError, report, say


def rows(stub: Stub) -> list[tuple[str, ...]]:
    name, headers = stub.name, stub.c_headers
    oldest = min(headers, key=lambda header: version(headers[header]), default="")
    made: list[tuple[str, ...]] = []
    for library in libraries(stub):
        made += [("trampolines", f"{library.object}.{suffix}") for suffix in ("c", "S")]
    if stub.header_version:
        made.append(("check", f"{name}-check.c", oldest, stub.header_version.split()[0],
                     *(stub.passes or [""])[-1].split()))
    return [*made, ("link", stub.sonames[0].removeprefix("lib").partition(".so")[0], name)]


def main(arguments: list[str]) -> int:
    try:
        for path in arguments:
            say(*(" ".join(row) for row in rows(load(path))))
    except InputError as error:
        report(*error.args)
        return 1
    return 0
