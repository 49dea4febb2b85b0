"""Renders stubs as C: python3 gen/render.py STUB... -o FOLDER

Writes NAME.c and NAME-check.c for each stub, NAME_MAJOR.c for each suffix family, and for all of
them libraries.c and lazynccl.map.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
import sys

from library import render, template
from stub import Bad, load
from symbols import libraries

HEADER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../include/lazynccl.h")


def table(all_libraries) -> str:
    objects = [f"lazynccl_library_{library.object}" for library in all_libraries]
    return template("libraries.c.in").substitute(
        declarations="\n".join(f"LAZYNCCL_WEAK extern lazynccl_library {o};" for o in objects),
        rows="\n".join(f"    &{o}," for o in objects))


def version_script(all_libraries) -> str:
    with open(HEADER, encoding="utf-8") as file:
        public = set(re.findall(r"^\S.*\b(lazynccl_\w+)\(", file.read(), re.MULTILINE))
    public -= {f"lazynccl_{name}" for name in ("nccl", "nvrtc", "nvjitlink")}
    public |= {f"lazynccl_{library.stub['name']}" for library in all_libraries}
    public |= {symbol.name for library in all_libraries for symbol in library.symbols}
    return template("lazynccl.map.in").substitute(
        names="\n".join(f"    {name};" for name in sorted(public)))


def files(stubs) -> dict[str, str]:
    """Name → content of everything that is made from these stubs."""
    every = [library for stub in stubs for library in libraries(stub)]
    made = {f"{library.object}.c": render(library) for library in every}
    return made | {"libraries.c": table(every), "lazynccl.map": version_script(every)}


def main(arguments) -> int:
    if len(arguments) < 3 or arguments[-2] != "-o":
        print("usage: render.py STUB... -o FOLDER", file=sys.stderr)
        return 2
    try:
        made = files([load(path) for path in arguments[:-2]])
        for name, content in made.items():
            with open(os.path.join(arguments[-1], name), "w", encoding="utf-8") as file:
                file.write(content)
    except Bad as bad:
        print(bad, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
