"""Writes docs/findings.md to standard output: lazynccl doctor --list --json | python3 gen findings

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import re
import sys
import textwrap

HEAD = """# Findings

Problems that `lazynccl doctor`, `lazynccl audit` and `lazynccl plugin` find, and causes that
`lazynccl explain` gives for a message. An ID is permanent: it is never reused, and its meaning does
not change. *Errors* and *warnings* make the exit status 1, *notes* do not. `lazynccl explain ID`
prints an entry; `lazynccl explain 'MESSAGE'` names the finding that explains a message, and says
whether it applies to this machine.

Made by `./dev findings` from the rows above the rules, in `src/tool/rules/`.
"""
RETIRED = """These findings no longer exist; `lazynccl explain ID` says so. The rows are in
`src/common/findings/retired.c`. An ID or a word is never used again."""
GROUPS = {"LN1": "Finding and loading", "LN2": "NCCL's network", "LN3": "NCCL's plugins",
          "LN4": "Settings", "LN5": "Files", "LN7": "Seen only in messages",
          "LN8": "Other causes of messages"}


def escape(text: str) -> str:
    """Escapes special characters of Markdown, except inside backquotes."""
    return "`".join(part if number % 2 else re.sub(r"([*_<|])", r"\\\1", part)
                    for number, part in enumerate(text.split("`")))


def wrap(text: str) -> str:
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def retired_table(rows: list[dict[str, str]]) -> str:
    lines = ["| ID | retired in | was about | see |", "|---|---|---|---|"]
    for row in rows:
        see = row["instead"] if row["instead"].startswith("http") else escape(row["instead"])
        lines.append(f"| {row['id']} {row['rule']} | {row['release']} | {escape(row['what'])} "
                     f"| {see} |")
    return "\n".join(lines) + "\n"


def render(rows: list[dict[str, str]], retired: list[dict[str, str]]) -> str:
    parts, group = [HEAD], ""
    for row in rows:
        if row["id"][:3] != group:
            group = row["id"][:3]
            parts.append(f"## {GROUPS[group]}\n")
        parts.append(f"### {row['id']} {row['rule']}: {escape(row['what'])}\n\n"
                     + wrap(f"*{row['severity'].capitalize()}.* {escape(row['why'])}") + "\n\n"
                     + wrap(f"Help: {escape(row['remedy'])}") + "\n\n"
                     + wrap(f"Source: {escape(row['source'])}") + "\n")
    parts.append("## Retired\n\n" + wrap(RETIRED) + "\n\n" + retired_table(retired))
    return "\n".join(parts)


def main(arguments: list[str]) -> int:
    if arguments:
        print("usage: lazynccl doctor --list --json | gen findings", file=sys.stderr)
        return 2
    answer = json.load(sys.stdin)
    sys.stdout.write(render(answer["registry"], answer["retired"]))
    return 0
