"""No shell test relies on `set -e` where the shell ignores it: in a subshell, group or function
that runs before `||` or `&&`, after `!`, or as a condition. No command follows the end of a test.

There each command but the last needs its own `|| fail`. Functions of sourced files count; what is
in `$( )` is not examined. shfmt parses the files."""

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

SOURCE = Path(os.environ["SOURCE"])
SHFMT = shutil.which("shfmt") or str(Path(sys.executable).with_name("shfmt"))
# The last ones end the test themselves; cd, rm and mkdir fail only if the test does.
IGNORED = set(
    ": break cat cd continue echo exec exit export mkdir printf return rm say set shift unset"
    " die exits fail need need_tool says says_not skip equal".split()
)
ENDS = ("exit", "return", "fail", "skip")
BODIES = ("Stmts", "Then", "Do")
Node = dict[str, Any]


def list_statements(command: Node) -> list[list[Node]]:
    """Returns the bodies of a compound command, without its conditions."""
    found = [command[key] for key in BODIES if key in command]
    found += [item.get("Stmts", []) for item in command.get("Items", []) if "Stmts" in item]
    return found + (list_statements(command["Else"]) if "Else" in command else [])


def list_conditions(command: Node) -> list[list[Node]]:
    found = [command["Cond"]] if isinstance(command.get("Cond"), list) else []
    return found + (list_conditions(command["Else"]) if "Else" in command else [])


def first_word(call: Node) -> str:
    parts = call["Args"][0]["Parts"] if "Args" in call else []
    return str(parts[0].get("Value", "")) if parts else ""


def can_fail(call: Node) -> bool:
    if "Args" in call:
        return first_word(call) not in IGNORED
    return "CmdSubst" in json.dumps(call)


def commands(path: Path) -> str:
    """Returns a script, or the commands of a table of cases, whose other lines become empty."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".sh":
        return text
    return re.sub(r"^== .*|^--\n(?:(?!== ).*\n)*", lambda part: "\n" * part[0].count("\n"), text,
                  flags=re.MULTILINE)


class Script:
    def __init__(self, path: Path) -> None:
        self.path, self.text = path, commands(path)
        self.functions: dict[str, tuple[Script, Node]] = {}
        sourced = re.findall(r'^\. "\$SOURCE/(\S+)"', self.text, re.MULTILINE)
        shared = [str(folder.relative_to(SOURCE) / "shared.sh") for folder in path.parents
                  if folder.is_relative_to(SOURCE)]
        for name in ["tests/stage.sh", *reversed(shared), *sourced]:
            if (SOURCE / name).exists() and (SOURCE / name) != path:
                self.functions |= read(SOURCE / name).functions
        done = subprocess.run([SHFMT, "-ln=posix", "--to-json"], input=self.text.encode(),
                              capture_output=True, check=True)
        self.statements = json.loads(done.stdout)["Stmts"]
        self.wrong: set[str] = set()
        self.checked: set[str] = set()

    def operator(self, binary: Node) -> str:
        at = binary["OpPos"]["Offset"]
        return self.text.encode()[at : at + 2].decode().strip()

    def check(self, statements: list[Node], off: str, is_last: bool) -> None:
        """Checks commands in which `set -e` is off for the reason `off`, if that is not empty."""
        for statement in statements:
            at_end = statement is statements[-1]
            if not at_end and first_word(statement["Cmd"]) in ENDS:
                line = statement["Pos"]["Line"]
                self.wrong.add(f"{self.path.relative_to(SOURCE)}:{line}: what follows never runs")
            self.check_one(statement, off, is_last and at_end)

    def check_one(self, statement: Node, off: str, is_last: bool) -> None:
        command = statement["Cmd"]
        where = f"{self.path.relative_to(SOURCE)}:{statement['Pos']['Line']}"
        if statement.get("Negated"):
            off, is_last = f"after ! in {where}", True
        kind = command["Type"]
        if kind == "BinaryCmd":
            operator = self.operator(command)
            if operator == "|":
                self.check_one(command["X"], off, True)
                self.check_one(command["Y"], off, is_last)
            else:
                self.check_one(command["X"], f"before {operator} in {where}", True)
                self.check_one(command["Y"], off, is_last or operator == "||")
        elif kind == "FuncDecl":
            self.functions[command["Name"]["Value"]] = self, command["Body"]
            self.check_one(command["Body"], "", True)
        elif kind == "CallExpr":
            function = self.functions.get(first_word(command))
            if off and not is_last and can_fail(command) and not statement.get("Background"):
                self.wrong.add(f"{where}: `{self.source(statement)}` fails unnoticed {off}")
            elif off and function and first_word(command) not in IGNORED | self.checked:
                self.checked.add(first_word(command))
                function[0].check_one(function[1], off, True)
                self.wrong |= function[0].wrong
        for condition in list_conditions(command):
            self.check(condition, f"in a condition in {where}", True)
        for body in list_statements(command):
            self.check(body, off, is_last and kind not in ("WhileClause", "ForClause"))

    def source(self, statement: Node) -> str:
        text = self.text.encode()[statement["Pos"]["Offset"] : statement["End"]["Offset"]].decode()
        return text.splitlines()[0]


@cache
def read(path: Path) -> Script:
    script = Script(path)
    script.check(script.statements, "", True)
    return script


if not Path(SHFMT).exists():
    print("skipped: shfmt is not installed: run ./dev setup")
    sys.exit(77)
wrong: set[str] = set()
paths = [*(SOURCE / "tests").rglob("*.sh"), *(SOURCE / "tests/tool/findings").glob("*.cases")]
for path in [Path(one) for one in sys.argv[1:]] or paths:
    if re.search(r"\|\||&&|! |\b(if|while|until) ", path.read_text(encoding="utf-8")):
        wrong |= read(path).wrong
print(*sorted(wrong), sep="\n")
sys.exit(bool(wrong))
