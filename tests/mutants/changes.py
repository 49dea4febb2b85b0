"""What a line of C or Python may be changed to.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

PAIRS = {"&&": "||", "and": "or", "<": "<=", ">": ">=", "==": "!=", "in": "not in", "true": "false",
         "True": "False"}
PAIRS |= {new: old for old, new in PAIRS.items()}
WORDS = re.compile(r"(?<= )(?:&&|\|\||[<>=!]=|[<>]|and|or|not in|in)(?= )|\b([Tt]rue|[Ff]alse)\b")
NUMBERS = re.compile(r"(?<![\w.])\d+(?![\w.\"'])")
STATEMENTS = re.compile(r"\s+(break|continue|[\w.>*()\[\]-]+( [|+&-]?= .+|\(.*\)|\+\+|--));?$")

# Only a memory checker, or an allocation that fails, would see a change of these lines.
RELEASES = re.compile(r"\w*(free|close|clear|unmap)\w*\(|\bOWNED\b|errno = |ENOMEM|memory_check")
ALLOCATES = re.compile(r"\b\w*(alloc|strdup|asprintf|arena_\w+)\(")


class Language(NamedTuple):
    branch: str  # a line with a condition, which is the second group
    negated: str
    nothing: str  # what a deleted statement leaves
    failure: str  # what any "return" becomes
    skip: str  # lines that are not changed
    comment: tuple[str, str]
    remark: str  # the rest of a line


LANGUAGES = {
    ".c": Language(r"(\s+(?:} else )?(?:if|while) )\((.*)\)( {)?( /.*)?$", "!({})", ";",
                   "return 0;",
                   r"\S|\s*(#|case .*:$|default:|extern |_Static|static const|char .*\];)",
                   ("/*", "*/"), r"/\*.*"),
    ".py": Language(r"(\s*(?:if|elif|while) )(.*):(  #.*)?$", "not ({})", "pass", "return None",
                    r"\S|\s*(import|from|def|class|@|raise|assert|for)\b", ('"""', '"""'),
                    r"(?<!\S)#.*"),
}


def masked(line: str, language: Language) -> str:
    """Returns the line with dots in place of what is in strings and comments."""
    return re.sub(rf"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|{language.remark}",
                  lambda text: text[0][0] + "." * (len(text[0]) - 2) + text[0][-1], line)


def changes_of(line: str, mask: str, language: Language) -> Iterator[str]:
    indent = line[:len(line) - len(line.lstrip())]
    for word in WORDS.finditer(mask):
        yield line[:word.start()] + PAIRS[word[0]] + line[word.end():]
    for number in NUMBERS.finditer(mask):
        yield line[:number.start()] + str(int(number[0]) + 1) + line[number.end():]
    if any(mask.count(pair[0]) != mask.count(pair[1]) for pair in ("()", "[]")):
        return
    if branch := re.match(language.branch, mask):
        start, end = branch.span(2)
        yield line[:start] + language.negated.format(line[start:end]) + line[end:]
    elif re.match(r"\s+return [^;]+;?$", mask):
        yield indent + language.failure
    elif STATEMENTS.match(mask):
        yield indent + language.nothing


def changes(text: str, suffix: str) -> Iterator[tuple[int, str, str]]:
    """Yields the number of a line from 0, the line, and what it may become."""
    language = LANGUAGES[suffix]
    begin, end = language.comment
    inside, before = False, ""
    for number, line in enumerate(text.splitlines()):
        mask = masked(line, language)
        opened = not inside and line.lstrip().startswith(begin)
        checks_memory = ALLOCATES.search(before) and re.match(r"\s+if \(!|\s+if \(.*< 0\)", line)
        if not (inside or opened or checks_memory or RELEASES.search(mask)
                or re.match(language.skip, line)):
            yield from ((number, line, new) for new in changes_of(line, mask, language)
                        if new != line)
        if inside or opened:
            inside = end not in (line.lstrip()[len(begin):] if opened else line)
        before = line
