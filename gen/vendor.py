"""Writes lazynccl as two files for another project's tree: vendor.py STUB... -o FOLDER

lazynccl.c is the runtime and the trampolines of these libraries in one unit, lazynccl.h its header.
STUB is a name in stubs/ or the path of a .toml.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
import sys

import check
import library
from clashes import clashes
from interface import header
from render import table
from stub import Bad, Stub, load
from symbols import libraries
from template import template

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STUBS = os.path.join(ROOT, "stubs")
LICENCE = "SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD"
# What follows the trampolines, in the order in which one call passes through it.
ROOMS = ("loader", "search", "library")


def read(*path: str) -> str:
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def version() -> str:
    return re.search(r"^ +version: '(.+)',$", read("meson.build"), re.MULTILINE)[1]


def sources() -> list[str]:
    return [f"{room}/{name}" for room in ROOMS
            for name in sorted(os.listdir(os.path.join(ROOT, "src", room))) if name.endswith(".c")]


class Unit:
    """One file in the making: each header stands before the first section that includes it."""

    def __init__(self):
        self.sections, self.system, self.seen = [], {}, {"lazynccl.h"}

    def add(self, name: str, text: str) -> None:
        body = []
        for line in text.split("\n"):
            if own := re.fullmatch(r'#include "(.+)"', line):
                self.header(own[1])
            elif system := re.match(r"#include (<.+?>)", line):
                self.system.setdefault(system[1], line)
            elif line != "#define _GNU_SOURCE":
                body.append(line)
        text = "\n".join(body).strip()
        text = text.replace(f"\n * {LICENCE} */", " */").replace(f"\n * {LICENCE}\n", "\n")
        rule = "-" * (92 - len(name))
        self.sections.append(f"/* {rule} {name} */\n\n" + re.sub(r"\n{3,}", "\n\n", text))

    def header(self, name: str) -> None:
        if name not in self.seen:
            self.seen.add(name)
            text = read("src", name)
            guard = re.search(r"^#ifndef (\w+)\n#define \1\n", text, re.MULTILINE)
            self.add(name, text.replace(guard[0], "").rstrip().removesuffix("#endif"))


def unit(stubs: list[Stub], others: list[Stub], banner: str) -> str:
    """lazynccl.c for these libraries; of the others it knows the names."""
    made, known = Unit(), set()
    made.header("library/platform.h")
    platform = [*made.system.values(), *made.sections]
    first, made.sections = set(made.system), []
    every = [each for stub in stubs for each in libraries(stub)]
    for each in every:
        made.add(f"{each.object}.c", library.render(each, frozenset(known)))
        known |= library.types(each.stub).keys()
    for name in sources():
        made.add(name, read("src", name))
    made.add("libraries.c", table(every, others))
    return template("vendored.c.in").substitute(
        banner=banner, platform="\n\n".join(platform),
        system="\n".join(line for name, line in sorted(made.system.items()) if name not in first),
        sections="\n\n".join(made.sections))


def files(stubs: list[Stub], asked: list[str]) -> dict[str, str]:
    """Name → content of what is written."""
    banner = template("banner.c.in").substitute(
        version=version(), titles=", ".join(stub["title"] for stub in stubs),
        command=" ".join(map(os.path.basename, asked)))
    others = [load(path) for path in in_tree().values()]
    return {"lazynccl.c": unit(stubs, others, banner), "lazynccl.h": f"{banner}\n{header(stubs)}"}


def in_tree() -> dict[str, str]:
    """Name → path of our own stubs."""
    return {name.removesuffix(".toml"): os.path.join(STUBS, name)
            for name in sorted(os.listdir(STUBS)) if name.endswith(".toml") and "_" not in name}


def path_of(asked: str) -> str:
    """The file of a stub that is named, or given as a path."""
    known = in_tree()
    if not asked.endswith(".toml") and asked not in known:
        raise OSError(0, f"is no stub: give {', '.join(known)} or the path of a .toml", asked)
    return known.get(asked, asked)


def main(arguments: list[str]) -> int:
    asked = arguments[:-2]
    if not asked or arguments[-2] != "-o" or any(word.startswith("-") for word in asked):
        print("usage: vendor STUB... -o FOLDER", file=sys.stderr)
        return 2
    folder = arguments[-1]
    try:
        stubs = [load(path_of(stub)) for stub in asked]
        wrong = [bad for stub in stubs for bad in check.findings(stub)] or clashes(stubs)
        made = files(stubs, asked) if not wrong else {}
        if made:
            os.makedirs(folder, exist_ok=True)
        for name, content in made.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(content)
    except Bad as bad:
        wrong = [bad]
    except OSError as error:
        wrong = [f"{error.filename}: {error.strerror}"]
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
