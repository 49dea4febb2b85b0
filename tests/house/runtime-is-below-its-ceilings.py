"""The runtime has no more code lines, conditions and macros that leave out code than its ceilings.
Each file is in one row of the table of promises in its README."""
import re
import sys
from collections import Counter
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.append(str(SOURCE / "tests"))
from ceilings import ceilings  # noqa: E402

RUNTIME = SOURCE / "src" / "runtime"
FOLDERS = ("copy", "core", "library", "loader", "search")
COMMENT = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
CONDITION = re.compile(r"^#(?:if|ifdef|ifndef|elif)\b", re.MULTILINE)
LEAVES_OUT = re.compile(r"LAZYNCCL_WITHOUT_\w+")


def code(file: Path) -> str:
    """Returns the text without comments."""
    return COMMENT.sub(lambda found: "" if found[0].startswith("/*") else found[0],
                       file.read_text(encoding="utf-8"))


def main() -> int:
    files = {str(file.relative_to(RUNTIME)): code(file)
             for folder in FOLDERS for file in sorted((RUNTIME / folder).rglob("*.[ch]"))}
    text = "\n".join(files.values())
    figures = {
        "code lines": sum(bool(line.strip()) for line in text.splitlines()),
        "conditions of the preprocessor": len(CONDITION.findall(text)),
        "macros that leave out code": len({*LEAVES_OUT.findall(text)})}
    known = ceilings()
    wrong = [f"{count} {what}, but the ceiling is {known[f'src/runtime {what}']}"
             for what, count in figures.items() if count > known[f"src/runtime {what}"]]
    readme = (RUNTIME / "README.md").read_text(encoding="utf-8")
    rows = Counter(name for parts in re.findall(r"^\| .*? \| (`.*`) \|$", readme, re.MULTILINE)
                   for name in re.findall(r"`([^`]+)`", parts))
    names = {name.rpartition(".")[0] for name in files}
    wrong += [f"README.md: no file {name}.c or .h" for name in rows if name not in names]
    wrong += [f"README.md: {name} is in {rows[name]} rows" for name in names if rows[name] != 1]
    print(*(f"{count} {what}" for what, count in figures.items()), *wrong, sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
