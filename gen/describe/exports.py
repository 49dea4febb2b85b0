"""Reads the exports of a library with the command lazynccl.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import os
import subprocess
from dataclasses import dataclass, field, replace
from pathlib import Path

from gen.describe.compiler import Compiler
from gen.stub.input_names import check_file, is_symbol
from gen.write import InputError

# Untyped symbols that the linker defines in every file. Any other may be a function in assembly.
LINKERS = {"__bss_start", "_edata", "_end", "_init", "_fini"}


@dataclass(frozen=True)
class Exports:
    soname: str
    machine: str
    functions: frozenset[str]   # functions that a program gets for the bare name
    data: dict[str, str]        # name → "object" or "tls"
    old: dict[str, list[str]]   # name → versions that a program must ask for
    variant: frozenset[str] = frozenset()  # functions whose arguments a trampoline cannot preserve
    shared: frozenset[str] = frozenset()  # functions that the C library also has
    versions: dict[str, str] = field(default_factory=dict)  # function → its symbol version
    refused: frozenset[str] = frozenset()  # functions whose names cannot go into assembly

    def without(self, libc: "Exports") -> "Exports":
        """Returns the exports without functions of the C library, which programs must continue to
        call there."""
        return replace(self, functions=self.functions - libc.functions,
                       shared=self.functions & libc.functions)


def read(library: Path, tool: str) -> Exports:
    try:
        done = subprocess.run([tool, "symbols", "--json", library], capture_output=True,
                              check=False)
    except OSError as error:
        raise InputError(f"{tool}: {error.strerror}: the command lazynccl is needed to read "
                         "libraries; build it, or set LAZYNCCL_TOOL to its path") from None
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip()
        raise InputError(f"{why}{hint(library)}")
    said = json.loads(done.stdout)
    found = Exports(said["soname"] or library.name, said["machine"], frozenset(), {}, {})
    functions, variant, refused = set[str](), set[str](), set[str]()
    for symbol in said["symbols"]:
        name, type_ = symbol["name"], symbol["type"]
        if symbol.get("old"):
            found.old.setdefault(name, []).append(symbol["version"])
        elif type_ in ("func", "ifunc", "notype") and name not in LINKERS:
            (functions if is_symbol(name) else refused).add(name)
            if symbol.get("version"):
                found.versions[name] = symbol["version"]
        elif type_ == "variant":
            variant.add(name)
        elif type_ in ("object", "tls", "common"):
            found.data[name] = type_
    check_file(str(library), found.soname, {*found.versions.values()})
    return Exports(found.soname, found.machine, frozenset(functions), found.data, found.old,
                   frozenset(variant), versions=found.versions, refused=frozenset(refused))


def read_own(library: Path, compiler: Compiler, tool: str) -> Exports:
    """Returns the exports of a library, except functions of the compiler's C library. A library for
    another machine than the compiler's keeps all."""
    found = read(library, tool)
    libc = compiler.run("-print-file-name=libc.so.6").stdout.strip()
    if (os.path.isabs(libc) and compiler.machine == found.machine
            and not os.path.samefile(libc, library)):
        found = found.without(read(Path(libc), tool))
    return found


def hint(library: Path) -> str:
    """Returns a hint to use the library, if the file is a linker script."""
    if not library.is_file():  # reading a pipe would wait
        return ""
    try:
        with open(library, "rb") as file:
            script = b"GNU ld script" in file.read(512)
    except OSError:
        return ""
    return "; it is a linker script: give the library that it names" if script else ""
