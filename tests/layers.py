"""usage: layers.py [BUILD [SOURCE]]: prints the folders of src/ from top to bottom, and the folders
that each uses.

Exits with 1 and reports on stderr if a folder uses one above it or in another product, if files use
one another in a circle, if an external name of the command lacks the prefix of its file, or if a
folder of src or gen has more lines than tests/house/ceilings allows. Reads
the #include lines in SOURCE and the symbols of the objects in BUILD (default: build/main if it
exists; "-" for none). One circle is allowed: a trampoline's first call calls the loader, which
fills the slots of the trampolines."""

import json
import re
import subprocess
import sys
import textwrap
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import weights

ROOMS = {  # from bottom to top
    "runtime/jump": "assembly: one jump through a slot; saves a first call's arguments",
    "runtime/library": "what a stub says of a library: SONAMEs, versions, symbols",
    "runtime/search": "lists candidates by search location; opens no library",
    "runtime/loader": "opens candidates, checks them, publishes the outcome",
    "runtime/shared": "what only the shared library has: removed functions",
    "runtime/core": "the search of a vendored copy without the full one",
    "runtime/copy": "short substitutes for features that a vendored copy lacks",
    "windows": "a vendored copy on Windows: finds functions for the linker's delay-load helper",
    "runtime/trampolines": "generated from the stubs: a library's functions and slots",
    "standin/template": "a stand-in's first call: the template's own code",
    "netplugin/core": "NCCL's network plugins: converts each version to every other",
    "netplugin/lazy": "the plugin that finds the real one",
    "netplugin/kit": "the archive for plugin authors",
    "common/text": "strings, safe printing, tables, JSON",
    "common/files": "files and folders, none of them trusted: ELF, a sysroot",
    "common/wheels": "Python distributions and wheels, none of them trusted",
    "common/machine": "the target, and the machine around it, by its files",
    "common/linking": "what ld.so and lazynccl give a file; what is missing",
    "common/findings": "findings, their registry, and how they are printed",
    "common/command": "options, usage errors, and a verb's target",
    "standin/elf": "writes one stand-in: fills in the template for a library",
    "standin": "stand-ins of installed libraries, in wheels, in a cache; run",
    "netplugin/nccl": "what NCCL itself would read and load, by release",
    "netplugin/check": "plays NCCL's part towards a plugin, in a child",
    "tool/rules": "what can go wrong: each finding above its rule",
    "tool/find": "the verb find",
    "tool/audit": "the verb audit",
    "tool/symbols": "the verb symbols",
    "tool/trace": "the verb trace: reads the files of tracing stand-ins",
    "tool/explain": "the verb explain, and the messages that it knows",
    "tool": "the other verbs, and the table of verbs",
}
ORDER = list(ROOMS)
NATURAL = {("runtime/loader", "runtime/trampolines")}  # the only use of a higher folder
WALLS = {  # a product → the products that it may use besides itself
    "runtime": (), "windows": (), "common": ("runtime",), "standin": ("runtime", "common"),
    "netplugin": ("runtime", "common"), "tool": ("runtime", "common", "standin", "netplugin"),
}
SHIPPED = ("standin/template", "netplugin/core", "netplugin/lazy", "netplugin/kit")  # in user files
TARGETS = {  # object folder → the folder of the generated code in it
    "liblazynccl.a.p": "runtime/trampolines/", "libnet-reals.a.p": "netplugin/core/",
    "libnccl-net-lazy.so.p": "netplugin/core/", "liblazynccl-net.a.p": "netplugin/core/",
    "lazynccl.p": "",
}
GENERATED = {"names": "common/machine/names",  # plain data
             "standin-answers": "runtime/trampolines/answers",
             "tuner_callers": "netplugin/lazy/tuner",
             "profiler_callers": "netplugin/lazy/profiler",
             "errors_rows": "tool/explain/errors_rows"}
Uses = dict[str, set[str]]  # a file and its header count as one: "common/text/json" → what it uses


def room(file: str) -> str:
    return next(name for name in sorted(ORDER, key=len, reverse=True)
                if file.startswith(name + "/"))


def includes(source: Path) -> Uses:
    files = [path for path in sorted(source.rglob("*")) if path.suffix in (".c", ".h", ".S")]
    names = {path: str(path.relative_to(source).with_suffix("")) for path in files}
    uses: Uses = {name: set() for name in names.values()}
    for path, name in names.items():
        text = path.read_text(encoding="utf-8")
        found = re.findall(r'^#include "(.+)\.[hS]"', text, re.MULTILINE)
        uses[name].update(set(found) & set(uses) - {name})
    return uses


