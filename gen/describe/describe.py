"""Describes any C library: writes a stub from its headers and its file.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import argparse
import os
import re
import sys
import tempfile
from pathlib import Path

from gen.describe import exports, names, propose, text
from gen.describe.compiler import Compiler
from gen.stub import check
from gen.stub.load import load
from gen.write import InputError

DESCRIPTION = """\
Makes a stub of a C library from its headers and its file: the functions that the file exports and
the headers declare, or mention in a macro. What is left out is printed with its reason. What a
call returns without the library is a proposal, for you to review: all else prints why and aborts
("stop")."""


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="describe", description=DESCRIPTION)
    add = parser.add_argument
    add("headers", metavar="HEADER", nargs="+", help="in the order in which C includes them")
    add("library", metavar="LIBRARY.so", help="the file, of any machine: see --target")
    add("-o", dest="output", metavar="NAME.toml", required=True, help="the stub to write")
    add("-I", dest="folders", metavar="DIR", action="append", default=[], help="as for a compiler")
    add("-D", dest="defines", metavar="MACRO", action="append", default=[],
        help="as for a compiler")
    add("--pass", dest="passes", metavar="MACRO...", action="append", default=[],
        help="read the headers once more with these defined, for what they declare only then")
    add("--fail", dest="failures", metavar="TYPE=VALUE", action="append", default=[],
        help="what functions that return TYPE return on failure, such as int=-1")
    add("--name", help="lower-case letters and digits; default: that of NAME.toml")
    add("--target", metavar="TRIPLE", default="", help="default: this machine")
    add("--tool", default=os.environ.get("LAZYNCCL_TOOL", "lazynccl"), help=argparse.SUPPRESS)
    return parser.parse_intermixed_args(arguments)


def name_of(options: argparse.Namespace) -> str:
    name: str | None = options.name
    if name is None:
        name = re.sub(r"[^a-z0-9]", "", Path(options.output).stem.lower())
    if not re.fullmatch(r"[a-z][a-z0-9]*", name):
        raise InputError(f"{name!r} is not a name of lower-case letters and digits: give --name")
    return name


def locate(header: str, folders: list[str]) -> tuple[Path, str]:
    """Returns the file of a header, and the name to include it by."""
    places = ["", *folders] if not os.path.isabs(header) else [""]
    found = next((p for p in (os.path.join(f, header) for f in places) if os.path.isfile(p)), None)
    if not found:
        raise InputError(f"{header}: no such header, here or in {', '.join(folders)}: give its "
                         "path, or its folder with -I")
    path = Path(os.path.abspath(found))
    below = [os.path.abspath(f) for f in folders if path.is_relative_to(os.path.abspath(f))]
    return path, str(path.relative_to(max(below, key=len))) if below else path.name


def write(path: str, content: str) -> None:
    """Replaces a whole file. On failure, leaves it unchanged."""
    with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(path) or ".", delete=False,
                                     encoding="utf-8", suffix=".toml") as file:
        try:
            file.write(content)
            file.flush()
            made = load(file.name)
            if wrong := check.findings(made):
                raise InputError(*(str(w).replace(file.name, path) for w in wrong))
            os.chmod(file.name, 0o666 & ~umask())
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def run(options: argparse.Namespace) -> None:
    name, library = name_of(options), Path(options.library)
    if not Path(options.output).absolute().parent.is_dir():
        raise InputError(f"{options.output}: there is no such folder")
    compiler = Compiler("c", options.target, tuple(options.folders), tuple(options.defines))
    found = exports.read(library, options.tool)
    if found.machine != compiler.machine:
        raise InputError(f"{library} is for {found.machine}, and the headers would be read for "
                         f"{compiler.machine}: give --target with its triple")
    libc = compiler.run("-print-file-name=libc.so.6").stdout.strip()
    if os.path.isabs(libc) and not os.path.samefile(libc, library):
        found = found.without(exports.read(Path(libc), options.tool))
    folders = [*options.folders, *compiler.system]
    headers = [locate(header, folders) for header in options.headers]
    matched = names.match([path for path, _ in headers], compiler, found, options.passes)
    if not matched.declared and not matched.mentioned:
        raise InputError(f"{library} exports {len(found.functions)} functions, and "
                         f"{', '.join(options.headers)} name none of them: give the headers of "
                         "this library")
    declared = [matched.declared[n] for n in sorted(matched.declared)]
    absent = propose.absent(declared)
    for failure in options.failures:
        propose.fail(declared, failure, absent)
    undecided = propose.undecided(declared, absent)
    write(options.output, text.stub(name, [spelled for _, spelled in headers], found, matched,
                                    absent, undecided))
    print(*text.account(load(options.output), found, matched, undecided), sep="\n")


def main(arguments: list[str]) -> int:
    try:
        run(parse(arguments))
    except InputError as error:
        print(*(f"describe: {line}" for line in error.args), sep="\n", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"describe: {error.filename or 'output'}: {error.strerror}", file=sys.stderr)
        return 1
    return 0
