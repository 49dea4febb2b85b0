"""Writes the manual page lazynccl.1: python3 gen man COMMAND OUTPUT

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from pathlib import Path

from gen.docs.verbs import Option, Verb, ask, read_verbs


def roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = "".join(c if c.isascii() else f"\\[u{ord(c):04X}]" for c in text)
    return "\\&" + text if text.startswith((".", "\\(aq")) else text


def entries(options: tuple[Option, ...]) -> list[str]:
    lines = []
    for option in options:
        value = f"\\fI{option.value}\\fR"
        value = f"[={value}]" if option.optional else f" {value}" if option.value else ""
        lines += [".TP", f"\\fB{roff(option.name)}\\fR{value}", roff(option.text)]
    return lines


def section(verb: Verb) -> list[str]:
    lines = [f".SS lazynccl {verb.name}: {roff(verb.summary)}"]
    for number, paragraph in enumerate(verb.paragraphs):
        lines += [".PP"] * (number > 0) + [roff(paragraph)]
    lines += entries(verb.options)
    for paragraph in verb.after:
        lines += [".PP", roff(paragraph)]
    return lines


def man(verbs: list[Verb], version: str) -> str:
    bare, *named = verbs
    lines = [f'.TH LAZYNCCL 1 "" "lazynccl {version}"', ".SH NAME",
             "lazynccl \\- say which NCCL, NVRTC and nvJitLink a program gets, and what is wrong",
             ".SH SYNOPSIS", ".nf", "lazynccl [OPTION...]"]
    lines += [roff(line) for verb in named for line in verb.usage]
    lines += [".fi", ".SH DESCRIPTION",
              "Without a verb it prints a summary to paste into an issue. It never loads or runs "
              "what it looks at, unless it is asked to.", ".SH OPTIONS"]
    lines += entries(bare.options) + [".SH VERBS"]
    for verb in named:
        lines += section(verb)
    lines += [".SH EXIT STATUS",
              "0 no problems found, 1 findings, 2 could not look, 3 misuse; each verb says",
              "more.",
              ".SH FILES", ".I share/lazynccl/lazynccl.schema.json",
              "beside the command's folder is a JSON Schema of what every verb prints with",
              "\\-\\-json.",
              ".SH ENVIRONMENT", "lazynccl env shows every variable that counts, and its effect."]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    command, output = arguments
    version = ask(command, "--version").split()[1]
    Path(output).write_text(man(read_verbs(command), version), encoding="utf-8")
    return 0