def symbols(build: Path, source: Path) -> tuple[Uses, set[tuple[str, str]]]:
    """Returns which files use which in each program and archive, and each (file, symbol) that is
    defined."""
    wanted: list[tuple[str, str, str]] = []
    defined: dict[tuple[str, str], str] = {}
    objects: dict[str, tuple[str, str]] = {}  # path → target, name of the source
    for row in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        output, file = build / row["output"], (build / row["file"]).resolve()
        target = output.parent.name
        if target not in TARGETS or not output.exists():
            continue
        if not file.is_relative_to(source) and not file.is_relative_to(build):
            raise SystemExit(f"{build} is a build of {file}, not of {source}")
        objects[str(output)] = target, (
            str(file.relative_to(source).with_suffix("")) if file.is_relative_to(source)
            else GENERATED.get(file.stem, TARGETS[target] + file.stem))
    listing = subprocess.run(["nm", "-A", *objects], check=True, capture_output=True,
                             text=True).stdout if objects else ""
    for path, kind, symbol in re.findall(r"^(.*):[ \da-f]+ (\w) (\w+)$", listing, re.MULTILINE):
        target, name = objects[path]
        if kind in "Uvw":
            wanted.append((target, name, symbol))
        elif kind in "TDBRVWC":
            defined.setdefault((target, symbol), name)
    uses: Uses = {}
    for target, name, symbol in wanted:
        for where in (target, "liblazynccl.a.p", "libnet-reals.a.p"):
            if (where, symbol) in defined:
                uses.setdefault(name, set()).add(defined[where, symbol])
                break
    return uses, {(name, symbol) for (_, symbol), name in defined.items()}


def above(uses: Uses) -> list[str]:
    """Returns each use of a folder that is not lower."""
    return [f"{file} uses {other}, whose room is above" for file in sorted(uses)
            for other in sorted(uses[file])
            if ORDER.index(room(file)) < ORDER.index(room(other))
            and (room(file), room(other)) not in NATURAL]


def across(uses: Uses) -> list[str]:
    """Returns each use of another product that the walls forbid."""
    wrong = []
    for file in sorted(uses):
        product = file.partition("/")[0]
        shipped = room(file) in SHIPPED
        allowed = {product, *(("runtime",) if shipped else WALLS[product])}
        for other in sorted(uses[file]):
            theirs = other.partition("/")[0]
            if theirs not in allowed or (shipped and theirs == product
                                         and room(other) not in SHIPPED):
                wrong.append(f"{file} uses {other}, which is in another product")
    return wrong


def circle(uses: Uses) -> list[str]:
    """Returns a circle of files, if there is one."""
    try:
        TopologicalSorter({file: {other for other in others if other != file
                                  and (room(file), room(other)) not in NATURAL}
                           for file, others in uses.items()}).prepare()
    except CycleError as error:
        return ["a circle: " + " → ".join(reversed(error.args[1]))]
    return []


def unprefixed(defined: set[tuple[str, str]]) -> list[str]:
    """Returns the external names of the command that begin with neither the name of their file nor
    that of their folder."""
    def words(file: str) -> list[str]:  # "netplugin/check/trials_life": check, trials
        return [part.partition("_")[0].removesuffix("s") for part in file.split("/")[1:]]

    return [f"{file} defines {symbol}" for file, symbol in sorted(defined)
            if room(file) not in SHIPPED and not file.startswith("runtime/") and file != "tool/main"
            and not symbol.startswith(("verb_", *words(file)))]


def picture(uses: Uses) -> list[str]:
    """Returns each folder that has files, from top to bottom, with the lower folders it uses."""
    used: dict[str, set[str]] = {name: set() for name in ORDER}
    for file, others in uses.items():
        used[room(file)] |= {room(other) for other in others} - {room(file)}
    lines = []
    for name in (name for name in reversed(ORDER) if name in map(room, uses)):
        below = sorted(used[name], key=ORDER.index, reverse=True) or ["only libc"]
        lines += [f"{name:<19} {ROOMS[name]}",
                  *textwrap.wrap(" ".join(below), 79, initial_indent=" " * 19 + "↓ ",
                                 subsequent_indent=" " * 21)]
    return lines


def main(arguments: list[str]) -> int:
    source = Path(arguments[1] if arguments[1:] else Path(__file__).parents[1] / "src").resolve()
    build = Path(arguments[0] if arguments else source.parent / "build" / "main").resolve()
    uses = includes(source)
    wrong = above(uses) + across(uses) + circle(uses)
    if arguments[:1] != ["-"] and (arguments or build.exists()):
        linked, defined = symbols(build, source)
        wrong += above(linked) + across(linked) + circle(linked) + unprefixed(defined)
        if not linked:
            wrong.append(f"{build} has no objects")
        for file, others in linked.items():
            uses.setdefault(file, set()).update(others)
    if source.parent == weights.TREE:
        wrong += weights.exceeded(weights.rooms(weights.TREE))
    print("\n".join(picture(uses)))
    print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
