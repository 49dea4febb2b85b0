"""What documents name is there: the file and the heading of each link; each part, folder of tests,
test and release in CONTRIBUTING.md, in which each folder of src/ has a part; each line that a diff
there adds; each test and harness in the table of SECURITY.md. So are the tests that the workflow
of the public service names."""
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
TESTS = SOURCE / "tests"
sys.path.append(str(TESTS))
import documents  # noqa: E402

FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)


def read(name: str) -> str:
    return (SOURCE / name).read_text(encoding="utf-8")


CONTRIBUTING = read("CONTRIBUTING.md")
tests = {path.stem for path in TESTS.rglob("*") if path.is_file()}


def headings(text: str) -> set[str]:
    """Returns the headings of a file as they appear in links."""
    found = re.findall(r"^#+ (.*)$", FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def check_links() -> Iterator[str]:
    seen = 0
    for name in documents.documents(SOURCE):
        for link in re.findall(r"\]\(([^)\s]+)\)", FENCED.sub("", read(name))):
            path, _, heading = link.partition("#")
            target = (SOURCE / name).parent / path if path else SOURCE / name
            seen += 1
            if link.startswith("https://"):
                continue
            if not target.exists():
                yield f"{name}: no {link}"
            elif heading and heading not in headings(target.read_text(encoding="utf-8")):
                yield f"{name}: no heading {link}"
    if seen < 50:
        yield f"only {seen} links"


def rows(title: str) -> list[list[list[str]]]:
    """Returns the rows of a table in CONTRIBUTING.md: of each cell, the words in backticks."""
    section = CONTRIBUTING.split(f"## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[re.findall(r"`([^`]+)`", cell) for cell in line.split("|")[1:-1]] for line in lines]


def check_parts() -> Iterator[str]:
    table = rows("The parts")
    parts = [name for part, *_ in table for name in part]
    yield from (f"no {name}" for name in parts if not (SOURCE / name).exists())
    yield from (f"no tests/{name}" for *_, folders in table for name in folders
                if not (TESTS / name).is_dir())
    for folder in (SOURCE / "src").iterdir():
        name = f"src/{folder.name}"
        has_row = name == "src/common" or any(part.startswith(name) for part in parts)
        if folder.is_dir() and not has_row:
            yield f"no row for {name}"
    if len(table) < 12:
        yield f"only {len(table)} parts"


def check_names() -> Iterator[str]:
    invariants = [names for _, names in rows("What each invariant's test is")]
    if len(invariants) < 18 or [] in invariants:
        yield "an invariant has no test, or there are too few"
    yield from (f"no test {name}" for names in invariants for name in names if name not in tests)
    releases = read("tests/real/support/releases").splitlines()
    packages = {line.split()[0] for line in releases if line}
    for name in re.findall(r"`\./dev test real (\S+)`", CONTRIBUTING):
        if name != "few" and name.rpartition("-")[0] not in packages:
            yield f"no release is named like {name}"
    for named in re.findall(r"\./dev test ([a-z -]+)", read(".github/workflows/tests.yml")):
        yield from (f"no test {name}" for name in named.split()
                    if name not in tests and not (TESTS / name).is_dir())
    known = tests | {f"fuzz {path.stem}" for path in (TESTS / "fuzz/harness").glob("*.c")}
    for path in (TESTS / "tool/findings").glob("*.cases"):
        known |= {*re.findall(r"^== (LN\d+)", path.read_text("utf-8"), re.MULTILINE)}
    table = re.findall(r"^\|.*\| (`.*`) \|$", read("SECURITY.md"), re.MULTILINE)
    names = re.findall(r"`([^`]+)`", "\n".join(table))
    yield from (f"SECURITY.md: no {name}" for name in names if name not in known)
    if len(names) < 20:
        yield f"SECURITY.md: only {len(names)} tests"


def check_diffs() -> Iterator[str]:
    checked = 0
    for block in re.findall(r"^ *```diff\n(.*?)^ *```$", CONTRIBUTING, re.MULTILINE | re.DOTALL):
        name, there = "", set[str]()
        for line in map(str.strip, block.splitlines()):
            if line.startswith("+++ b/"):
                name = line.removeprefix("+++ b/")
                there = {one.strip() for one in read(name).splitlines()}
            elif line.startswith("+") and name:
                checked += 1
                if line[1:].strip() not in there:
                    yield f"{name} has no line: {line}"
    if checked < 15:
        yield f"only {checked} lines of diffs"


wrong = [fault for check in (check_links, check_parts, check_names, check_diffs)
         for fault in check()]
print(*wrong, sep="\n")
sys.exit(bool(wrong))
