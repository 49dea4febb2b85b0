"""Writes a stub, and a report of what it describes.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import shlex
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gen.describe import declarations
from gen.describe.exports import Exports
from gen.describe.names import Names
from gen.describe.propose import Absent, Undecided
from gen.stub.absent import STOP, answer
from gen.stub.input_names import left_out
from gen.stub.stub import DeclareKeys, Stub

COLUMNS = 100
MOST = 8  # types in the report of stopping functions
HEAD = """\
# {title}, as described by `lazynccl describe` from {headers} and {soname}. Review [absent]:
# a fallback value must never mean success.
"""


def key(word: str) -> str:
    """Returns a key of TOML, in quotes if necessary."""
    return word if word.replace("_", "").replace("-", "").isalnum() else json.dumps(word)


def value(content: object) -> str:
    if isinstance(content, dict):
        return "{ " + ", ".join(f"{key(k)} = {value(v)}" for k, v in content.items()) + " }"
    if isinstance(content, list):
        return "[" + ", ".join(map(value, content)) + "]"
    return json.dumps(content)


def table(name: str, rows: Mapping[str, object], proposed: Sequence[str] = ()) -> list[str]:
    """Returns a table with these rows, and then the proposed ones, which are comments."""
    lines = [f"{key(word)} = {value(content)}" for word, content in sorted(rows.items())]
    head = f"[{name}]" if rows else f"# [{name}]"
    return ["", head, *lines, *proposed] if rows or proposed else []


def questions(undecided: list[Undecided]) -> tuple[dict[str, list[str]], list[str]]:
    """Returns, as comments, the rows that would make stopping functions return: the rows for each
    table of [types], and the rows for [absent.returns]."""
    types: dict[str, list[str]] = {}
    for each in undecided:
        table, meaning = each.described
        if table:
            types.setdefault(table, []).append(f"# {each.name} = {value(meaning)}")
    returns = [f"# {key(each.name)} = {value(each.example)}  # "
               f"{counted(each.functions, 'function')}" for each in undecided]
    return types, returns


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def folded(word: str, texts: list[str]) -> list[str]:
    """Returns a row with a list, wrapped to COLUMNS."""
    return textwrap.wrap(f"{key(word)} = [{', '.join(map(value, texts))}]", COLUMNS,
                         subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def versions(functions: dict[str, str], exports: Exports) -> list[str]:
    """Returns the table of symbol versions, if any version differs from the SONAME."""
    found: dict[str, list[str]] = {}
    for function in sorted(functions):
        version = exports.versions.get(function, exports.soname)
        if version != exports.soname:
            found.setdefault(version, []).append(function)
    rows: list[str] = []
    for version, names in sorted(found.items()):
        rows += folded(version, names if len(names) < len(functions) else ["*"])
    return ["", "[symbols.versions]", *rows] if rows else []


def declared(table: str, rows: Mapping[str, str]) -> list[str]:
    return ["", f"[declare.{table}]", *declarations.lines(rows)] if rows else []


def stub(name: str, headers: list[str], exports: Exports, names: Names, absent: Absent,
         undecided: list[Undecided], first: Mapping[str, str], recorded: DeclareKeys,
         vendored: bool) -> str:
    """Returns the text of a stub. `first`: stopping functions that programs call first."""
    functions = {n: d.function.prototype() for n, d in names.declared.items()}
    functions |= {symbol: f"{symbol};" for symbol in names.mentioned}
    types, returns = questions(undecided)
    called_first = [f"# {key(n)} = {value(v)}" for n, v in sorted(first.items())]
    if first:
        called_first.insert(
            0, "# Programs call these first, and stop there until a row gives a value:")
    title = exports.soname.partition(".so")[0]
    lines = [f"name = {value(name)}", f"title = {value(title)}"]
    if vendored:
        lines += [f"prefix = {value(f'lazy{name}')}"]
    lines += [f"headers = {value(dict.fromkeys(headers, 'always'))}"]
    if names.passes != [""]:
        lines.append(f"passes = {value(names.passes)}")
    lines += [f"sonames = {value([exports.soname])}",
              *(folded("data", sorted(names.data)) if names.data else []),
              *table("types.handles", absent.handles, types.get("handles", ())),
              *table("types.opaque", absent.opaque), *table("types.enums", absent.enums),
              *table("types.numbers", absent.numbers, types.get("numbers", ())),
              "", "[absent]", f"otherwise = {value(STOP)}",
              *table("absent.returns", absent.returns, returns),
              *table("absent.functions", absent.functions, called_first),
              *versions(functions, exports),
              *declared("types", recorded.types), *declared("macros", recorded.macros),
              "", "[functions]", 'always = """', *(functions[n] for n in sorted(functions)), '"""']
    head = HEAD.format(title=title, headers=", ".join(headers), soname=exports.soname)
    return "\n".join([head, *lines, ""])


def wrapped(names: Iterable[str]) -> Iterator[str]:
    yield from textwrap.wrap(" ".join(sorted(names)), COLUMNS, initial_indent="    ",
                             subsequent_indent="    ", break_long_words=False,
                             break_on_hyphens=False)


def account(made: Stub, exports: Exports, names: Names,
            undecided: list[Undecided]) -> Iterator[str]:
    """Yields the report: what was described, and which names were left out, with the reasons."""
    stop = [f for f in made.functions if answer(made, f) == STOP]
    count = len(made.functions)
    yield (f"{made.path}: {count} functions: {count - len(stop)} return fallback values, "
           f"{len(stop)} stop the program")
    if names.mentioned:
        yield (f"{len(names.mentioned)} without a declaration: a macro uses them, but no header "
               "declares them")
        yield from (f"    {where}: {n}" for n, where in sorted(names.mentioned.items()))
    yield from excluded(exports, names)
    if names.data:
        yield (f"data: {counted(len(names.data), 'variable')}: programs that use them must include "
               "lazynccl_data.h, which vendor writes, before the headers, or they do not link")
        yield from wrapped(names.data)
    if names.users:
        yield "data: macros and inline functions that use the variables:"
        yield from wrapped(names.users)
    types = Counter(f.returns.declare() for f in stop if f.returns)
    if types:
        listed = "stop: " + ", ".join(f"{n} {what}" for what, n in types.most_common(MOST))
        first = next((each.name for each in undecided), "")
        asked = shlex.quote(f"{first}=VALUE")
        question = f"; what does {first} return on failure? add --fail {asked}"
        yield listed + (question if first else "")


def excluded(exports: Exports, names: Names) -> Iterator[str]:
    """Yields the names that were left out, with the reasons."""
    groups = [
        (f"declared, but not exported by {exports.soname}: make sure that the headers have the "
         "version of the file", [f"{where}: {n}" for n, where in names.lacking.items()]),
        ("variables: programs that use them must link the library",
         [f"{where}: {n} ({'thread-local' if exports.data[n] == 'tls' else 'also a macro or tag'})"
          for n, where in names.linked.items()]),
        ("functions with vector arguments (SVE, vector PCS), which a first call cannot preserve: "
         "programs that call them must link the library",
         [f"{where}: {n}" for n, where in names.variant.items()]),
        ("functions that the C library also has: calls of them must not stop the program",
         exports.shared),
        ("older symbol versions: only programs that were linked with them use them",
         [f"{n}@{version}" for n, versions in exports.old.items() for version in versions]),
    ]
    for why, rows in groups:
        if rows:
            yield f"left out ({len(rows)}): {why}"
            yield from (f"    {row}" for row in sorted(rows))
    if exports.refused:
        yield left_out(exports.soname, exports.refused)
    unnamed = exports.functions - names.declared.keys() - names.mentioned.keys()
    if unnamed:
        yield (f"left out ({len(unnamed)}): exported, but not declared: give the headers that "
               "declare them")
        yield from wrapped(unnamed)
