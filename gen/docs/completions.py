"""Writes a shell's completions: python3 gen completions COMMAND bash|zsh|fish OUTPUT

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
from pathlib import Path

from gen.docs.choices import Choices
from gen.docs.verbs import Option, Verb, finding_ids, read_verbs

FILES = {"FILE": "-f", "PATH": "-f", "DIR": "-d"}  # placeholder → the option of bash's compgen
AFTER = ("run", "explain")  # a command may follow "--"


def bash(choices: Choices) -> str:
    """Renders a function that offers words by the verb and the word before the current one."""
    def offer(what: str) -> str:
        return f'mapfile -t COMPREPLY < <(compgen {what} -- "$word")'

    def value(verb: Verb, option: Option) -> str:
        words = choices.of_option(verb, option)
        if words and option.value == "LIST":
            return ("mapfile -t COMPREPLY < <(compgen -P \"${word%\"${word##*,}\"}\" "
                    f"-W '{words}' -- \"${{word##*,}}\")")
        if words:
            return offer(f"-W '{words}'")
        return offer(FILES[option.value]) if option.value in FILES else ":"

    bare, *named = choices.verbs
    verbs = " ".join(verb.name for verb in named)
    bare_options = " ".join(option.name for option in bare.options)
    lines = ["# Completes lazynccl's command line in bash.", "_lazynccl()", "{",
             "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}",
             "    local verb=${COMP_WORDS[1]} i", "    COMPREPLY=()",
             "    if [ \"$word\" = = ]; then word='' before==; fi # bash takes = as one word",
             "    for ((i = 2; i < COMP_CWORD; i++)); do",
             "        if [ \"${COMP_WORDS[i]}\" = -- ]; then",
             "            if ((i == COMP_CWORD - 1)); then",
             "                " + offer("-c"), "            else",
             "                " + offer("-f"), "            fi", "            return", "        fi",
             "    done", "    if [ \"$COMP_CWORD\" -eq 1 ]; then",
             "        " + offer(f"-W '{verbs} help {bare_options} --version'"),
             "        return", "    fi", "    case $verb:$before in"]
    for verb in named:
        for option in verb.options:
            if option.value:
                name = "=" if option.optional else option.name
                lines += [f"    {verb.name}:{name}) {value(verb, option)}", "        return ;;"]
    lines += ["    esac", "    case $verb:$word in"]
    for verb in named:
        words, files = choices.arguments(verb)
        options = " ".join(option.name for option in verb.options)
        lines += [f"    {verb.name}:-*) " + offer(f"-W '{options}'") + " ;;",
                  f"    {verb.name}:*) " + offer(f"-W '{words}'{' -f' if files else ''}") + " ;;"]
    lines += ["    help:*) " + offer(f"-W '{verbs}'") + " ;;", "    esac", "}",
              "complete -o filenames -F _lazynccl lazynccl"]
    return "\n".join(lines) + "\n"


def zsh(choices: Choices) -> str:
    """Renders a function that passes the options of the verb to zsh's _arguments."""
    def quoted(text: str) -> str:
        return re.sub(r"([\[\]:])", r"\\\1", text.replace("'", "'\\''"))

    def value(verb: Verb, option: Option) -> str:
        words = choices.of_option(verb, option)
        if words and option.value == "LIST":
            return f"_values -s , {option.value} {words}"
        if words:
            return f"({words})"
        return {"FILE": "_files", "PATH": "_files", "DIR": "_files -/"}.get(option.value, " ")

    def arguments(verb: Verb) -> list[str]:
        rows = []
        for option in verb.options:
            after = f":{option.value}:{value(verb, option)}" if option.value else ""
            if option.optional:
                name, after = f"{option.name}=-", f":{after}"
            else:
                name = option.name
            rows.append(f"      '{name}[{quoted(option.text)}]{after}' \\")
        return ["    _arguments \\", *rows]

    bare, *named = choices.verbs
    lines = ["#compdef lazynccl", "# Completes lazynccl's command line in zsh.", "_lazynccl() {"]
    lines += ["  local -a verbs", "  verbs=("]
    lines += [f"    '{verb.name}:{quoted(verb.summary)}'" for verb in named]
    lines += ["  )", "  if (( CURRENT == 2 )); then", "    _describe verb verbs",
              *arguments(bare), "      '--version'", "    return", "  fi",
              "  local verb=$words[2] end=${words[(i)--]}",
              "  if (( end < CURRENT )); then", "    shift $end words", "    (( CURRENT -= end ))",
              "    _normal", "    return", "  fi",
              "  shift words", "  (( CURRENT-- ))", "  case $verb in",
              "  help)", "    _describe verb verbs", "    ;;"]
    for verb in named:
        words, files = choices.arguments(verb)
        rest = "_files" if files else " "
        if words:
            rest = f"{{{'_files; ' if files else ''}compadd -- {words}}}"
        lines += [f"  {verb.name})", *arguments(verb), f"      '*: :{rest}'", "    ;;"]
    lines += ["  esac", "}", "_lazynccl \"$@\""]
    return "\n".join(lines) + "\n"


def fish(choices: Choices) -> str:
    """Renders a `complete` command for each verb, option and list of words."""
    def quoted(text: str) -> str:
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def value(verb: Verb, option: Option) -> str:
        words = choices.of_option(verb, option)
        if words and option.value == "LIST":
            return f" -xa '(__fish_append , {words})'"
        if words:
            return f" -xa '{words}'"
        return {
            "": "", "FILE": " -rF", "PATH": " -rF",
            "DIR": " -xa '(__fish_complete_directories)'"}.get(option.value, " -x")

    named = choices.verbs[1:]
    first = "complete -c lazynccl -n __fish_use_subcommand"
    lines = ["# Completes lazynccl's command line in fish.", "function __lazynccl_command",
             "    set -l words (commandline -opc)", "    set -l end (contains -i -- -- $words)",
             "    and complete -C (string join ' ' -- "
             "(string escape -- $words[(math $end + 1)..-1]) (commandline -ct))", "end",
             f"{first} -f"]
    for verb in choices.verbs:
        here = first
        if verb.name:
            here = f"complete -c lazynccl -n '__fish_seen_subcommand_from {verb.name}'"
            lines.append(f"{first} -a {verb.name} -d {quoted(verb.summary)}")
        for option in verb.options:
            name = option.name.lstrip("-")
            lines.append(f"{here} -{'l' if len(name) > 1 else 's'} {name} "
                         f"-d {quoted(option.text)}{value(verb, option)}")
        words, files = choices.arguments(verb)
        if not files:
            lines.append(f"{here} -f")
        if words:
            lines.append(f"{here} -a '{words}'")
        if verb.name in AFTER:
            lines.append(f"{here} -a '(__lazynccl_command)'")
    names = " ".join(verb.name for verb in named)
    lines += [f"complete -c lazynccl -n '__fish_seen_subcommand_from help' -f -a '{names}'"]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    command, shell, output = arguments
    choices = Choices(read_verbs(command), " ".join(finding_ids(command)))
    text = {"bash": bash, "zsh": zsh, "fish": fish}[shell](choices)
    Path(output).write_text(text, encoding="utf-8")
    return 0
