"""The verbs and options that documents mention in running text, such as `lazynccl find --from FILE`
or `./dev test`, exist."""
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
sys.path.append(str(SOURCE / "tests"))
import documents  # noqa: E402

FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"`(lazynccl|\./dev) ([a-z][a-z-]*\b[^`]*)`")
NOT_COMMANDS = {"net"}  # the first word of a recording


@cache
def options(program: str, verb: str) -> set[str] | None:
    """Returns the options in the help of the verb; None if the verb does not exist."""
    command = [os.environ["TOOL"]] if program == "lazynccl" else ["sh", str(SOURCE / "dev")]
    said = subprocess.run([*command, verb, "--help"], text=True, capture_output=True, check=False)
    return set(re.findall(r"--?[a-z][a-z-]*", said.stdout)) if said.returncode == 0 else None


def main() -> int:
    seen, wrong = 0, []
    for name in documents.documents(SOURCE):
        text = FENCED.sub("", (SOURCE / name).read_text(encoding="utf-8"))
        for program, rest in COMMAND.findall(text):
            verb, *words = rest.split(" -- ")[0].split()
            if verb in NOT_COMMANDS:
                continue
            seen += 1
            known = options(program, verb)
            if known is None:
                wrong.append(f"{name}: `{program} {rest}`: no such verb")
                continue
            wrong += [f"{name}: `{program} {rest}`: no option {word}" for word in words
                      if re.match("--?[a-z]", word) and word.split("=")[0] not in known]
    print(f"{seen} commands", *wrong, sep="\n")
    return bool(wrong or seen < 50)


sys.exit(main())
