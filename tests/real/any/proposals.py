"""usage: proposals.py [--update | PACKAGE...]: describes the Debian packages in the table, or
these, compares what `describe` proposes with the reviewed list in `proposals`, and calls each
function that returns through a copy without its library: it must return the proposed value, which
no comment in the headers calls a success. --update writes the list; review its diff."""
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import cover
import debian
import debs

sys.path.insert(0, str(cover.SOURCE))
from gen.stub.absent import REASON, STOP, answer
from gen.stub.declaration import Function
from gen.stub.load import load
from gen.stub.stub import Stub

LIST = Path(__file__).resolve().parent / "proposals"
RETURNS = "returns"     # a function without a result
NULL = "NULL"
# Functions whose comment says what looks like a success, and why it is none.
REVIEWED = {"json_object_new_null": "NULL is what it always returns: the null of JSON",
            "sqlite3_str_new": "the sentence is about another function",
            "src_delete": "destroys its argument, and always returns NULL"}
HEAD = """\
# What `describe` proposes for each library of the table `packages`: the number of functions, of
# those that stop and of those without a result that return; then a row for each value, its type
# and its functions. Last, what the stubs return: each value, its type and the number of functions.
# Written by proposals.py --update. Reviewed twice, by kind and then each odd one, with the words of
# the headers: no value means success. NULL of a function that takes an object of the library may be
# an answer, but without the library a program has no such object. The two functions of cuda and of
# cupti that succeed write the reason.
"""
CALLS = """\
#include <stdint.h>
#include <stdio.h>
{declared}
typedef void Call(void);
static const struct {{ const char *name, *kind; Call *call; }} calls[] = {{ {rows} }};
int main(void)
{{
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {{
        Call *call = calls[i].call;
        if (calls[i].kind[0] == 'v')
            call(), printf("%s\\n", calls[i].name);
        else if (calls[i].kind[0] == 't')
            printf("%s %s\\n", calls[i].name, ((const char *(*)(void))call)());
        else if (calls[i].kind[0] == 'p')
            printf("%s %ld\\n", calls[i].name, (long)((intptr_t(*)(void))call)());
        else
            printf("%s %d\\n", calls[i].name, ((int (*)(void))call)());
    }}
    return 0;
}}
"""


class Described(NamedTuple):
    stub: Stub
    folder: Path
    where: list[str]    # the folders of the headers


def described(root: Path, package: str, words: list[str], folder: Path) -> Described:
    file, names, include = debian.located(root, package, words)
    stub = folder / f"{re.sub('[^a-z0-9]', '', words[0].lower())}.toml"
    cover.run(sys.executable, str(cover.SOURCE / "gen"), "describe", *names, str(file), "-o",
              str(stub), *include)
    found = [str(path) for option in include if option.startswith("-I")
             for name in names if (path := Path(option[2:], name)).is_file()]
    return Described(load(str(stub)), folder, [*dict.fromkeys(found)])


def proposals(stub: Stub) -> dict[Function, str]:
    """Returns the functions that return, and their values."""
    values = {function: answer(stub, function) for function in stub.functions}
    return {function: value or RETURNS for function, value in values.items()
            if value not in (STOP, None)}


def listed(name: str, stub: Stub) -> list[str]:
    """Returns the rows of a library."""
    found = proposals(stub)
    voids = sum(value == RETURNS for value in found.values())
    rows: dict[tuple[str, str], list[str]] = {}
    for function, value in found.items():
        if value != RETURNS:
            rows.setdefault((value, function.returned.declare()), []).append(function.name)
    texts = [f"{value} {type_}: {' '.join(sorted(names))}"
             for (value, type_), names in sorted(rows.items())]
    return [f"{name}: {len(stub.functions)} functions, {len(stub.functions) - len(found)} stop, "
            f"{voids} without a result return", *(f"  {text}" for text in texts)]


def of_stubs() -> list[str]:
    """Returns the rows of the stubs."""
    rows = []
    for path in sorted((cover.SOURCE / "stubs").glob("*.toml")):
        if path.stem.startswith("nccl_"):   # an interface of plugins, without functions
            continue
        stub = load(str(path))
        kinds = Counter(f"{answer(stub, function) or RETURNS} "
                        f"{function.returns.declare() if function.returns else 'of no known type'}"
                        for function in stub.functions)
        rows.append(f"stubs/{path.name}: {len(stub.functions)} functions: "
                    + ", ".join(f"{kind}: {kinds[kind]}" for kind in sorted(kinds)))
    return rows


def kind_of(value: str) -> str:
    if value == RETURNS:
        return "void"
    if value == REASON:
        return "text"
    return "pointer" if value == NULL else "number"


def number_of(stub: Stub, function: Function, value: str) -> str:
    """Returns what a call prints."""
    values = stub.types.enums.get(function.returned.base, {})
    return "0" if value == NULL else str(values.get(value, value))


