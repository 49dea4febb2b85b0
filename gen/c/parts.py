"""Splits C into its parts at the top level, and leaves out those that a copy does not use.

The sources of the runtime are formatted by clang-format: a part begins in the first column, and
ends before a blank line or with a brace in the first column.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain

from gen.template import COLUMNS

LITERAL = re.compile(r'/\*.*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'')
COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/\n?")
ATTRIBUTE = re.compile(r"__attribute__\(\((?:[^()]|\([^()]*\))*\)\) ?|\bCOLD |\bLAZYNCCL_\w+\s")
# Patterns of definitions and declarations: of functions, and of other names.
FUNCTION = re.compile(r"[A-Za-z_][^;{}=]*?\b(\w+)\([^;{}]*\)\n\{")
PROTOTYPE = re.compile(
    r"(?!typedef|extern)[A-Za-z_][\w *(),\n]*?\b(lazynccl_\w+)\([^;{}]*\)[^;{}]*;")
PUBLIC = "LAZYNCCL_FUNCTION"  # declares a function of the library, which the program calls
MACRO = re.compile(r"^#define (\w+)", re.MULTILINE)
TYPE = re.compile(r"typedef\b.*?\b(\w+);|(?:struct|enum|union) (\w+)(?: \{.*\})?;", re.DOTALL)
VARIABLE = re.compile(r"(?:extern |static |const )*\w[\w *]*?\b(\w+)(?:\[\w*\])?(?: =.*)?;",
                      re.DOTALL)
DECLARED = re.compile(r"[\w *]+?\b(\w+)\([^{}]*\);")
# RUNTIME: the definition of a function of the runtime. CALL: a statement that calls one, or an `if`
# whose condition ends with such a call. VOID: the mark of an unused parameter.
RUNTIME = re.compile(r"^(?!#|typedef|extern).*\b(lazynccl_\w+)\([^;{}]*\)\n\{", re.MULTILINE)
CALL = re.compile(r"^ +(?:if \((?:[^;{}()]+ && )?)?(lazynccl_\w+)\("
                  r"(?=[^;{}]*\);(?: /\*.*\*/)?$|[^;{}]*\)\)(?: \{$|\n))", re.MULTILINE)
IF = re.compile(r"^ +if \(.*\)\n\Z", re.MULTILINE)
BODY = re.compile(r"^\{\n.*?^\}", re.MULTILINE | re.DOTALL)
VOID = re.compile(r"^    \(void\)(\w+);\n", re.MULTILINE)
STRUCT = re.compile(r"(struct lazynccl_\w+ \{\n)(.*?)(?=^\})", re.DOTALL | re.MULTILINE)
MEMBER = re.compile(r"(?:->|\.)(\w+)")
# A member with its value, on separate lines that end with a comma.
VALUE = re.compile(r"^( +)\.(\w+) =.*\n(?:\1 .*\n)*(?<=,\n)", re.MULTILINE)
CONSTANT = re.compile(r"(\w+) = -?\d")


@dataclass(frozen=True)
class Part:
    text: str  # with the comment before it
    gap: bool  # whether a blank line precedes it
    words: frozenset[str]  # the words in the text without comments
    names: frozenset[str]  # names that it defines or declares; if none, the part always stays
    function: str = ""  # the name, if it defines a function
    head: str = ""  # of a function: what precedes its body, without attributes


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
            names = []  # an #if with code always stays
    elif found := TYPE.fullmatch(bare):
        names = [found[1] or found[2]]
        names += CONSTANT.findall(bare) if bare.startswith("typedef enum") else []
    elif found := VARIABLE.fullmatch(bare) or DECLARED.fullmatch(bare):
        names = [found[1]]
    return Part(text, gap, words, frozenset(names))


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Yields each part, and whether a blank line precedes it. An #if to its #endif is one part."""
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


def prototype(each: Part) -> str:
    """Returns the function that a part declares, or "" if it is something else."""
    found = PROTOTYPE.fullmatch(ATTRIBUTE.sub("", COMMENT.sub("", each.text + "\n").strip("\n")))
    return found[1] if found else ""


def is_macro(each: Part) -> bool:
    return not each.function and bool(MACRO.search(each.text))


def is_single(each: Part) -> bool:
    """Returns whether a part is one macro of the runtime, outside of any #if."""
    return COMMENT.sub("", each.text).startswith("#define lazynccl")


def used_by(parts: Sequence[Part], kept: Set[str]) -> list[Part]:
    """Returns the parts that define no name, or a name that other parts use or that is kept."""
    users = {word for each in parts for word in each.words - each.names} | kept
    return [each for each in parts if not each.names or each.names & users]


def used(parts: Sequence[Part], kept: set[str]) -> list[Part]:
    """Returns the parts that define something that other parts use, or that is in `kept`, without
    functions and macros that a later macro replaces."""
    macros = {name: each for each in parts if is_macro(each) for name in each.names}
    parts = [each for each in parts if each.function not in macros
             and all(macros.get(name, each) is each or not is_single(each) for name in each.names)]
    kept = kept.union(*(each.names for each in parts
                        if PUBLIC in each.words and not is_macro(each)))
    while True:
        left = used_by(parts, kept)
        if len(left) == len(parts):
            return left
        parts = left


