"""Reads the command's help: COMMAND --help lists the verbs, COMMAND VERB --help has their usage,
paragraphs and options. The manual page and the completions are made only from these.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
import subprocess
from dataclasses import dataclass

# "  --root DIR   text", "  --color[=WHEN]   text", "  -v   text"
OPTION = re.compile(r"^  (-[a-z-]+)(?:(\[?)[ =]([A-Z]+(?:=[A-Z]+)?)\]?)?  +(.*)$")


@dataclass(frozen=True)
class Option:
    name: str
    value: str      # such as "FILE", or "" if the option takes no value
    optional: bool  # whether the value may be omitted: --name or --name=VALUE
    text: str


@dataclass(frozen=True)
class Verb:
    name: str  # "" for the command without a verb
    summary: str
    usage: tuple[str, ...]
    paragraphs: tuple[str, ...]  # the paragraphs before the options
    after: tuple[str, ...]
    options: tuple[Option, ...]
    examples: tuple[tuple[str, str], ...]  # a command line and its purpose


def ask(command: str, *arguments: str) -> str:
    return subprocess.run([command, *arguments], check=True, stdout=subprocess.PIPE,
                          encoding="utf-8", env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout


def read_option(line: str) -> Option:
    found = OPTION.match(line)
    assert found, f"{line!r} is not an option"
    name, bracket, value, text = found.groups()
    return Option(name, value or "", bool(bracket), text)


def folded(block: list[str]) -> list[str]:
    """Returns the rows of a block, each joined with the more indented lines that continue it."""
    rows: list[str] = []
    for line in block:
        if OPTION.match(line):
            rows.append(line)
        else:
            rows[-1] += " " + line.strip()
    return rows


def read_help(name: str, summary: str, text: str) -> Verb:
    """Reads the help of a verb: usage, paragraphs, options and examples, divided by empty lines."""
    blocks = [block.split("\n") for block in text.strip("\n").split("\n\n")]
    usage = re.split(r"\n *(?=lazynccl|\.\.\.)", text.removeprefix("usage: ").split("\n\n")[0])
    before: list[str] = []
    after: list[str] = []
    options: list[Option] = []
    examples: list[str] = []
    for block in blocks[1:]:
        if block[0] == "Examples:":
            examples = [line.strip() for line in block[1:]]
        elif OPTION.match(block[0]):
            options += map(read_option, folded(block))
        else:
            (after if options else before).append(" ".join(block))
    purposes = zip(examples[::2], examples[1::2], strict=True)
    return Verb(name, summary, tuple(" ".join(line.split()) for line in usage), tuple(before),
                tuple(after), tuple(options), tuple(purposes))


def finding_ids(command: str) -> list[str]:
    return re.findall(r"^(LN\d+)", ask(command, "doctor", "--list"), re.MULTILINE)


def read_verbs(command: str) -> list[Verb]:
    """Returns all verbs. The first is the command without a verb."""
    text = ask(command, "--help")
    rows = re.findall(r"^  ([a-z][a-z-]*)  +(\S.*)$", text, re.MULTILINE)
    return [read_help("", "", text)] + [
        read_help(name, summary, ask(command, name, "--help")) for name, summary in rows]
