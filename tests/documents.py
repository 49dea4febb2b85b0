"""usage: documents.py SOURCE OPT: prints the commands in the documents, below a line with the name
of the document. Refuses commands outside console and sh blocks. Replaces /opt by OPT."""
import re
import sys
from pathlib import Path

# Documents with a separate test that compares commands and output.
OF_THEIR_OWN = {"docs/any-library.md": "tests/gen/any-library-tells-what-happens.py",
                "docs/clusters.md": "tests/standin/clusters-works-with-each-launcher.sh",
                "docs/command.md": "tests/tool/command/command-docs-match-the-output.sh"}
FENCE = re.compile(r" *```(\w*)$")
COMMAND = re.compile(r" *\$ |    (\./dev|lazynccl|pip|meson|cmake|cc|python3?) ")


def documents(source: Path) -> list[str]:
    found = [*source.glob("*.md")]
    for folder in ("docs", "packaging", "stubs"):
        found += source.glob(f"{folder}/**/*.md")
    return sorted(str(path.relative_to(source)) for path in found)


def commands(name: str, text: str) -> list[str]:
    """Returns the commands of a document that a reader types, each in one line."""
    block, found = None, []
    for number, line in enumerate(text.splitlines(), 1):
        if fence := FENCE.match(line):
            block = None if block is not None else fence[1]
        elif block == "console" and line.lstrip().startswith("$ "):
            found.append(line.lstrip()[2:])
        elif block == "sh" and line.strip():
            found.append(line.strip())
        elif block in (None, "") and COMMAND.match(line):
            sys.exit(f"{name}:{number}: a command outside of a console block: {line.strip()}")
    return re.sub(r" \\\n *", " ", "\n".join(found)).split("\n") if found else []


def main() -> None:
    source, opt = Path(sys.argv[1]), sys.argv[2]
    for name in documents(source):
        if test := OF_THEIR_OWN.get(name):
            assert name.split("/")[-1] in (source / test).read_text(encoding="utf-8"), test
            continue
        found = commands(name, (source / name).read_text(encoding="utf-8"))
        if found:
            lines = (line.replace("/opt/", f"{opt}/") for line in found)
            print(f"document {name}", *lines, sep="\n")


if __name__ == "__main__":
    main()