def call_all(made: Described) -> None:
    """Checks the value of each call without the library. Raises Failed."""
    found = proposals(made.stub)
    if not found:
        return
    folder, stub = made.folder / "copy", Path(made.stub.path)
    text = stub.read_text(encoding="utf-8")  # with a SONAME that no system has
    stub.write_text(re.sub(r"(?m)^sonames = .*", 'sonames = ["libnowhere.so.0"]', text),
                    encoding="utf-8")
    cover.run(sys.executable, str(cover.SOURCE / "gen"), "vendor", str(stub), "--only",
              ",".join(function.name for function in found), "-o", str(folder))
    rows = ", ".join(f'{{"{function.name}", "{kind_of(value)}", {function.name}}}'
                     for function, value in found.items())
    declared = "\n".join(f"void {function.name}(void);" for function in found)
    (folder / "calls.c").write_text(CALLS.format(declared=declared, rows=rows), encoding="utf-8")
    cover.run(*cover.CC, "-w", "-fno-builtin", "calls.c", "lazynccl.c", "-o", "calls", "-ldl",
              cwd=str(folder))
    everywhere = {k: v for k, v in os.environ.items() if not k.startswith(("LAZYNCCL_", "LD_"))}
    done = subprocess.run(["./calls"], cwd=folder, env=everywhere, capture_output=True, text=True,
                          check=False)
    said = dict(line.partition(" ")[::2] for line in done.stdout.splitlines())
    for function, value in found.items():
        got = said.get(function.name)
        if value == REASON:
            right = got is not None and "cannot be used" in got
        else:
            right = got == ("" if value == RETURNS else number_of(made.stub, function, value))
        if not right:
            raise cover.Failed(f"{function.name} returned {got!r}, not {value}: "
                               f"{done.stderr[-300:]}")


def comments(headers: list[str]) -> dict[str, str]:
    """Returns the comment before each name that is followed by a parenthesis."""
    found: dict[str, str] = {}
    for header in headers:
        text = Path(header).read_text(encoding="utf-8", errors="replace")
        for comment, after in re.findall(r"/\*(.*?)\*/([^/;{}]*\()", text, re.DOTALL):
            for name in re.findall(r"(\w+)\s*\(", after):
                found.setdefault(name, re.sub(r"[\s*]+", " ", comment))
    return found


def successes(made: Described) -> list[str]:
    """Returns the functions whose value is 0 without being a version, or is what their comment
    calls success."""
    told = comments(headers_below(made.where))
    wrong = []
    for function, value in proposals(made.stub).items():
        if value in (RETURNS, REASON):
            continue
        number = number_of(made.stub, function, value)
        word = f"(?:{number}|{value}{'|zero' if number == '0' != value else ''})"
        if value == NULL:
            word = NULL
        says = (rf"(?<![-\w]){word}\W+(?:on|for|if|when|upon|means|indicates|is|=)\s+"
                rf"(?:\w+ ){{0,2}}success|success\w*\W+(?:is|returns?|:|=)\s*{word}\b"
                rf"|always (?:returns? )?{word}\b")
        match = re.search(f".{{0,60}}(?:{says}).{{0,60}}", told.get(function.name, ""),
                          re.IGNORECASE)
        status = number == "0" and value != NULL and "version" not in function.name.lower()
        if (status or match) and function.name not in REVIEWED:
            wrong.append(f"{function.name} = {value}: {match[0] if match else 'means success'}")
    return wrong


def headers_below(headers: list[str]) -> list[str]:
    """Returns the headers and, if they are in a folder of their own, its other headers."""
    found = dict.fromkeys(headers)
    for header in headers:
        folder = Path(header).parent
        if folder.name not in ("include", debian.TRIPLE):
            found |= dict.fromkeys(str(path) for path in sorted(folder.glob("**/*.h")))
    return [*found]


def main() -> int:
    update, chosen = sys.argv[1:] == ["--update"], sys.argv[1:]
    table = {package: words for package, words in debs.table().items()
             if update or package in (chosen or [package])}
    root = debs.fetch([*table])
    rows, wrong, kinds = [HEAD.rstrip("\n")], [], Counter[str]()
    for package, words in table.items():
        with tempfile.TemporaryDirectory() as scratch:
            try:
                made = described(root, package, words, Path(scratch))
                rows += listed(words[0], made.stub)
                kinds.update(map(kind_of, proposals(made.stub).values()))
                kinds["function"] += len(made.stub.functions)
                wrong += [f"{words[0]}: {each}" for each in successes(made)]
                call_all(made)
            except cover.Failed as why:
                wrong.append(f"{package}: {why}")
    print(*wrong, *(f"{count} {kind}s" for kind, count in kinds.items()), sep="\n", flush=True)
    text = "\n".join(rows + of_stubs()) + "\n"
    if update:
        LIST.write_text(text, encoding="utf-8")
    elif not chosen and text != LIST.read_text(encoding="utf-8"):
        print(f"{LIST} differs: run {sys.argv[0]} --update, and review its diff")
        return 1
    return bool(wrong)


sys.exit(main())
