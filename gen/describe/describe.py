"""Describes any C library: writes a stub from its headers and its file.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import argparse
import os
import re
from pathlib import Path

from gen.arguments import Parser
from gen.describe import declarations, exports, headers, names, propose, text
from gen.describe.compiler import Compiler, library_path
from gen.stub import check
from gen.stub.load import load
from gen.stub.toml import STUBS
from gen.write import MISUSE, InputError, MisuseError, report, say, write_files

DESCRIPTION = """\
Writes a stub of a C library from its headers and its file. The stub contains the functions that the
file exports and the headers declare or use in a macro. Functions that are left out are printed with
the reason. The fallback values are proposals for you to review; all other functions stop the
program."""


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(prog="describe", description=DESCRIPTION)
    add = parser.add_argument
    add("headers", metavar="HEADER", nargs="+", help="the headers, in the order to include them in")
    add("library", metavar="LIBRARY.so",
        help="its path, or a name as in cc -l:libz.so.1; for another machine, give --target")
    add("-o", dest="output", metavar="NAME.toml", required=True, help="the stub to write")
    add("-I", dest="folders", metavar="DIR", action="append", default=[], help="as for a compiler")
    add("-D", dest="defines", metavar="MACRO", action="append", default=[],
        help="as for a compiler")
    add("--pass", dest="passes", metavar="MACRO...", action="append", default=[],
        help="read the headers again with these macros defined, for further declarations")
    add("--fail", dest="failures", metavar="TYPE=VALUE", action="append", default=[],
        help="the value that functions of type TYPE return on failure, such as int=-1")
    add("--declare", action="store_true",
        help="record the types of the functions, for `vendor --declare`")
    add("--name", help="the name of the library in C, lower-case letters and digits; default: NAME")
    add("--target", metavar="TRIPLE", default="", help="the machine; default: this machine")
    return parser.parse_intermixed_args(arguments)


def name_of(options: argparse.Namespace) -> str:
    name: str | None = options.name
    if name is None:
        name = re.sub(r"[^a-z0-9]", "", Path(options.output).stem.lower())
    if not re.fullmatch(r"[a-z][a-z0-9]*", name):
        raise MisuseError(f"{name!r} is not a name of lower-case letters and digits: give --name")
    return name


def locate(header: str, folders: list[str]) -> tuple[Path, str]:
    """Returns the file of a header, and the name for #include."""
    places = ["", *folders] if not os.path.isabs(header) else [""]
    found = next((p for p in (os.path.join(f, header) for f in places) if os.path.isfile(p)), None)
    if not found:
        raise InputError(f"{header}: not found in the current folder or in {', '.join(folders)}: "
                         "give its path, or its folder with -I")
    path = Path(os.path.abspath(found))
    below = [os.path.abspath(f) for f in folders if path.is_relative_to(os.path.abspath(f))]
    return path, str(path.relative_to(max(below, key=len))) if below else path.name


def write(path: str, content: str) -> None:
    """Writes the stub, or raises InputError if `vendor` would refuse it."""
    def check_stub(new: str) -> None:
        if wrong := check.findings(load(new)):
            raise InputError(*(str(each).replace(new, path) for each in wrong))

    write_files(os.path.dirname(path), {os.path.basename(path): content}, check_stub)


def run(options: argparse.Namespace) -> None:
    name = name_of(options)
    if not Path(options.output).absolute().parent.is_dir():
        raise InputError(f"{options.output}: the folder does not exist")
    compiler = Compiler("c", options.target, tuple(options.folders), tuple(options.defines))
    library = Path(library_path(options.library, compiler.command))
    found = exports.read_own(library, compiler)
    if found.machine != compiler.machine:
        raise InputError(f"{library} is for {found.machine}, but the headers are read for "
                         f"{compiler.machine}: give --target with the triple of the library")
    folders = [*options.folders, *compiler.system]
    located = [locate(header, folders) for header in options.headers]
    paths = [path for path, _ in located]
    matched = names.match(paths, compiler, found, options.passes)
    if not matched.declared and not matched.mentioned:
        raise InputError(f"{library} exports {len(found.functions)} functions, and "
                         f"{', '.join(options.headers)} declare none of them: give the headers of "
                         "this library")
    declared = [matched.declared[n] for n in sorted(matched.declared)]
    absent = propose.absent(declared, compiler.numbers(headers.include([*map(str, paths)])),
                            found.soname)
    for failure in options.failures:
        propose.fail(declared, failure, absent)
    undecided = propose.undecided(declared, absent)
    recorded = declarations.record(
        matched.header, headers.include([*map(str, paths)]), next(iter(matched.passes), ""),
        [each.function for each in declared if options.declare])
    output = Path(options.output).absolute()
    write(options.output, text.stub(name, [spelled for _, spelled in located], found, matched,
                                    absent, undecided, propose.first_calls(declared, absent),
                                    recorded,
                                    vendored=output.parent != Path(STUBS)))
    say(*text.account(load(options.output), found, matched, undecided))


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    try:
        run(options)
    except MisuseError as error:
        report(f"lazynccl describe: {error}")
        return MISUSE
    except InputError as error:
        report(*(f"describe: {line}" for line in error.args))
        return 1
    except OSError as error:
        report(f"describe: {error.filename or options.output}: {error.strerror}")
        return 1
    return 0
