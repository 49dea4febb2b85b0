"""Renders the names of NVIDIA's libraries: python3 gen names TABLE STUB... -o FOLDER

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.library.description import majors_of, quotes
from gen.stub.load import load
from gen.stub.rows import Names, numbered, numbered_apt, of_stub, read
from gen.stub.symbols import libraries
from gen.template import fold, quote, template
from gen.write import write


def description(row: Names) -> str:
    """Renders the members of the description of a library without a stub."""
    stub = row.stub  # without functions
    members = {
        "name": quote(stub.name), "title": quote(stub.title), "symbols": '""',
        "sonames": quotes(stub.sonames), "wheels": quotes(stub.wheels),
        "home_variables": quotes(stub.home_variables), "packages": quotes(stub.packages),
        "cuda_named": int(stub.cuda_named), "cuda_majors": majors_of(libraries(stub)[0])}
    lines = (fold(f"        .{key} = {value},") for key, value in members.items())
    return "\n".join(["    {", *lines, "    },"])


def name_row(row: Names, pointer: str) -> str:
    """Returns the C initializer of a row's names; `pointer` is C for the library, or NULL. Packages
    are pairs of the number after .so. and the package, "2=nvidia-nccl-cu13 2=nvidia-nccl-cu12"."""
    packages, apt = (" ".join("=".join(each) for each in list_of(row.stub))
                     for list_of in (numbered, numbered_apt))
    facts = map(quote, (row.begins, row.stub.title, row.stub.conda, packages, apt))
    return fold(f"    {{{', '.join(facts)}, {pointer}}},")


def files(table: str, *paths: str) -> dict[str, str]:
    stubs, rows = [of_stub(load(path)) for path in paths], read(table)
    single = [row for row in rows if not row.several]
    objects = [f"lazynccl_library_{row.stub.name}" for row in stubs]
    names = [*(name_row(row, f"&{each}") for row, each in zip(stubs, objects)),
             *(name_row(row, f"&rows[{i}]") for i, row in enumerate(single)),
             *(name_row(row, "NULL") for row in rows if row.several)]
    return {"names.c": template("c/names.c.in").substitute(
        declarations="\n".join(f"LAZYNCCL_INTERNAL extern lazynccl_library {o};" for o in objects),
        descriptions="\n".join(map(description, single)),
        rows="\n".join(f"    {{.description = &described[{i}], .trampolines = &none, "
                       f".base = &rows[{i}]}}," for i in range(len(single))),
        names="\n".join(names), stubs=len(stubs), libraries=len(stubs) + len(single))}


def main(arguments: list[str]) -> int:
    return write("gen names TABLE STUB...", arguments, files)
