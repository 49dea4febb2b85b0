"""The models in tests/model/ name each function that they model, with a hash of its text, and quote
the statements that their steps model. This fails if the function changes without the model.

White space, comments and conditions of the preprocessor do not count: a model has the steps of
every build. The functions of the first call must be modelled."""

import hashlib
import re
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
MUST = {"publish", "fill", "lazynccl_fill_slots", "lazynccl_open_library", "lazynccl_resolve"}
HEAD = re.compile(r"/\* (src/\S+): (\w+)\(\) (\w+) \*/")
QUOTE = re.compile(r"/\* C: (.*?) \*/")


IGNORED = re.compile(
    r"/\*.*?\*/|^#(?:if|ifdef|ifndef|else|endif)\b[^\n]*|\s+", re.MULTILINE | re.DOTALL
)


def squeeze(text: str) -> str:
    return IGNORED.sub("", text)


def find_function(text: str, name: str) -> str | None:
    """Returns the text of a function or macro, without what does not count."""
    function = rf"^[a-z][^;{{}}\n]*\b{name}\([^;{{}}]*\)\n{{\n.*?^}}$"
    macro = rf"^#define {name}\((?:[^\n]*\\\n)*[^\n]*$"
    found = re.search(f"{function}|{macro}", text, re.MULTILINE | re.DOTALL)
    return squeeze(found[0]) if found else None


def check_model(model: Path, modelled: set[str]) -> list[str]:
    """Returns what is wrong with a model, and adds the functions that it has to `modelled`."""
    wrong: list[str] = []
    name, text = "", ""
    for number, line in enumerate(model.read_text(encoding="utf-8").splitlines(), 1):
        where = f"{model.relative_to(SOURCE)}:{number}"
        if head := HEAD.search(line):
            file, name, known = head.groups()
            modelled.add(name)
            path = SOURCE / file
            found = find_function(path.read_text("utf-8"), name) if path.exists() else None
            if found is None:
                wrong.append(f"{where}: {file} has no {name}(): name its file, or remove the step")
                name = ""
                continue
            text = found
            digest = hashlib.sha256(text.encode()).hexdigest()[:12]
            if digest != known:
                wrong.append(
                    f"{where}: {name}() in {file} has changed. Change the steps below, run "
                    f"`./dev test model`, then replace {known} by {digest}"
                )
        for quote in QUOTE.findall(line) if name else []:
            if squeeze(quote) not in text:
                wrong.append(
                    f"{where}: {name}() does not contain `{quote}`: quote the statement "
                    "that this step models"
                )
    return wrong


def main() -> int:
    models = sorted((SOURCE / "tests" / "model").glob("*.pml"))
    modelled: set[str] = set()
    wrong = [text for model in models for text in check_model(model, modelled)]
    wrong += [f"no model has {name}()" for name in sorted(MUST - modelled)]
    print(f"{len(models)} models, {len(modelled)} functions", *wrong, sep="\n")
    return bool(wrong)


sys.exit(main())
