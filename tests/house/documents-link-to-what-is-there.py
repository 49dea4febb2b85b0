"""Each link in a document leads to a file of the tree, and to a heading that this file has."""
import re
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.append(str(SOURCE / "tests"))
import documents  # noqa: E402

FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)


def headings(text: str) -> set[str]:
    """Returns the headings of a file as they appear in links."""
    found = re.findall(r"^#+ (.*)$", FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def main() -> int:
    seen, wrong = 0, []
    for name in documents.documents(SOURCE):
        file = SOURCE / name
        text = FENCED.sub("", file.read_text(encoding="utf-8"))
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            path, _, heading = link.partition("#")
            target = file.parent / path if path else file
            seen += 1
            if link.startswith("https://"):
                continue
            if not target.exists():
                wrong.append(f"{name}: no {link}")
            elif heading and heading not in headings(target.read_text(encoding="utf-8")):
                wrong.append(f"{name}: no heading {link}")
    print(f"{seen} links", *wrong, sep="\n")
    return bool(wrong or seen < 50)


if __name__ == "__main__":
    sys.exit(main())
