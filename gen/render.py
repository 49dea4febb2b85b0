"""Renders stubs as C: python3 gen/render.py STUB... -o FOLDER

Writes NAME.c and NAME-check.c for each stub, NAME_MAJOR.c for each suffix family, and for all of
them libraries.c and lazynccl.map.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import sys

import check
import header_check
import library
from clashes import clashes
from description import of_files
from interface import accessor, functions
from stub import Bad, load
from symbols import libraries
from template import fold, template


def table(every, others=()) -> str:
    """The libraries of a build; what is known of the files of these and of other stubs."""
    stubs = {stub["name"]: stub for stub in [*(each.stub for each in every), *others]}
    objects = [f"lazynccl_library_{each.object}" for each in every]
    return template("libraries.c.in").substitute(
        declarations="\n".join(f"LAZYNCCL_WEAK extern lazynccl_library {o};" for o in objects),
        rows="\n".join(f"    &{o}," for o in objects),
        known="\n".join(map(fold, known(stubs.values()))))


def known(stubs):
    for stub in stubs:
        rows = of_files(libraries(stub)[0])
        members = (f"        .{key} = {value}," for key, value in rows.items())
        yield from ["    {", *members, "    },"]


def version_script(every) -> str:
    public = functions() | {accessor(each.stub) for each in every}
    public |= {symbol.name for each in every for symbol in each.symbols}
    return template("lazynccl.map.in").substitute(
        names="\n".join(f"    {name};" for name in sorted(public)))


def files(stubs) -> dict[str, str]:
    """Name → content of everything that is made from these stubs."""
    every = [each for stub in stubs for each in libraries(stub)]
    made = {f"{each.object}.c": library.render(each) for each in every}
    made |= {f"{stub['name']}-check.c": header_check.render(stub) for stub in stubs}
    return made | {"libraries.c": table(every), "lazynccl.map": version_script(every)}


def main(arguments) -> int:
    if len(arguments) < 3 or arguments[-2] != "-o":
        print("usage: render.py STUB... -o FOLDER", file=sys.stderr)
        return 2
    try:
        stubs = [load(path) for path in arguments[:-2]]
        wrong = [bad for stub in stubs for bad in check.findings(stub)] or clashes(stubs)
        for name, content in files(stubs).items() if not wrong else ():
            with open(os.path.join(arguments[-1], name), "w", encoding="utf-8") as file:
                file.write(content)
    except Bad as bad:
        wrong = [bad]
    except OSError as error:
        wrong = [f"{error.filename}: {error.strerror}"]
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
