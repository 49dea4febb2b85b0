"""Writes a shell's completions: python3 gen completions COMMAND bash|zsh|fish OUTPUT LIBRARY...

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from pathlib import Path

from gen.docs.verbs import Verb, finding_ids, read_verbs

WHEN = "always auto never"  # the values of this; LIST takes libraries
TAKE_IDS = ("doctor", "explain")  # of findings


def offer(what: str) -> str:
    return f'mapfile -t COMPREPLY < <(compgen {what} -- "$word")'


def words(verb: Verb) -> str:
    """The literal words that may follow the verb: "inspect check"."""
    after = [line.split()[2] for line in verb.usage if len(line.split()) > 2]
    return " ".join(word for word in after if word.isalpha() and word.islower())


def bash(verbs: list[Verb], libraries: str, ids: str) -> str:
    bare, *named = verbs
    files = {"FILE": "-f", "DIR": "-d", "WHEN": f"-W '{WHEN}'", "LIST": f"-W '{libraries}'"}
    first = [verb.name for verb in named] + [option.name for option in bare.options]
    lines = ["# Completes lazynccl's command line in bash.",
             "_lazynccl()", "{",
             "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}",
             "    local verb=${COMP_WORDS[1]}", "    COMPREPLY=()",
             "    if [ \"$COMP_CWORD\" -eq 1 ]; then",
             "        " + offer(f"-W '{' '.join(first)} --version'"), "        return", "    fi",
             "    case $verb:$before in"]
    for verb in named:
        for option in verb.options:
            if option.value:  # "=" is a word of its own for bash
                name = "=" if option.optional else option.name
                action = offer(files[option.value]) if option.value in files else ":"
                lines += [f"    {verb.name}:{name}) {action}", "        return ;;"]
    lines += ["    esac", "    case $verb:$word in"]
    for verb in named:
        options = " ".join(option.name for option in verb.options)
        lines += [f"    {verb.name}:-*) " + offer(f"-W '{options}'") + " ;;"]
        if words(verb):
            lines += [f"    {verb.name}:*) " + offer(f"-W '{words(verb)}' -f") + " ;;"]
        if verb.name in TAKE_IDS:
            lines += [f"    {verb.name}:*) " + offer(f"-W '{ids}' -f") + " ;;"]
        if "LIBRARY" in verb.usage[0]:
            lines += [f"    {verb.name}:*) " + offer(f"-W '{libraries}'" +
                      (" -f" if "|FILE" in verb.usage[0] else "")) + " ;;"]
    lines += ["    run:*) " + offer("-c") + " ;;", "    audit:*) " + offer("-f") + " ;;",
              "    esac", "}", "complete -o filenames -F _lazynccl lazynccl"]
    return "\n".join(lines) + "\n"


def zsh(verbs: list[Verb], libraries: str, ids: str) -> str:
    def quoted(text: str) -> str:
        return re.sub(r"([\[\]:])", r"\\\1", text.replace("'", "'\\''"))

    def arguments(verb: Verb) -> list[str]:
        files = {"FILE": "_files", "DIR": "_files -/", "WHEN": f"({WHEN})",
                 "LIST": f"({libraries})"}
        rows = []
        for option in verb.options:
            value = f":{option.value}:{files.get(option.value, ' ')}" if option.value else ""
            name = option.name
            if option.optional:
                name, value = name + "=-", ":" + value
            rows += [f"      '{name}[{quoted(option.text)}]{value}' \\"]
        return ["    _arguments \\", *rows]

    bare, *named = verbs
    lines = ["#compdef lazynccl", "# Completes lazynccl's command line in zsh.",
             "_lazynccl() {", "  local -a verbs", "  verbs=("]
    lines += [f"    '{verb.name}:{quoted(verb.summary)}'" for verb in named]
    lines += ["  )", "  if (( CURRENT == 2 )); then", "    _describe verb verbs",
              *arguments(bare), "      '--version'", "    return", "  fi",
              "  local verb=$words[2]", "  shift words", "  (( CURRENT-- ))", "  case $verb in"]
    for verb in named:
        rest = f"({libraries})" if "LIBRARY..." in verb.usage[0] else "_files"
        if "LIBRARY|FILE" in verb.usage[0]:
            rest = f"{{_files; compadd {libraries}}}"
        if verb.name in TAKE_IDS:
            rest = f"{{_files; compadd {ids}}}"
        if words(verb):
            rest = f"{{_files; compadd {words(verb)}}}"
        lines += [f"  {verb.name})", *arguments(verb), f"      '*: :{rest}'", "    ;;"]
    lines += ["  esac", "}", "_lazynccl \"$@\""]
    return "\n".join(lines) + "\n"


def fish(verbs: list[Verb], libraries: str, ids: str) -> str:
    def quoted(text: str) -> str:
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    takes = {"": "", "FILE": " -rF", "DIR": " -xa '(__fish_complete_directories)'",
             "WHEN": f" -xa '{WHEN}'", "LIST": f" -xa '{libraries}'"}
    lines = ["# Completes lazynccl's command line in fish."]
    for verb in verbs[1:]:
        here = f"complete -c lazynccl -n '__fish_seen_subcommand_from {verb.name}'"
        lines.append("complete -c lazynccl -n __fish_use_subcommand "
                     f"-a {verb.name} -d {quoted(verb.summary)}")
        for option in verb.options:
            name = option.name.lstrip("-")
            lines.append(f"{here} -{'l' if len(name) > 1 else 's'} {name} "
                         f"-d {quoted(option.text)}{takes.get(option.value, ' -x')}")
        after = " ".join([words(verb), libraries if "LIBRARY" in verb.usage[0] else "",
                          ids if verb.name in TAKE_IDS else ""]).strip()
        if after:
            lines.append(f"{here} -a '{after}'")
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    command, shell, output, *libraries = arguments
    write = {"bash": bash, "zsh": zsh, "fish": fish}[shell]
    text = write(read_verbs(command), " ".join(libraries), " ".join(finding_ids(command)))
    Path(output).write_text(text, encoding="utf-8")
    return 0
