"""Splits C into its parts at the top level, and leaves out those that a copy does not use.

The sources of the runtime are formatted by clang-format: a part begins in the first column, and
ends before a blank line or with a brace in the first column.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from gen.template import COLUMNS

LITERAL = re.compile(r'/\*.*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'')
COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/\n?")
ATTRIBUTE = re.compile(r"__attribute__\(\((?:[^()]|\([^()]*\))*\)\) ?|\bCOLD |\bLAZYNCCL_\w+\s")
# What defines or declares names: a function, and other things.
FUNCTION = re.compile(r"[A-Za-z_][^;{}=]*?\b(\w+)\([^;{}]*\)\n\{")
PROTOTYPE = re.compile(r"(?!typedef|extern)[A-Za-z_][\w *(),\n]*?\blazynccl_\w+\([^;{}]*\)[^;{}]*;")
MACRO = re.compile(r"^#define (\w+)", re.MULTILINE)
TYPE = re.compile(r"typedef\b.*?\b(\w+);|(?:struct|enum|union) (\w+)(?: \{.*\})?;", re.DOTALL)
VARIABLE = re.compile(r"(?:extern |static |const )*\w[\w *]*?\b(\w+)(?:\[\w*\])?(?: =.*)?;",
                      re.DOTALL)
DECLARED = re.compile(r"[\w *]+?\b(\w+)\([^{}]*\);")
CONSTANT = re.compile(r"(\w+) = -?\d")


@dataclass(frozen=True)
class Part:
    text: str              # with the comment before it
    gap: bool              # whether a blank line precedes it
    words: frozenset[str]  # in the text without comments
    names: frozenset[str]  # that it defines or declares; empty if it always stays
    function: str = ""     # its name
    head: str = ""         # and what precedes its body, without attributes


def part(text: str, gap: bool) -> Part:
    body = COMMENT.sub("", text + "\n").strip("\n")
    bare = ATTRIBUTE.sub("", body)
    words = frozenset(re.findall(r"\w+", body))
    names: list[str] = []
    if found := FUNCTION.match(bare):
        names = [] if re.search(r"\b(con|de)structor\b", body) else [found[1]]
        return Part(text, gap, words, frozenset(names), found[1], bare[:found.end() - 2])
    if body.startswith("#"):
        names = MACRO.findall(body)
        if any(not line.startswith("#") for line in re.sub(r"\\\n", "", body).split("\n")):
            names = []
    elif found := TYPE.fullmatch(bare):
        names = [found[1] or found[2]]
        names += CONSTANT.findall(bare) if bare.startswith("typedef enum") else []
    elif found := VARIABLE.fullmatch(bare) or DECLARED.fullmatch(bare):
        names = [found[1]]
    return Part(text, gap, words, frozenset(names))


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Yields the text of each part, and whether a blank line precedes it. A condition with what it
    encloses is one part."""
    lines: list[str] = []
    depth = braces = 0
    in_comment = gap = False
    for line in text.split("\n"):
        if not lines and not line:
            gap = True
            continue
        lines.append(line)
        if in_comment or line.startswith("/*"):
            in_comment = "*/" not in line
            continue
        code = LITERAL.sub("", line)
        depth += line.startswith("#if") - line.startswith("#endif")
        braces += code.count("{") - code.count("}")
        if depth == 0 and braces == 0 and ends(lines, code.rstrip()):
            yield "\n".join(lines).strip("\n"), gap
            gap = not line
            lines = []
    if any(lines):
        yield "\n".join(lines), gap


def ends(lines: Sequence[str], code: str) -> bool:
    """Returns whether a part ends with the last of these lines, which is also given as code."""
    directive = lines[-1].startswith("#") or (lines[-2:-1] and lines[-2].endswith("\\"))
    ended = bool(directive) or lines[-1] in ("", "}") or code.endswith(";")
    return ended and not code.endswith("\\")


def split(text: str) -> list[Part]:
    """Returns the parts of a file without declarations of functions."""
    found = (part(*each) for each in pieces(text))
    return [each for each in found if not PROTOTYPE.fullmatch(
        ATTRIBUTE.sub("", COMMENT.sub("", each.text + "\n").strip("\n")))]


def used(parts: Sequence[Part], kept: set[str]) -> list[Part]:
    """Returns the parts without definitions of what no other part names, unless it is in `kept`,
    and without functions that a macro replaces."""
    macros = {name for each in parts if not each.function and MACRO.search(each.text)
              for name in each.names}
    parts = [each for each in parts if each.function not in macros]
    while True:
        users = {word for each in parts for word in each.words - each.names} | kept
        left = [each for each in parts if not each.names or each.names & users]
        if len(left) == len(parts):
            return left
        parts = left


def declarations(parts: Sequence[Part]) -> list[str]:
    """Returns a declaration of each function that an earlier part names."""
    earlier: set[str] = set()
    found = []
    for each in parts:
        if each.function in earlier:
            line = re.sub(r"\s*\n\s*", " ", each.head) + ";"
            found.append(line if len(line) <= COLUMNS else f"{each.head};")
        earlier |= each.words
    return found


def joined(parts: Sequence[Part]) -> str:
    return "".join(("\n\n" if each.gap or each.function else "\n") + each.text
                   for each in parts).strip("\n")


def without_remarks(section: Sequence[Part]) -> list[Part]:
    """Returns a section without comments that stand alone, except the first if it has functions."""
    headed = any(each.function for each in section)
    return [each for i, each in enumerate(section) if each.words or (headed and i == 0)]


def used_sections(sections: Sequence[str], kept: set[str]) -> tuple[list[str], list[str]]:
    """Returns the sections without what no part uses, and the declarations that they need."""
    every = [without_remarks(split(text)) for text in sections]
    left = {id(each) for each in used(list(chain(*every)), kept)}
    made = [[each for each in section if id(each) in left] for section in every]
    made = [section for section in made if any(each.words for each in section)]
    return list(map(joined, made)), declarations(list(chain(*made)))
