"""Updates a stub from releases of its library, or checks that the stub is up to date.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import argparse
import os
from dataclasses import replace
from pathlib import Path

from gen.arguments import Parser
from gen.describe import declarations
from gen.stub import check
from gen.stub.absent import typed
from gen.stub.declaration import C_TYPES
from gen.stub.load import load
from gen.stub.stub import Stub
from gen.stub.toml import StubError
from gen.update import clang_type, compare, edit, files, release, wheel
from gen.update.pair import Pair
from gen.update.release import Release
from gen.write import InputError, report, say

STUBS = Path(os.path.relpath(Path(__file__).parents[2] / "stubs"))
DESCRIPTION = """\
Reads the headers and the exports of releases, and updates stubs/LIBRARY.toml: new functions and
their types, functions that an older release already has, functions that were removed. Differences
that need review are printed with their line. A stub without differences is not changed."""
RELEASE = """\
a version (2.28.9), a package with its version (nvidia-nccl-cu12-2.18.1), or a folder: an unpacked
wheel, a site-packages folder, a toolkit or a prefix; default: the newest release"""


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(prog="import", description=DESCRIPTION)
    parser.add_argument("--check", action="store_true",
                        help="change nothing; exit with 1 if the stub differs from a release")
    parser.add_argument("library", metavar="LIBRARY", help="a stub's name, such as nccl, or path")
    parser.add_argument("releases", metavar="RELEASE", nargs="*", help=RELEASE)
    return parser.parse_args(arguments)


def apply(lines: list[str], pair: Pair, finding: compare.Finding) -> None:
    """Changes the stub's lines so that the finding no longer applies."""
    name, now = finding.function, pair.release.version_text
    declared, known = pair.declaration(name), pair.stub.function(name)
    if finding.kind == compare.NEW and declared:
        edit.add_function(lines, now, replace(declared.function, name=name))
    elif finding.kind == compare.OLDER and known:
        edit.remove_function(lines, name)
        edit.add_function(lines, now, known)
    elif finding.kind == compare.GONE:
        change = edit.set_value if name in pair.stub.removed else edit.add_row
        change(lines, "removed", name, now)
    elif finding.kind == compare.FAMILY:
        major, minor = pair.release.version[:2]
        families = pair.stub.symbols.families | {str(major): minor + compare.AHEAD}
        edit.set_value(lines, "symbols", "families", families)
    elif finding.kind == compare.DECLARE:
        found = pair.recorded
        for table, rows in (("declare", declarations.listed(found.varying)),
                            ("declare.types", declarations.lines(found.types)),
                            ("declare.macros", declarations.lines(found.macros))):
            if rows or edit.has_table(lines, table):
                edit.set_rows(lines, table, rows)
    elif finding.kind == compare.NEWEST:
        edit.set_value(lines, "", "described", now)


def add_types(lines: list[str], pair: Pair, functions: list[str]) -> None:
    """Adds rows for the types of these functions that the stub lacks."""
    found: dict[str, clang_type.Row] = {}
    for function, declared in ((name, pair.declaration(name)) for name in functions):
        if not declared:
            continue
        needed = {*typed(pair.stub, declared.function)} - pair.stub.types.kinds.keys() - C_TYPES
        try:
            rows = clang_type.rows(declared, pair.release.header.typedefs) if needed else {}
        except ValueError as error:
            file, _, line = declared.where.rpartition(":")
            raise StubError(file, line, f"{function}: {error}") from None
        found |= {name: row for name, row in rows.items() if name in needed
                  and found.get(name, row)[0] in ("opaque", row[0])}
    for name, (kind, value) in sorted(found.items()):
        edit.add_row(lines, f"types.{kind}", name, value)


def updated(stub: Stub, each: Release) -> Stub:
    """Updates the stub file from one release, prints the changes, and returns the new stub."""
    pair = Pair(stub, each)
    changes = [f for f in compare.findings(pair) if f.kind]
    if not changes:
        return stub
    lines = Path(stub.path).read_text(encoding="utf-8").split("\n")
    for change in changes:
        say(f"    {change.text}")
        apply(lines, pair, change)
    add_types(lines, pair, [c.function for c in changes if c.kind == compare.NEW])
    Path(stub.path).write_text("\n".join(lines), encoding="utf-8")
    return load(stub.path)


def run(options: argparse.Namespace) -> int:
    path = options.library if os.sep in options.library else STUBS / f"{options.library}.toml"
    stub = before = load(path)
    releases = []
    for asked in options.releases or [files.newest(stub)]:
        each = release.read(stub, asked)
        say(f"{stub.name} {asked}: {len(each.exports)} exports, "
            f"{len(each.header.functions)} declarations")
        for note in compare.notes(Pair(stub, each)):
            say(f"    {note}")
        stub = stub if options.check else updated(stub, each)
        releases.append(each)
    for each in releases if stub is not before else ():
        stub = updated(stub, each)  # a release may export functions that only a later one declares
    left = [f"{stub.path}:{found.line}: {each.name}: {found.text}"
            for each in releases for found in compare.findings(Pair(stub, each))]
    left += map(str, check.findings(stub))
    say(*left, f"{stub.path}: {'unchanged' if stub is before else 'changed'}, "
        f"{len(left) or 'nothing'} {'needs' if len(left) < 2 else 'need'} review")
    return 1 if left else 0


def main(arguments: list[str]) -> int:
    try:
        return run(parse(arguments))
    except (InputError, wheel.NotFetched) as error:
        report(*error.args)
    except OSError as error:
        report(f"{error.filename}: {error.strerror}")
    return 1
