"""What a line of C or Python may be changed to."""

import re
from collections.abc import Iterator

PAIRS = {"&&": "||", "and": "or", "<": "<=", ">": ">=", "==": "!=", "in": "not in", "true": "false",
         "True": "False"}
PAIRS |= {new: old for old, new in PAIRS.items()}
WORDS = re.compile(r"(?<= )(?:&&|\|\||[<>=!]=|[<>]|and|or|not in|in)(?= )|\b([Tt]rue|[Ff]alse)\b")
NUMBERS = re.compile(r"(?<![\w.])\d+(?![\w.\"'])")
STATEMENTS = re.compile(r"\s+(break|continue|[\w.>*()\[\]-]+( [|+&-]?= .+|\(.*\)|\+\+|--));?$")

# Only a memory checker, or an allocation that fails, would see a change of these lines.
RELEASES = re.compile(r"\w*(free|close|clear|unmap)\w*\(|OWNED|errno = |ENOMEM|memory_check|va_end")
LARGER = re.compile(r"\bmemory_get\(")  # its numbers become larger
ALLOCATES = re.compile(r"\b\w*(alloc|strdup|asprintf|arena_\w+)\(")

# Texts and comments; unchanged lines; a condition, its negation; a deleted statement; any "return".
TEXT = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
LANGUAGES = {
    ".c": (r"/\*.*?\*/|" + TEXT,
           r"\S|\s*(#|case .*:$|default:|extern |_Static|static const|char .*\];)",
           r"(\s+(?:} else )?(?:if|while) )\((.*)\)( {)?$", "!({})", ";", "return 0;"),
    ".py": (r'""".*?"""|(?<!\S)#[^\n]*|\bfor [^\n]*? in\b|' + TEXT,
            r"\S|\s*(import|from|def|class|@|raise|assert|for)\b",
            r"(\s*(?:if|elif|while) )(.*):$", "not ({})", "pass", "return None"),
}


def changes_of(line: str, mask: str, suffix: str) -> Iterator[str]:
    _, _, condition, negation, nothing, failure = LANGUAGES[suffix]
    indent = line[:len(line) - len(line.lstrip())]
    for word in WORDS.finditer(mask):
        yield line[:word.start()] + PAIRS[word[0]] + line[word.end():]
    for number in NUMBERS.finditer("" if LARGER.search(mask) else mask):
        yield line[:number.start()] + str(int(number[0]) + 1) + line[number.end():]
    whole = mask.replace(") {", ")")
    if line.endswith(("\\", '"""')) or any(
            whole.count(pair[0]) != whole.count(pair[1]) for pair in ("()", "[]", "{}")):
        return
    if branch := re.match(condition, mask):
        start, end = branch.span(2)
        yield line[:start] + negation.format(line[start:end]) + line[end:]
    elif re.match(r"\s+return (?!NULL;)[^;]+;?$", mask):
        yield indent + failure
    elif STATEMENTS.match(mask):
        yield indent + nothing


def changes(text: str, suffix: str) -> Iterator[tuple[int, str, str]]:
    """Yields the number of a line from 0, the line, and what it may become."""
    texts, unchanged, *_ = LANGUAGES[suffix]

    def hide(found: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " " if found[0][0] in "/#" else "t", found[0])

    masks = re.sub(texts, hide, text, flags=re.DOTALL).splitlines()
    before = ""
    for number, (line, mask) in enumerate(zip(text.splitlines(), masks, strict=True)):
        out_of_memory = ALLOCATES.search(before) and re.match(r"\s+if \((!|.*< 0\)$)", mask)
        if not (out_of_memory or RELEASES.search(mask) or re.match(unchanged, mask)):
            yield from ((number, line, new) for new in changes_of(line, mask.rstrip(), suffix)
                        if new != line)
        before = mask
