"""Reads what the command says of itself: COMMAND --help lists the verbs, COMMAND VERB --help has their
usage, paragraphs and options. The manual page and the completions are made of that alone.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import subprocess
from dataclasses import dataclass

OPTION = re.compile(r"^  (-\S+)(?: ([A-Z]+))?(?:  +(.*))?$")


@dataclass(frozen=True)
class Option:
    name: str
    value: str  # "FILE"; "": takes none
    text: str


@dataclass(frozen=True)
class Verb:
    name: str
    summary: str
    usage: tuple[str, ...]
    paragraphs: tuple[str, ...]  # those before the options, then those behind them
    behind: tuple[str, ...]
    options: tuple[Option, ...]


def ask(command: str, *arguments: str) -> str:
    return subprocess.run([command, *arguments], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def read_options(block: list[str]) -> list[Option]:
    options: list[Option] = []
    for line in block:
        if match := OPTION.match(line):
            options.append(Option(match[1], match[2] or "", match[3] or ""))
        else:  # the text goes on
            last = options.pop()
            options.append(Option(last.name, last.value, f"{last.text} {line.strip()}".strip()))
    return options


def read_verb(command: str, name: str, summary: str) -> Verb:
    blocks = [block.split("\n") for block in ask(command, name, "--help").strip("\n").split("\n\n")]
    usage = tuple(line.removeprefix("usage: ").strip() for line in blocks[0])
    before: list[str] = []
    behind: list[str] = []
    options: list[Option] = []
    for block in blocks[1:]:
        if OPTION.match(block[0]):
            options += read_options(block)
        else:
            (behind if options else before).append(" ".join(block))
    return Verb(name, summary, usage, tuple(before), tuple(behind), tuple(options))


def read_verbs(command: str) -> list[Verb]:
    rows = re.findall(r"^  ([a-z]+)  +(\S.*)$", ask(command, "--help"), re.MULTILINE)
    return [read_verb(command, name, summary) for name, summary in rows]
