"""Breaks the lines of a copy that names, scopes or the prefix have made longer than COLUMNS.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from gen.template import COLUMNS

# The head of a function, in its definition or declaration.
HEAD = re.compile(r"^[A-Za-z_][^;={}#\"/\n]*\([^;={}#\"/]*\)(?=;|\n\{)", re.MULTILINE)
LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|/\*.*?\*/')
TRAILING = re.compile(r"(?P<indent>\s*)(?P<code>\S.*?)\s*(?P<comment>/\*(?:(?!\*/).)*\*/)",
                      re.DOTALL)
# The places for a line break: after a comma or an operator, and before ? and :.
BREAK = re.compile(r"[,;] | (?:==?|&&|\|\|?|\+|-) | (?=[?:] )")


def laid_out(text: str) -> str:
    """Returns C with lines of at most COLUMNS characters, if the names are short enough, and with
    aligned comments at the end of lines."""
    lines = HEAD.sub(lambda found: head(found[0]), text).split("\n")
    return "\n".join(line.rstrip() for block in aligned(blocks(lines)) for line in broken(block))


def blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yields each line with the lines that its comment or directive continues on, and a long one
    with the rest of its statement."""
    block: list[str] = []
    for line in lines:
        block.append(line)
        bare = LITERAL.sub("", " ".join(block))
        if block[0].startswith("#"):
            ended = not line.endswith("\\")
        elif "/*" in bare:
            ended = "*/" in line
        else:
            ended = len(block[0]) <= COLUMNS or "*/" in line or not parentheses(bare.rstrip("{"))
        if ended:
            yield block
            block = []


def aligned(blocks: Iterator[list[str]]) -> Iterator[list[str]]:
    """Yields the blocks, with the comments of neighbouring lines in one column if they fit."""
    group: list[tuple[str, list[str]]] = []  # code, and the lines of its comment
    least, most = 0, COLUMNS  # the columns that fit the group's comments
    for block in (*blocks, []):
        code, lines = trailing(block)
        first, last = len(code) + 1, COLUMNS - max(map(len, lines), default=COLUMNS)
        if group and not (code and max(least, first) <= min(most, last)):
            for before, comment in group:
                yield [f"{'' if i else before:{least}}{line}" for i, line in enumerate(comment)]
            group, least, most = [], 0, COLUMNS
        if code and first <= last:
            group.append((code, lines))
            least, most = max(least, first), min(most, last)
        else:
            yield block


def trailing(block: list[str]) -> tuple[str, list[str]]:
    """Returns the code and the lines of the comment at its end, without their common indentation.
    Returns "" and no lines if no comment follows code."""
    text = "\n".join(block)
    found = TRAILING.fullmatch(text)
    if not found or found["code"].startswith("/*") or "\\\n" in text:
        return "", []
    column = found.start("comment")
    return found["indent"] + found["code"], [found["comment"].split("\n")[0], *(
        line[column:] for line in block[1:])]


def broken(block: Sequence[str]) -> Iterator[str]:
    """Yields the lines of a block, which are broken if one of them is too long."""
    text = "\n".join(block)
    if all(len(line) <= COLUMNS for line in block):
        yield from block
    elif text.lstrip().startswith("/*"):
        yield from comment(block)
    elif not text.endswith("\\") and (found := TRAILING.fullmatch(text)):
        yield from comment(f"{found['indent']}{found['comment']}".split("\n"))
        yield from broken([found["indent"] + found["code"]])
    elif text.startswith("#error"):
        yield from (f"{line} \\" for line in textwrap.wrap(text, COLUMNS - 2)[:-1])
        yield textwrap.wrap(text, COLUMNS - 2)[-1]
    elif text.startswith("#"):
        yield from directive(block)
    else:
        yield from statement(re.sub(r"\s*\n\s*", " ", text), COLUMNS)


def comment(block: Sequence[str]) -> Iterator[str]:
    """Rewraps the paragraphs of a comment that have a long line."""
    indent = block[0][:block[0].index("/*")]
    width = COLUMNS - len(indent) - 3
    texts = [re.sub(r"^\s*(/\*|\*(?!/)) ?| ?\*/$", "", line) for line in block]
    texts[-1] += "\0*/"  # stays with the last word
    filled: list[str] = []
    paragraph: list[str] = []
    for text, following in zip(texts, [*texts[1:], ""]):
        paragraph.append(text)
        full = len(text) + 1 + len(following.split(" ")[0]) > width
        if following and full and not text.endswith("."):
            continue
        first = next((i for i, each in enumerate(paragraph) if len(each) > width), len(paragraph))
        filled += paragraph[:first] + textwrap.wrap(" ".join(paragraph[first:]), width,
                                                    break_long_words=False, break_on_hyphens=False)
        paragraph = []
    for i, text in enumerate(filled):
        yield f"{indent}{' *' if i else '/*'} {text}".rstrip().replace("\0", " ")


