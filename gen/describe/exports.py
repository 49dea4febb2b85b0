"""Reads what a library exports, by the command lazynccl.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import subprocess
from dataclasses import dataclass, field, replace
from pathlib import Path

from gen.write import InputError

# What the linker defines in every file; a function written in assembly has no type either.
LINKERS = {"__bss_start", "_edata", "_end", "_init", "_fini"}


@dataclass(frozen=True)
class Exports:
    soname: str
    machine: str
    functions: frozenset[str]   # that a program which asks for the bare name gets
    data: dict[str, str]        # name → "object" or "tls"
    old: dict[str, list[str]]   # name → versions that only what asks for them gets
    variant: frozenset[str] = frozenset()  # functions whose calls a trampoline cannot keep
    shared: frozenset[str] = frozenset()  # functions that the C library has too
    versions: dict[str, str] = field(default_factory=dict)  # of functions that have a version

    def without(self, libc: "Exports") -> "Exports":
        """Leaves out what the C library has too: a program's own calls of it must stay there."""
        return replace(self, functions=self.functions - libc.functions,
                       shared=self.functions & libc.functions)


def read(library: Path, tool: str) -> Exports:
    try:
        done = subprocess.run([tool, "symbols", "--json", library], capture_output=True,
                              check=False)
    except OSError as error:
        raise InputError(f"{tool}: {error.strerror}: the command lazynccl reads libraries"
                         ) from None
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip()
        raise InputError(f"{why}{hint(library)}")
    said = json.loads(done.stdout)
    found = Exports(said["soname"] or library.name, said["machine"], frozenset(), {}, {})
    functions, variant = set(), set()
    for symbol in said["symbols"]:
        name, type_ = symbol["name"], symbol["type"]
        if symbol.get("old"):
            found.old.setdefault(name, []).append(symbol["version"])
        elif type_ in ("func", "ifunc", "notype") and name not in LINKERS:
            functions.add(name)
            if symbol.get("version"):
                found.versions[name] = symbol["version"]
        elif type_ == "variant":
            variant.add(name)
        elif type_ in ("object", "tls", "common"):
            found.data[name] = type_
    return Exports(found.soname, found.machine, frozenset(functions), found.data, found.old,
                   frozenset(variant), versions=found.versions)


def hint(library: Path) -> str:
    """What to give instead of a linker script, which lies where a library is expected."""
    try:
        with open(library, "rb") as file:
            script = b"GNU ld script" in file.read(512)
    except OSError:
        return ""
    return "; it is a linker script: give the library that it names" if script else ""
