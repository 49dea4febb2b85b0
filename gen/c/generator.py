"""Writes a generator of one copy as text, for the tree of a project: vendor --generator NAME...

The folder contains a part of this tree: the modules that `vendor` imports, and what it reads for
these libraries and this search. The generator writes the same bytes as `vendor`.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import ast
import contextlib
import io
import shlex
from collections.abc import Callable, Iterator, Sequence

from gen import own
from gen.c.facts import OF_FULL
from gen.c.inputs import default_machines, in_tree, inputs
from gen.c.interface import release
from gen.c.locations import searched
from gen.c.options import (
    COMPLETE,
    CUDA,
    GENERATOR,
    MACHINE,
    ONLY,
    OPEN,
    OPTIONAL,
    PREFIX,
    PRIORITY,
    SEARCH,
    VALUES,
    Options,
)
from gen.c.parts import without_functions
from gen.c.runtime import CORE, functions_of
from gen.library import assembly
from gen.stub.majors import FILE, of_stubs
from gen.stub.stub import FULL, OPENS
from gen.template import template
from gen.write import InputError, MisuseError

# The options that each run of the generator takes; the others need modules that it lacks.
LATER = (MACHINE, ONLY, OPEN, PRIORITY, PREFIX, SEARCH, CUDA, COMPLETE, OPTIONAL)
STARTS = "gen.c.vendor"
LICENCE = "LICENSES/MIT.txt"
# File of the generator → its template. The generator does not check stubs, because this module has
# done so, and its meson.build contains only the release.
OTHER = {"gen/__main__.py": "c/generator.py.in", "gen/stub/check.py": "c/generator_check.py.in",
         "meson.build": "c/generator.build.in", "README.md": "c/generator.md.in"}

# Files for copies in which --only leaves no function with an alias, with a version, or without one.
OF_SUBSETS = tuple(f"src/runtime/copy/{name}" for name in
                   ("names.h", "unversioned.c", "unversioned.h", "versioned.c"))

Render = Callable[..., dict[str, str]]


def files(options: Options, render: Render, *asked: str) -> dict[str, str]:
    """Returns name → content of a generator that writes what `render` returns for `asked`."""
    check(options, asked)
    options = Options({option: options.of(option) for option in LATER if options.of(option)})
    render(options, *asked)  # raises errors and prints warnings
    given = inputs(asked, options)
    stubs = given.stubs()
    machines = options.of(MACHINE) or default_machines(given)
    search = searched(options.of(SEARCH), stubs)
    values = {"names": given.names, "titles": ", ".join(stub.title for stub in stubs),
              "release": release(), "search": ",".join(search), "words": words_of(options),
              "later": LATER, "named": " ".join(given.names),
              "command": shlex.join([*given.names, *words_of(options)]),
              "machines": ", ".join(machines) or "all that lazynccl supports",
              "reads": "" if FULL in search else " and this search"}
    names = read_by(options, render, asked) | {LICENCE, *OTHER, *OF_SUBSETS, *modules(STARTS)}
    made = {name: template(OTHER[name]).substitute(values) if name in OTHER else own.read(name)
            for name in sorted(names)}
    return reduced(made, machines, FULL in search)


def check(options: Options, asked: Sequence[str]) -> None:
    """Raises MisuseError for a library or an option that a generator cannot have."""
    for name in asked:
        if "/" in name or "." in name:
            raise MisuseError(f"{GENERATOR}: {name}: give the name of a stub, such as cudart")
    for option in options.given:
        if option not in (*LATER, GENERATOR):
            raise MisuseError(f"{GENERATOR}: cannot be combined with {option}")


def reduced(made: dict[str, str], machines: Sequence[str], is_full: bool) -> dict[str, str]:
    """Returns the files without what these machines, these stubs and this search never need."""
    core = {name: text for name, text in made.items() if name.startswith(f"src/{CORE}")}
    replaced = set() if is_full else functions_of(core) | {
        f"lazynccl_{name}" for name in OF_FULL.split()}
    for name in made:
        if name == f"src/{assembly.JUMP}" and machines:
            made[name] = assembly.restricted(made[name], machines)
        elif name.endswith(".c") and name not in core:
            made[name] = without_functions(made[name], replaced)
    made[FILE] = of_stubs([stub for stub in in_tree()
                           if any(name.endswith(f"/{stub}.toml") for name in made)])
    return made


def words_of(options: Options) -> list[str]:
    """Returns the options as words, in the order of the usage."""
    return [word for option in VALUES if options.of(option)
            for word in ([option, ",".join(options.of(option))] if VALUES[option] else [option])]


def read_by(options: Options, render: Render, asked: Sequence[str]) -> set[str]:
    """Returns the files that `render` reads, also with other options that a run may have."""
    template.cache_clear()
    with own.recorded() as found:
        for word in OPENS:
            for complete in ({}, {COMPLETE: [""]}):
                more = Options({**options.given, OPEN: [word], **complete})
                quiet = io.StringIO()
                with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet), \
                        contextlib.suppress(InputError):  # the library cannot open at the start
                    render(more, *asked)
    return found


def modules(first: str) -> set[str]:
    """Returns the files of a module and of all modules that are imported with it, except those that
    a function imports when an option needs them."""
    found, left = {"gen/__init__.py"}, [f"{first.replace('.', '/')}.py"]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += imported(own.read(f"gen/{OTHER[name]}" if name in OTHER else name))
    return found


def imported(text: str) -> Iterator[str]:
    """Yields the files in gen/ that a module imports at its top level."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "gen":
            path = (node.module or "").replace(".", "/")
            for file in (f"{path}.py", *(f"{path}/{each.name}.py" for each in node.names)):
                folder, _, name = file.rpartition("/")
                if own.has(folder) and name in own.names(folder):
                    yield file
