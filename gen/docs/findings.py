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
REMOVED = {  # removed ID → the word that replaces it; explain.c has the same
    "LN700": "nccl-code", "LN702": "build", "LN708": "mixed-driver", "LN714": "state",
    "LN715": "device", "LN804": "memory", "LN806": "program", "LN807": "build",
    "LN811": "argument", "LN812": "peer", "LN818": "not-here",
}
GROUPS = {"LN1": "Finding and loading", "LN2": "NCCL's network", "LN3": "NCCL's plugins",
          "LN4": "NCCL's configuration", "LN5": "Files", "LN6": "The system",
          "LN7": "Seen only in messages", "LN8": "Not about loading"}


def escape(text: str) -> str:
    """Escapes special characters of Markdown, except inside backquotes."""
    return "`".join(part if number % 2 else re.sub(r"([*_<|])", r"\\\1", part)
                    for number, part in enumerate(text.split("`")))


def wrap(text: str) -> str:
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def render(rows: list[dict[str, str]]) -> str:
    parts, group = [HEAD], ""
    for row in rows:
        if row["id"] in REMOVED:
            raise ValueError(f"{row['id']} was removed, and is never used again")
        if row["id"][:3] != group:
            group = row["id"][:3]
            parts.append(f"## {GROUPS[group]}\n")
        parts.append(f"### {row['id']} {row['rule']}: {escape(row['what'])}\n\n"
                     + wrap(f"*{row['severity'].capitalize()}.* {escape(row['why'])}") + "\n\n"
                     + wrap(f"Help: {escape(row['remedy'])}") + "\n\n"
                     + wrap(f"Source: {escape(row['source'])}") + "\n")
    parts.append("## Removed\n\n" + wrap(
        "They repeated an error of CUDA or NCCL. `lazynccl explain 'MESSAGE'` has an answer "
        "for each class of these errors, with a word in place of an id: "
        + ", ".join(f"{old} is now `{word}`" for old, word in REMOVED.items()) + ".") + "\n")
    return "\n".join(parts)


def main(arguments: list[str]) -> int:
    if arguments:
        print("usage: lazynccl doctor --list --json | gen findings", file=sys.stderr)
        return 2
    sys.stdout.write(render(json.load(sys.stdin)["registry"]))
    return 0