def expanded(words: frozenset[str], macros: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Returns the words, and those in the macros among them."""
    return words.union(*(macros[word] for word in words if word in macros))


def declarations(parts: Sequence[Part]) -> list[str]:
    """Returns a declaration of each function that an earlier part names, also by a macro."""
    macros: dict[str, frozenset[str]] = {}
    earlier: set[str] = set()
    found: list[str] = []
    for each in parts:
        if each.function in earlier:
            line = re.sub(r"\s*\n\s*", " ", each.head) + ";"
            found.append(line if len(line) <= COLUMNS else f"{each.head};")
        words = each.words if each.function else each.words - each.names
        if is_macro(each) and each.names:
            macros |= dict.fromkeys(each.names, expanded(words, macros))
        else:
            earlier |= expanded(words, macros)
    return found


def joined(parts: Sequence[Part]) -> str:
    return "".join(("\n\n" if each.gap or each.function else "\n") + each.text
                   for each in parts).strip("\n")


def without_remarks(section: Sequence[Part]) -> list[Part]:
    """Returns a section without separate comments; a first one stays if there are functions."""
    headed = any(each.function or RUNTIME.search(each.text) for each in section)
    return [each for i, each in enumerate(section) if each.words or (headed and i == 0)]


def without_prototypes(sections: Sequence[Sequence[Part]]) -> list[list[Part]]:
    """Returns the sections without prototypes of what they define, as function or macro."""
    defined = {name for each in chain(*sections) for name in
               (*RUNTIME.findall(each.text), *MACRO.findall(each.text))}
    return [[each for each in section if prototype(each) not in defined] for section in sections]


def used_sections(heads: Sequence[str], sections: Sequence[str],
                  kept: set[str]) -> tuple[list[str], list[str], list[str]]:
    """Returns headers and sections with only the used parts, and the declarations they need."""
    every = [without_remarks(section) for section in without_prototypes(
        [[part(*piece) for piece in pieces(text)] for text in (*heads, *sections)])]
    left = {id(each) for each in used(list(chain(*every)), kept)}
    made = [[each for each in section if id(each) in left] for section in every]
    front, back = ([section for section in part if any(each.words for each in section)]
                   for part in (made[:len(heads)], made[len(heads):]))
    return list(map(joined, front)), list(map(joined, back)), declarations(
        list(chain(*front, *back)))


def without_functions(text: str, names: Set[str]) -> str:
    every = [part(*piece) for piece in pieces(text)]
    return joined([each for each in every if each.function not in names]) + "\n"


def without_calls(heads: Sequence[str], sections: Sequence[str], left_out: Set[str]) -> list[str]:
    """Returns sections without statements that call a function in `left_out`, or a function of the
    runtime that the copy does not define, or that depend on such a call."""
    every = "\n".join([*heads, *sections])
    known = {*RUNTIME.findall(every), *MACRO.findall(every)}
    absent = {name for name in CALL.findall(every) if name not in known} | left_out
    return [BODY.sub(lambda body: without_void(body[0]), drop_calls(text, absent))
            for text in sections]


def without_void(body: str) -> str:
    """Returns a function's body without `(void)name;` if other statements still use the name."""
    return VOID.sub(lambda found: "" if len(re.findall(rf"\b{found[1]}\b", body)) > 1 else found[0],
                    body)


def drop_calls(text: str, absent: Set[str]) -> str:
    """Drops the calls of `absent`, each with the `if` before it. An `if` whose condition ends with
    such a call counts as false, and is dropped whole."""
    kept, end = "", 0
    for found in CALL.finditer(text):
        if found[1] not in absent or found.start() < end or not is_statement(text, found.start()):
            continue
        after = closed(text, found.end())
        if found[0].lstrip().startswith("if"):
            after = statement_end(text, closed(text, after), len(found[0]) - len(found[0].lstrip()))
        kept, end = kept + IF.sub("", text[end:found.start()]), text.index("\n", after) + 1
    return kept + text[end:]


def is_statement(text: str, at: int) -> bool:
    """Returns whether a statement, or the body of an `if`, begins at this place."""
    before = IF.sub("", text[text.rfind("\n\n", 0, at) + 1:at])
    return COMMENT.sub("", before).rstrip()[-1:] in ("", ";", "{", "}")


def closed(text: str, at: int) -> int:
    """Returns the place after the `)` that closes the `(` before this place."""
    depth = 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


def statement_end(text: str, at: int, indent: int) -> int:
    """Returns the place after the statement that follows a condition with this indentation."""
    return text.index("\n" + " " * indent + "}\n", at) + indent + 2 if text[at:at + 2] == " {" \
        else text.index(";", at) + 1


def read_members(texts: Sequence[str]) -> set[str]:
    """Returns the struct members that this C reads. Generated values (VALUE) do not count."""
    return {*MEMBER.findall(VALUE.sub("", COMMENT.sub("", "\n".join(texts))))}


def values_of(texts: Sequence[str]) -> set[str]:
    """Returns the members of structs whose value has separate lines."""
    return {value[2] for text in texts for value in VALUE.finditer(text)}


def without_members(texts: Sequence[str], kept: Set[str]) -> list[str]:
    """Returns C without the members of the runtime's structs that are not in `kept`, and without
    their values in generated data."""
    def left(struct: re.Match[str]) -> str:
        return struct[1] + "".join(
            each for each in members(struct[2]) if not declared(each) or declared(each) & kept)

    return [VALUE.sub(lambda value: value[0] if value[2] in kept else "", STRUCT.sub(left, text))
            for text in texts]


def members(body: str) -> Iterator[str]:
    """Yields each member of a struct, with its comments, and each directive."""
    text = ""
    for line in body.splitlines(keepends=True):
        text += line
        code = COMMENT.sub("", text).rstrip()
        if "/*" not in code and (code.endswith(";") or code.startswith("#")):
            yield text
            text = ""
    yield text


def declared(member: str) -> set[str]:
    """Returns the names that a member's declaration declares."""
    code = COMMENT.sub("", member)
    if "#" in code or "(*" in code:
        return set(re.findall(r"\(\*(\w+)\)\(", code)[:1])
    return set(re.findall(r"(\w+)(?:\[[^\]]*\])?[,;]", code))