def directive(block: Sequence[str]) -> Iterator[str]:
    """Breaks a macro after its name, and a long line as in code."""
    lines = [line.rstrip("\\").rstrip() for line in block]
    if len(lines[0]) > COLUMNS - 2 and (name := re.match(r"#define \w+(\([\w, .]*\))?", lines[0])):
        lines[:1] = [name[0], "    " + lines[0][name.end():].lstrip()]
    made = [piece for line in lines for piece in statement(line, COLUMNS - 2)]
    yield from (f"{line:{COLUMNS - 1}}\\" for line in made[:-1])
    yield made[-1]


def statement(line: str, width: int) -> Iterator[str]:
    start = len(line) - len(line.lstrip())
    step = 0 if start % 4 else 4  # more indentation, unless this line continues another
    while len(line) > width and (found := cut(line, width, step)):
        yield found[0].rstrip()
        line, step = found[1], 0
    yield line if len(line) <= width else line.lstrip().rjust(width)  # unbroken: less indentation


def cut(line: str, width: int, step: int) -> tuple[str, str] | None:
    """Breaks a line in two: after `=` if the rest fits into one line, else where the fewest
    parentheses are open, else in a string, else at a space."""
    start = len(line) - len(line.lstrip())
    found = [*places(line, width, step)]
    after = min((each for each in found if each[0] < 0), default=None)
    if after or (found := [each for each in found if len(line[:-each[1]].rstrip()) <= width]):
        _, at, indent = after or min(found)
        return line[:-at], " " * indent + line[-at:].lstrip()
    for text in LITERAL.finditer(line):
        at = line.rfind(" ", text.start(), width - 1) + 1
        if text.start() < at and text.end() > width and text[0].startswith('"'):
            return f'{line[:at]}"', f'{" " * text.start()}"{line[at:]}'
    at = LITERAL.sub(blank, line).rfind(" ", start, width) + 1
    return (line[:at], " " * (start + step) + line[at:]) if at > start + 4 else None


def places(line: str, width: int, step: int) -> Iterator[tuple[int, int, int]]:
    """Yields, for each place where a line can be broken: the number of open parentheses (-1: after
    `=`, outside of all); minus the place, so that the last one is least; the indentation of the
    rest, below the last open parenthesis if there is room."""
    bare = LITERAL.sub(blank, line)
    start = len(line) - len(line.lstrip())
    found = [*BREAK.finditer(bare, start)]
    depths = [parentheses(bare[:each.start()]) for each in found]
    is_list = any(each[0] == ", " and not depth for each, depth in zip(found, depths))
    if is_list and (name := re.match(r"\s*(?:\w+ )+(?=\**\w+ = )", bare)):
        step = name.end() - start
    ends = [*(each.end() for each in found[1:]), len(line)]
    for i, (each, opened, end) in enumerate(zip(found, depths, ends)):
        indent = opened[-1] + 1 if opened else start + step
        if indent + end - each.end() > width:
            indent = start + step
        if each[0] != " = ":
            yield len(opened), -each.end(), indent
        elif not (i or opened or is_list) and (
                each.end() <= width >= indent + len(line) - each.end()):
            yield -1, -each.end(), indent


def blank(text: re.Match[str]) -> str:
    return "x" * len(text[0])


def parentheses(code: str) -> list[int]:
    """Returns the columns of the parentheses that are open at the end."""
    opened: list[int] = []
    for column, sign in enumerate(code):
        if sign in "({":
            opened.append(column)
        elif sign in ")}" and opened:
            opened.pop()
    return opened


def head(text: str) -> str:
    """Breaks a function's head after commas; also after the return type if that is not enough."""
    line = re.sub(r"\s*\n\s*", " ", text)
    made = [*statement(line, COLUMNS)]
    if any(not each.endswith(",") for each in made[:-1]) and (name := re.search(r"\w+\(", line)):
        made = [line[:name.start()].rstrip(), *statement(line[name.start():], COLUMNS)]
    return "\n".join(made)
