"""Takes symbol versions from a library, as the linker would: --versions-from FILE.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gen.describe import exports
from gen.describe.compiler import Compiler, library_path
from gen.describe.exports import Exports
from gen.stub import check
from gen.stub.stub import Stub
from gen.stub.symbols import versions
from gen.write import InputError


def with_versions(stubs: list[Stub], files: Sequence[str]) -> list[Stub]:
    """Returns the stubs with the symbol versions of the files that have their sonames."""
    for file in files:
        found = exports.read(Path(library_path(file, Compiler().command)))
        named = [stub for stub in stubs if found.soname in stub.sonames]
        if not named:
            sonames = ", ".join(soname for stub in stubs for soname in stub.sonames)
            raise InputError(f"{file}: the soname is {found.soname}: give a file with the soname "
                             f"{sonames}")
        if not found.versions:
            raise InputError(f"{file}: exports no symbol versions: omit --versions-from")
        if not any(function.name in found.functions for function in named[0].functions):
            raise InputError(f"{file}: exports none of the functions of {named[0].path}")
        stubs = [taken(stub, found) if stub in named else stub for stub in stubs]
    return check.checked(stubs, check.findings_of_rows)


def taken(stub: Stub, found: Exports) -> Stub:
    """Returns the stub with the symbol versions of the file's functions. Functions that the file
    lacks keep their versions. A version with the name of the SONAME does not count."""
    table: dict[str, list[str]] = {version: [] for version in stub.symbols.versions}
    for function in stub.functions:
        name = function.name
        listed = versions(stub, name)
        if name in found.functions:
            listed = tuple(version for version in [found.versions.get(name)]
                           if version and version not in stub.sonames)
        for version in listed:
            table.setdefault(version, []).append(name)
    rows = {version: names for version, names in table.items() if names}
    return replace(stub, symbols=replace(stub.symbols, versions=rows),
                   versions_sum=found.versions_sum)
