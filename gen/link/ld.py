"""Links a program so that libraries are opened when they are needed: gen ld LINKER ARGUMENT...

The linker first links as usual. If the resulting file needs a library that LAZY_LIBS or -lazy-lNAME
names, the linker links again, with a small copy of lazynccl that has the functions which the file
uses from this library. In this way the linker decides which libraries, functions and versions are
needed, however the libraries were given. Finally the libraries are removed from DT_NEEDED.

Many links of a build need no lazy library, or the same copy as another. So this module and those
that it imports do without modules that take longer to import than such a link.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import sys
from _collections_abc import Iterable, Mapping, Sequence
from _signal import SIGTERM, signal  # type: ignore[import-not-found]

from gen import elf
from gen.elf import Elf
from gen.failure import InputError
from gen.link import command
from gen.link.cache import Cache, Decision
from gen.link.command import Command
from gen.link.inputs import Inputs
from gen.link.library import Library, chosen, libraries, refuse, stem, uses
from gen.link.modes import DEFAULT, VARIABLE, Choice, modes
from gen.link.process import run

USAGE = "ld LINKER ARGUMENT..."
VERBOSE = "LAZY_VERBOSE"
DIRECT = "LAZY_DIRECT"
OBJECTS = "lazylink-core.o", "lazylink.o"  # their names in the linker's map


def report(lines: Iterable[str]) -> None:
    from gen import write

    write.report(*(f"lazynccl link: {line}" for line in lines))


def explain(asked: Command, lines: Iterable[str]) -> None:
    if os.environ.get(VERBOSE):
        report(f"{asked.name}: {line}" for line in lines)


def check_lazy(asked: Command, known: Mapping[str, Library]) -> None:
    """Raises InputError if the linker found no shared library for a -lazy-lNAME."""
    for name in () if asked.static else asked.lazy:
        if not any(name in library.names for library in known.values()):
            raise InputError(f"{command.LAZY}{name}: the linker found no shared library: "
                             f"install lib{name}.so, or write -l{name}")


def check_names(asked: Command, known: Mapping[str, Library], names: Iterable[str]) -> None:
    """Raises InputError if a name in LAZY_LIBS seems to be a typing error: no folder of the linker
    has such a library, and the link reads a library with a similar name."""
    stems = {name for library in known.values() for name in library.names}
    for name in (name for name in map(stem, names) if name not in stems):
        if not any(os.path.exists(os.path.join(folder, f"lib{name}{end}"))
                   for folder in asked.folders for end in (".so", ".a")):
            from difflib import get_close_matches

            near = get_close_matches(name, stems, 1, 0.75) or [
                each for each in stems if {*each.lower()} == {*name.lower()}]
            if near:
                raise InputError(f"{VARIABLE}: no folder of this link has lib{name}.so: did you "
                                 f"mean {near[0]}? If not, add the folder by -L")


def print_own(traced: str, words: Sequence[str]) -> None:
    """Prints the linker's output, such as that of -v, without the files that --trace lists."""
    for line in traced.splitlines(keepends=True):
        if {"-t", "--trace"} & {*words} or not os.path.exists(line.rstrip().partition("(")[0]):
            sys.stdout.write(line)


def decision(inputs: Inputs, folder: str) -> Decision:
    """Returns how to link the file lazily, from the cache if it has a file with these symbols."""
    cache = Cache(folder)
    key = inputs.key(cache) if folder else ""
    if found := cache.recall(key):
        return Decision(**found)
    from gen.link.decision import decide

    made, complete = decide(inputs, cache)
    if complete:  # a file that was not found may exist at the next link
        cache.store(key, made)
    return made


def check_variables(inputs: Inputs, lazy: Sequence[Library], left: Elf) -> None:
    """Raises InputError if the file of the second link has a copy of a lazy library's variable."""
    needed = [inputs.known[soname] for soname in left.needed if soname in inputs.known]
    for symbol, library in uses(left, needed):
        if symbol.copied and library in lazy:
            raise refuse(library, f"{inputs.what} uses its variable {symbol.name}")


