"""Writes lazynccl.1 and a manual page for each verb: python3 gen man COMMAND FOLDER

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from pathlib import Path

from gen.docs.verbs import Option, Verb, ask, read_verbs


def roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("…", "...")
    text = "".join(c if c.isascii() else f"\\[u{ord(c):04X}]" for c in text)
    return "\\&" + text if text.startswith((".", "\\(aq")) else text


def entries(options: tuple[Option, ...]) -> list[str]:
    lines = []
    for option in options:
        value = f"\\fI{option.value}\\fR"
        value = f"[={value}]" if option.optional else f" {value}" if option.value else ""
        lines += [".TP", f"\\fB{roff(option.name)}\\fR{value}", roff(option.text)]
    return lines


def page(name: str, version: str, purpose: str, usage: tuple[str, ...]) -> list[str]:
    return [f'.TH {name.upper()} 1 "" "lazynccl {version}"', ".SH NAME",
            f"{roff(name)} \\- {roff(purpose)}", ".SH SYNOPSIS",
            ".ad l", "\n.br\n".join(map(roff, usage)), ".ad b", ".SH DESCRIPTION"]


def verb_page(verb: Verb, version: str) -> list[str]:
    lines = page(f"lazynccl-{verb.name}", version, verb.summary, verb.usage)
    for number, paragraph in enumerate(verb.paragraphs):
        if number:
            lines.append(".PP")
        lines.append(roff(paragraph))
    lines += [".SH OPTIONS", *entries(verb.options), ".SH EXAMPLES"]
    for command, purpose in verb.examples:
        lines += [".TP", f"\\fB{roff(command)}\\fR", roff(purpose)]
    *others, status = verb.after
    for paragraph in others:
        lines += [".PP", roff(paragraph)]
    return [*lines, ".SH EXIT STATUS", roff(status.removeprefix("Exit status: ")),
            ".SH SEE ALSO", ".BR lazynccl (1)"]


def main_page(verbs: list[Verb], version: str) -> list[str]:
    bare, *named = verbs
    purpose = "find, check and defer the loading of NVIDIA's libraries"
    lines = page("lazynccl", version, purpose,
                 ("lazynccl [OPTION...]", "lazynccl VERB [OPTION...]"))
    lines += ["Without a verb, prints a summary of this machine to paste into an issue. Examines "
              "files, and loads or runs them only if you ask.", ".SH OPTIONS"]
    lines += [*entries(bare.options), ".SH VERBS"]
    for verb in named:
        lines += [".TP", f".BR lazynccl\\-{roff(verb.name)} (1)", roff(verb.summary)]
    return [*lines, ".SH EXIT STATUS",
            "0 no findings, 1 findings, 2 unreadable input, 3 usage error. The page of each verb",
            "has the details.",
            ".SH FILES", ".I share/lazynccl/lazynccl.schema.json",
            "is a JSON Schema of the output of every verb with \\-\\-json. Its folder is next to",
            "the command's folder.",
            ".SH ENVIRONMENT", "lazynccl \\-v shows every variable that affects loading."]


def main(arguments: list[str]) -> int:
    command, folder = arguments
    version = ask(command, "--version").split()[1]
    verbs = read_verbs(command)
    pages = {f"lazynccl-{verb.name}": verb_page(verb, version) for verb in verbs[1:]}
    for name, lines in {"lazynccl": main_page(verbs, version), **pages}.items():
        (Path(folder) / f"{name}.1").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0
