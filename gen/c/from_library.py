"""Makes stubs from library files alone, which give names, symbol versions and the SONAME.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
from pathlib import Path

from gen.c.versions_from import taken
from gen.describe import exports
from gen.describe.compiler import Compiler
from gen.describe.exports import Exports
from gen.stub.absent import STOP
from gen.stub.declaration import Function
from gen.stub.stub import SONAME, AbsentKeys, Stub, SymbolKeys, TypeKeys, VersionKeys
from gen.stub.toml import Lines

LIBRARY = re.compile(r"(?:.*/)?[^/]+\.so(\.\d+)*$")


def is_library(asked: str) -> bool:
    """Returns whether an argument names a library instead of a stub."""
    return bool(LIBRARY.match(asked))


def name_of(soname: str) -> str:
    """Returns bz2 for libbz2.so.1.0, and lib3ds for lib3ds.so.1 because C names begin with a
    letter."""
    stem = soname.lower().partition(".so")[0]
    name = re.sub(r"[^a-z0-9]", "", stem.removeprefix("lib"))
    return name if name[:1].isalpha() else re.sub(r"[^a-z0-9]", "", stem)


def read(library: str, tool: str) -> Exports:
    """Returns the exports of a library, except functions of the C library."""
    found = exports.read(Path(library), tool)
    compiler = Compiler()
    libc = compiler.run("-print-file-name=libc.so.6").stdout.strip()
    if (os.path.isabs(libc) and compiler.machine == found.machine
            and not os.path.samefile(libc, library)):
        found = found.without(exports.read(Path(libc), tool))
    return found


def stub(library: str, found: Exports, prefix: str) -> Stub:
    """Returns a stub that has only the names of functions. Absent calls stop the program."""
    made = Stub(path=library, lines=Lines(), releases=("always",), name=name_of(found.soname),
                title=found.soname.partition(".so")[0], prefix=prefix, search=SONAME,
                sonames=[found.soname],
                version=VersionKeys(), types=TypeKeys(), absent=AbsentKeys(otherwise=STOP),
                symbols=SymbolKeys(),
                functions=tuple(Function(name, None, ()) for name in sorted(found.functions)))
    return taken(made, found)