def check_result(inputs: Inputs, lazy: Sequence[Library], made: Decision) -> None:
    """Raises InputError if the file of the second link still depends on a lazy library, no longer
    exports what such a library uses, or has slots that cannot be read-only."""
    asked, linked = inputs.asked, inputs.linked
    left = elf.read(asked.unfinished)
    if not left:
        raise InputError(f"{asked.name}: not an ELF file after the second link")
    if linked.relro and not left.relro:
        raise InputError(f"{asked.name}: the second link left {elf.RELRO} writable")
    for library in lazy:
        for symbol in left.undefined:
            if symbol.name in made.functions[library.soname] or symbol.file == library.soname:
                version = f", version {symbol.version}," if symbol.version else ""
                raise refuse(library, f"the linker takes {symbol.name}{version} from it in the "
                                      "second link, too")
        if library.soname in left.version_files:
            raise refuse(library, f"{inputs.what} still needs it after the second link")
        for name in made.exports:
            if name not in left.defined:
                raise refuse(library, f"the linker does not export {name}, which it uses")
    check_variables(inputs, lazy, left)


def relink(linker: str, asked: Command, names: Mapping[str, Choice], traced: str,
           folder: str) -> int:
    """Makes the libraries with these names lazy in the linked file. Returns the exit status."""
    known = libraries(traced)
    check_lazy(asked, known)
    check_names(asked, known, names)
    linked = elf.read(asked.unfinished)
    lazy = chosen(linked, known, [*names]) if linked else []
    if not linked or not lazy:
        explain(asked, [f"direct: it needs none of {', '.join(names)}"])
        return finish_directly(asked, traced)
    inputs = Inputs(linked, asked, known, lazy, names)
    made = decision(inputs, folder)
    explain(asked, made.lines)
    if made.warnings:  # the module that prints takes longer to import than a link
        report(f"{asked.name}: {line}" for line in made.warnings)
    lazy = [library for library in lazy if library.soname in made.functions]
    return link_again(linker, inputs, lazy, made) if lazy else finish_directly(asked, traced)


def finish_directly(asked: Command, traced: str) -> int:
    print_own(traced, asked.plain)
    asked.finish({asked.unfinished: asked.output})
    return 0


def link_again(linker: str, inputs: Inputs, lazy: Sequence[Library], made: Decision) -> int:
    """Links with the objects of a decision, and removes the lazy libraries from DT_NEEDED."""
    asked = inputs.asked
    if asked.pipe:
        raise InputError(f"{asked.pipe} is a pipe, which cannot be read again for the second link: "
                         "write it to a file")
    if kept := os.environ.get(DIRECT):
        from gen.link import direct

        direct.keep(kept, asked.unfinished, asked.output, made.functions, made.priorities)
    # The names of objects come first, because they can begin with the name of the output.
    renamed = dict(zip(made.objects, OBJECTS, strict=False)) | {asked.unfinished: asked.output}
    if made.objects:
        exports = [f"--export-dynamic-symbol={name}" for name in made.exports]
        words = [*made.objects, *asked.words, *exports, "--push-state", "--as-needed", "-ldl",
                 "--pop-state"]
        status, said = run([linker, *asked.argument_list(words)], True)
        sys.stdout.write(command.replaced(said, renamed))
        if status:
            return status
    check_result(inputs, lazy, made)
    elf.remove_needed(asked.unfinished, {library.soname for library in lazy})
    asked.finish(renamed)
    return 0


def link(linker: str, arguments: Sequence[str], folder: str) -> int:
    """Links once, and a second time if a library is lazy. Returns the exit status."""
    asked = command.read(arguments)
    names = dict.fromkeys(asked.lazy, DEFAULT) | modes(os.environ.get(VARIABLE, ""))
    if not names or (os.path.exists(asked.output) and not os.path.isfile(asked.output)):
        return run([linker, *asked.argument_list(asked.plain)])[0]
    # The first link's file is linked directly. If it had its final name when this process is
    # killed, the next run of make would take it for the result.
    signal(SIGTERM, lambda number, _: sys.exit(128 + number))
    status = 1
    try:
        status, said = run([linker, *asked.argument_list([*asked.words, "--trace"])], True)
        traced = "\n".join(line.removeprefix("trace: ") for line in said.split("\n"))
        if status:
            print_own(traced, asked.plain)
        else:
            status = 1  # in case relink() raises an exception
            status = relink(linker, asked, names, traced, folder)
    finally:
        asked.clean(bool(status))
    return status


def main(arguments: list[str], folder: str) -> int:
    """Runs a linker, with the folder of the cache. Raises InputError or OSError."""
    if not arguments:
        print(f"usage: {USAGE}", file=sys.stderr)
        return 2
    return link(arguments[0], arguments[1:], folder)
