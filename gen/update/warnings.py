"""Writes stubs/facts/warnings.txt from the sources of NCCL and aws-ofi-nccl: ./dev warnings

A row is a format of a warning: the releases that have it, and the hash of the longest part of it
that has no values, because no sentence is stored.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import io
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gen.facts.phrase import hash_of, words

HEAD = """# The warnings of NCCL and of the plugin aws-ofi-nccl. A line with two words names the
# program and the source file of the rows below it: first and last release (2.18, or of the plugin
# 1.18, as 18), number of words, their hash. Written by ./dev warnings; gen/facts/warnings.py makes
# C of it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""
TAGS = {"nccl": r"v2\.(\d+)\.\d+-\d+", "ofi": r"v1\.(\d+)\.\d+(?:-aws)?"}
CALLS = {"nccl": re.compile(r"\bWARN\s*\(\s*(?=\")"),
         "ofi": re.compile(r"\bNCCL_OFI_WARN\s*\(\s*(?=\")")}
PART = re.compile(r'"((?:[^"\\]|\\.)*)"|[ \n\t\\]+|(#?\w+)(?=[ \n\t\\]*")')
VALUE = re.compile(r"\w*%[-+ #0-9.*]*(?:hh|h|ll|l|z|j|t)?[a-zA-Z]\w*|\\.")


class Row(NamedTuple):
    program: str
    file: str
    words: int
    hash: int


def format_at(text: str, start: int) -> str:
    """The string that begins here, of several literals; names between them become values."""
    parts = []
    while found := PART.match(text, start):
        parts.append(found[1] if found[1] is not None else "%s" if found[2] else "")
        start = found.end()
    return "".join(parts)


def formats(program: str, text: str) -> Iterator[tuple[bool, str]]:
    """Each format, and whether it is a macro's: that prints the file that uses it."""
    for call in CALLS[program].finditer(text):
        line = text[text.rfind("\n", 0, call.start()) + 1:text.find("\n", call.start())]
        yield line.rstrip().endswith("\\"), format_at(text, call.end())


def rows(program: str, path: str, text: str) -> Iterator[Row]:
    for is_macro, said in formats(program, text):
        longest = max(VALUE.split(said), key=lambda part: len(words(part)))
        count = len(words(longest))
        file = ("*" if is_macro or program == "ofi"
                else str(Path(path).relative_to("src").with_suffix("")))
        if count > 1:
            yield Row(program, file, count, hash_of(longest))


def releases(program: str, repository: Path) -> Iterator[tuple[int, str]]:
    tags = subprocess.run(["git", "-C", repository, "tag"], capture_output=True, text=True,
                          check=True).stdout.split()
    for tag in tags:
        if found := re.fullmatch(TAGS[program], tag):
            yield int(found[1]), tag


def sources(repository: Path, tag: str) -> Iterator[tuple[str, str]]:
    packed = subprocess.run(["git", "-C", repository, "archive", tag, "src"], capture_output=True,
                            check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive:
            if member.name.endswith((".c", ".cc", ".cu", ".cpp", ".h")):
                content = archive.extractfile(member)
                assert content
                yield member.name, content.read().decode(errors="replace")


def table(repositories: dict[str, Path]) -> str:
    seen: dict[Row, list[int]] = {}
    for program, repository in repositories.items():
        for release, tag in releases(program, repository):
            for path, text in sources(repository, tag):
                for row in rows(program, path, text):
                    seen.setdefault(row, []).append(release)
    lines, group = [], ""
    for row in sorted(seen):
        if group != f"{row.program} {row.file}":
            group = f"{row.program} {row.file}"
            lines.append(group)
        lines.append(f"{min(seen[row])} {max(seen[row])} {row.words} {row.hash:08x}")
    return HEAD + "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    if len(arguments) != 2 or not all(Path(path).is_dir() for path in arguments):
        print("usage: gen warnings NCCL AWS-OFI-NCCL: clones with all tags", file=sys.stderr)
        return 2
    target = Path(__file__).parents[2] / "stubs/facts/warnings.txt"
    target.write_text(table({"nccl": Path(arguments[0]), "ofi": Path(arguments[1])}),
                      encoding="utf-8")
    return 0
