"""In random environments doctor --from FILE, audit FILE, find --from FILE and explain MESSAGE agree
with dlopen(FILE, RTLD_NOW) in a child process: whether the file loads, and if not, which library
or symbol is the cause.

usage: PROGRAM [COUNT [SEED]]: 100 environments of seed 1."""
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from environments import CALLS, TOOL, Environment, try_all

OTHERS = {"libother.so.1"}
counts: Counter[str] = Counter()


def subject(message: str) -> str:
    """The library, symbol or version that ld.so blames."""
    for pattern in (r"undefined symbol: (\w+)", r"symbol (\w+), version \S+ not defined",
                    r"version `([^']+)' not found",
                    r"([^/ :]+): (?:cannot (?:open shared|read file|dynam)|file too short|"
                    r"invalid ELF|ELF file)"):
        found = re.search(pattern, message)
        if found:
            return found[1]
    raise AssertionError(f"unknown message: {message}")


def check(environment: Environment, host: Path) -> list[str]:
    file = str(environment.make())
    ended, said = environment.run(str(host), file)
    code = int(ended != 0)
    if ended < 0:  # ld.so crashes at a file that is cut
        said = f"{file}: undefined symbol: ncclCommShrink"
    message = f"{file}: error while loading shared libraries: {said.strip()}" if code else \
        f"ImportError: {file}: undefined symbol: ncclCommShrink"
    wrong = []
    names = r"\S*/\S*|\b\w*(?:nccl|other|cu|nv)\w*\b|\S+\.so\S*"
    counts[re.sub(names, "X", said.strip()) if code else "loads"] += 1
    answers: dict[str, Any] = {}
    for words in (["doctor", "--from", file], ["audit", file], ["find", "--from", file],
                  ["explain", message]):
        status, output = environment.run(TOOL, *words, "--json")
        findings = json.loads(output)["findings"]
        errors = [one for one in findings if one["severity"] == "error"]
        answers[words[0]] = sorted((one["id"], one["what"], *one["remedy"]) for one in errors)
        if (status == 1) != (code == 1) and not (status == 1 and findings and not errors):
            wrong.append(f"{words[0]}: status {status}, dlopen {code}")
        if bool(errors) != bool(code):
            wrong.append(f"{words[0]}: {answers[words[0]]}")
        text = json.dumps(errors)
        if code and errors and ended > 0 and subject(said) not in text:
            wrong.append(f"{words[0]}: no {subject(said)} in {text}")
    if len({json.dumps(one) for one in answers.values()}) > 1:
        wrong.append(f"answers differ: {json.dumps(answers, indent=1)}")
    # a folder that is audited before a file changes nothing of the file's answer
    status, output = environment.run(TOOL, "audit", str(Path(file).parent), file, "--json")
    doctor = json.loads(environment.run(TOOL, "doctor", file, "--json")[1])
    audited = json.loads(output)["audited"]
    rows = [row for one in (doctor, *reversed(audited)) for row in one["files"]]
    if rows[0]["verdict"] == "fails" and rows[0]["library"] in CALLS.keys() - OTHERS:
        status = min(status, environment.run(TOOL, "audit", str(Path(file).parent))[0])
    if any(row["alone"] != (code == 0) for row in rows) or status < code:
        wrong.append(f"verdicts: {status}, {rows}")
    if len({row["verdict"] for row in rows}) > 1:
        wrong.append(f"verdicts differ: {rows}")
    return [f"{said.strip()}", *wrong] if wrong else []


if __name__ == "__main__":
    failed = try_all(check, 100)
    print(*(f"{number:4} {text}" for text, number in counts.most_common()), sep="\n")
    assert counts.total() < 50 or len(counts) > 4, "too few kinds of failures"
    sys.exit(failed > 0)
