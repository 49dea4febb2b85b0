"""Writes lazynccl as two files for the tree of a project: python3 gen vendor STUB... -o FOLDER

lazynccl.c contains the runtime and the trampolines of these libraries. lazynccl.h is its header.
If the stubs have variables, lazynccl_data.h gives access to them. STUB is a name in stubs/, the
path of a .toml, or a library, whose functions are then known only by name: its path, or a name as
in cc -l:libz.so.1.

--versions-from FILE  gives functions the symbol versions that FILE exports, as the linker would;
                      may be repeated for each library
--only LIST           writes only these functions, or those that these objects and archives need
--open WORD           opens the libraries at the first `call`, or at the `start` of the program
--priority WORD       sets the priority in the .note.dlopen
--search LIST         the search locations that the copy contains: api, env, loaded, partner, wheel,
                      conda, soname (what ld.so finds), toolkit; or full: these, with a report of
                      each file. Default: api,env,loaded,soname, and wheel for libraries in wheels
--cuda MAJOR          takes only libraries of this major version of CUDA
--complete            takes only libraries that have all functions of the copy
--optional LIST       those of these functions that a library may lack
--machine LIST        writes the assembly for these machines alone
--declare             also writes lazynccl_declare.h, which replaces the headers of the libraries
--def                 also writes the part for Windows, and NAME.def for its linker
--rust                also writes a crate around the files, which replaces bindings of the libraries
--no-calls            writes no trampolines: the program takes pointers by lazynccl_symbol()
--absent NUMBER       the value that absent functions of a library without a stub return; 0
                      stands only for a library that is not installed
--reason LIST         those of these functions that return the reason as a text
--null LIST           those that return NULL
--prefix WORD         names the files, the API and the variables by this prefix: WORD.c, WORD_load()
--check FOLDER        compares the files in FOLDER with the files that it would write
--generator           writes the generator of these files, as text, in place of the files

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import contextlib
import io
import re
from functools import partial

from gen.c import data
from gen.c.account import account, banner_of, warn_of_prefix
from gen.c.choice import restrict_to_options
from gen.c.inputs import default_machines, in_tree, inputs
from gen.c.interface import header
from gen.c.layout import laid_out
from gen.c.options import (
    CHECK,
    DECLARE,
    DEF,
    GENERATOR,
    MACHINE,
    ONLY,
    PREFIX,
    RUST,
    USAGE,
    Options,
    read,
)
from gen.c.prefix import named, prefix_of, prefixed
from gen.c.unit import LICENCE, unit
from gen.stub import absent
from gen.stub.load import load
from gen.write import report, write

# Lines that the first comment of lazynccl.h omits, because lazynccl.c says it.
IN_HEADER = re.compile(r" \*\n \* Searches.*?(?= \*\n \* SPDX)", re.DOTALL)


def files(options: Options, *asked: str) -> dict[str, str]:
    given = inputs(asked, options)
    stubs = restrict_to_options(given, options)
    banner, prefix = banner_of(given, stubs, options), prefix_of(stubs)
    partners = {stub.partner for stub in stubs}
    others = [load(path) for name, path in in_tree().items() if name in partners]
    account(given, stubs, bool(options.of(ONLY)))
    warn_of_prefix(stubs)
    report(*filter(None, map(absent.assumed, stubs)))
    of_windows = ""
    if options.of(DEF):
        from gen.c import windows

        of_windows = windows.render(stubs)
    made = {"lazynccl.c": unit(stubs, others, banner,
                               options.of(MACHINE) or default_machines(given), of_windows),
            "lazynccl.h": f"{IN_HEADER.sub('', banner)}\n" + header(stubs).replace(
                f"\n *\n * {LICENCE} */", " */", 1)}
    if any(stub.data for stub in stubs):
        made["lazynccl_data.h"] = data.header(stubs, banner)
    if options.of(DEF):
        made |= windows.definitions(stubs)
    if options.of(DECLARE):
        from gen.c import declare

        made["lazynccl_declare.h"] = declare.header(stubs, banner)
    if options.of(RUST):
        from gen.c import rust

        made |= rust.crate(stubs, banner)
    return dict(finished(file, text, prefix, bool(options.of(PREFIX)))
                for file, text in made.items())


def finished(file: str, text: str, prefix: str, is_named: bool) -> tuple[str, str]:
    """Returns the name and content of a file with the prefix."""
    text = prefixed(text, prefix)
    file, text = (named(each, prefix) for each in (file, text)) if is_named else (
        file, text.replace(f"{prefix}_data.h", "lazynccl_data.h"))
    return file, laid_out(text) if file.endswith((".c", ".h")) else text


def again(arguments: list[str]) -> dict[str, str]:
    """Returns the files that a vendored copy's command writes, and suppresses its output."""
    options, words = read(arguments)
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        return files(options, *words)


def main(arguments: list[str]) -> int:
    options, words = read(arguments)
    if options.of(CHECK):
        from gen.c import verify

        return verify.main(options.last(CHECK), words, again)
    if options.of(GENERATOR):
        from gen.c import generator

        return write(USAGE, words, partial(generator.files, options, files))
    return write(USAGE, words, partial(files, options))
