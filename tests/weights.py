"""usage: weights.py [--lines]: compares the rooms of the tree with their lines in house/ceilings.
With --lines, prints these lines as the tree is now."""
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from ceilings import ceilings

TREE = Path(__file__).resolve().parents[1]
COMPLEX = (15, 20)


def raw_lines(folder: Path, pattern: str = "**/*") -> int:
    """Returns the lines of all text files below a folder."""
    files = [path for path in folder.glob(pattern) if path.is_file()
             and "__pycache__" not in path.parts]
    return sum(path.read_bytes().count(b"\n") for path in files)


def rooms(tree: Path) -> Iterator[tuple[str, int]]:
    """Yields the lines of each folder of src and gen; a folder of src/runtime is one by itself."""
    for top in ("src", "gen"):
        yield f"{top}, its own files: lines", raw_lines(tree / top, "*")
        for folder in sorted(path for path in (tree / top).iterdir() if path.is_dir()):
            if folder.name != "__pycache__":
                yield f"{top}/{folder.name}: lines", raw_lines(folder)


def functions(tree: Path) -> list[tuple[int, str]]:
    """Returns the complexity and the place of each function above the lower limit."""
    import lizard

    folders = [str(tree / name) for name in ("src", "include", "gen", "packaging", "docs")]
    return [(function.cyclomatic_complexity,
             f"{Path(path).relative_to(tree)}:{function.start_line}: {function.name}")
            for path in lizard.get_all_source_files(folders, [], ["cpp", "python"])
            for function in lizard.analyze_file(path).function_list
            if function.cyclomatic_complexity > COMPLEX[0]]


def measures(tree: Path) -> Iterator[tuple[str, int]]:
    yield from rooms(tree)
    tests = [path for path in (tree / "tests").rglob("*") if path.is_file()
             and "__pycache__" not in path.parts]
    yield "tests: files", len(tests)
    yield "tests: lines", sum(path.read_bytes().count(b"\n") for path in tests)
    above = sorted(functions(tree), reverse=True)
    print(*(f"{complexity} {place}" for complexity, place in above), sep="\n", file=sys.stderr)
    for limit in COMPLEX:
        yield (f"functions with a complexity above {limit}",
               sum(complexity > limit for complexity, _ in above))
    yield "README.md: words", len((tree / "README.md").read_text(encoding="utf-8").split())
    newest = (tree / "NEWS.md").read_text(encoding="utf-8").split("\n## ")[1]
    yield "NEWS.md, the newest release: lines", newest.count("\n")


def exceeded(measured: Iterator[tuple[str, int]],
             limits: Mapping[str, int] | None = None) -> list[str]:
    """Returns what is above its ceiling, or has none."""
    most = ceilings() if limits is None else limits
    wrong = []
    for what, count in measured:
        if what not in most:
            wrong.append(f"{what}: {count}, but tests/house/ceilings has no line for it")
        elif count > most[what]:
            wrong.append(f"{what}: {count}, at most {most[what]} by tests/house/ceilings")
    return wrong


def main(arguments: list[str]) -> int:
    if arguments == ["--lines"]:
        print(*(f"{what:<47} {count}" for what, count in measures(TREE)), sep="\n")
        return 0
    wrong = exceeded(measures(TREE))
    print(*wrong, sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
