"""usage: mutants.py BUILD [FOLDER...] [--seed N] [--count N]: changes lines of the folders one at a
time, in a copy of the tree as Git knows it, and reports which changes no test sees. A seed draws
the same changes again. Ends with a score for each folder; status 1: a mutant survives, not listed.
With "array" before the folders, only the array of tests/combinations tests them, by the cases that
enter the line, without a folder 60 changes of src/runtime and 20 of gen/link."""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from changes import LANGUAGES, changes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / "build" / "mutants"
TREE, BUILD, LOG = WORK / "tree", WORK / "build", WORK / "log"
MARKED, CASES, ENTERED, KEPT = (WORK / name for name in ("marked", "cases", "entered", "kept"))
# A function, and a line that writes a mark: marks/features.h
FUNCTION, MARKS = re.compile(r"\w.*?(\w+)\([^;]*$"), re.compile(r"\b(if|while|return)\b")
FAULT = re.compile(r"^fault: ((?:\S+=\S+ ?)+): ", re.MULTILINE)
TABLES = tomllib.loads((HERE / "mutants.toml").read_text(encoding="utf-8"))
NEAREST: dict[str, list[str]] = TABLES["nearest"]
NOT_USUAL = {"real", "long", "old", "any", "consumers", "packages", "windows", "more"}
TEMPLATES = [f"src/standin/template/template{kind}-x86_64" for kind in ("", "-traced")]
BUILT = "gen/docs/", "gen/facts/", "src/"  # the build runs or embeds it
ARCHIVE = "src/runtime/liblazynccl.a"
ARRAY = "combinations-behave-as-a-direct-link pairs"
OF_ARRAY = {"src/runtime": 60, "gen/link": 20}
OF_CASES = f"{ARCHIVE} src/runtime/liblazynccl.so.0 src/tool/lazynccl"
LINKED = ["linked", "linked-start", "linked-auto", "linked-folder"]  # those of gen/link
SMALL, COPY = "src/runtime/core/", ["tests/copy/libdefault-copy.a"]  # other copies have more of it

# What a test, or what its folder shares, names if it uses more than the archive. It then runs after
# those that do not.
USES_MORE = re.compile(r"TOOL|SHARED|BUILD|^\. ", re.MULTILINE)


def draw(folder: str, count: int, seed: int, whole: bool) -> list[tuple[str, int, str, str]]:
    """Returns some mutants: file, number of the line from 0, the line, and what it becomes. Unless
    the whole folder is meant, a folder in it with tests of its own is left out."""
    found = []
    inner = tuple(f"{other}/" for other in NEAREST if other.startswith(f"{folder}/") and not whole)
    for path in (TREE / folder).rglob("*.*"):
        file = str(path.relative_to(TREE))
        if path.suffix in LANGUAGES and not file.startswith(inner):
            for number, old, new in changes(path.read_text(encoding="utf-8"), path.suffix):
                chance = random.Random(f"{seed} {file} {number} {new}").random()
                found.append((chance, (file, number, old, new)))
    return [mutant for _, mutant in sorted(found)[:count]]


def run(*command: str, **more: str) -> bool:
    """Returns whether a command succeeds in the copy. A mutant may do harm to HOME."""
    environment = os.environ | {"HOME": str(WORK / "home"), "XDG_CACHE_HOME": "",
                                "PATH": f"{ROOT}/build/venv/bin:{os.environ['PATH']}",
                                "PYTHONDONTWRITEBYTECODE": "1"} | more
    with open(LOG, "w", encoding="utf-8") as log:
        return subprocess.run(command, cwd=TREE, env=environment, stdin=subprocess.DEVNULL,
                              stdout=log, stderr=log, check=False).returncode == 0


def build(*targets: str) -> bool:
    return run("ninja", "-C", str(BUILD), *targets)


def configure(folder: Path, options: str, **more: str) -> bool:
    setup = ["meson", "setup", str(folder), *options.split(), "-Dwerror=false", "-Ddebug=false"]
    return folder.exists() or run(*setup, **more)


def prepare(options: str, targets: list[str]) -> None:
    """Brings the copy to what Git has of this tree, and builds it."""
    shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True)
    (WORK / "home").mkdir(exist_ok=True)
    if not TREE.exists():
        subprocess.check_call(["git", "clone", "--quiet", "--shared", str(ROOT), str(TREE)])
    stash = subprocess.check_output(["git", "stash", "create"], cwd=ROOT, text=True).strip()
    head = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    subprocess.check_call(["git", "reset", "--quiet", "--hard", stash or head], cwd=TREE)
    if not configure(BUILD, options) or not build(*targets):
        sys.exit(LOG.read_text(encoding="utf-8"))


class Test:
    def __init__(self, row: dict[str, Any]) -> None:
        self.name: str = row["name"]
        self.words = {self.name, *(word.split(":")[-1] for word in row["suite"])}
        self.words -= {"more"} if self.words & {"default-copy", "trace"} else set()
        self.kills, self.seconds = 0, 0.0  # of a processor
        self.target = "all"
        self.command: list[str] = row["cmd"]
        program = (BUILD / self.command[-1]).resolve()
        if not program.is_file():  # an argument of a script
            return
        self.command = [*self.command[:-1], str(program)]
        if program.is_relative_to(BUILD):
            self.target = str(program.relative_to(BUILD))
        elif program.suffix == ".sh":
            files = [program, *(folder / "shared.sh" for folder in program.parents)]
            texts = (file.read_text(encoding="utf-8") for file in files if file.exists())
            self.target = "all" if any(map(USES_MORE.search, texts)) else ARCHIVE

    def fails(self, patience: int) -> bool:
        """Limits the time of a processor; a busy machine may need much longer."""
        seconds = patience * int(3 + 2 * self.seconds)
        limited = f'ulimit -t {seconds}; exec timeout -s KILL {60 + 15 * seconds} "$@"'
        return not run("sh", "-c", limited, "sh", *self.command)

    def passes_alone(self) -> bool:
        before = sum(os.times()[2:4])  # of children
        failed = self.fails(100)
        self.seconds = sum(os.times()[2:4]) - before
        return not failed

    def choose(self, _file: str, _number: int) -> int:
        """Returns how many of its cases enter a line."""
        return 1

    def remember(self) -> None:
        """Lets a test begin with what has failed."""


class Array(Test):
    """The array as a test, which ends at its first fault."""

    def __init__(self, row: dict[str, Any], folder: str) -> None:
        super().__init__(row)
        self.target = OF_CASES
        self.words_of_array = ["first", *(LINKED if folder == "gen/link" else [])]
        self.whole, self.seconds = self.command, 30.0
        self.cases: dict[str, set[str]] = {}  # and what each enters
        self.set()

    def set(self, *settings: str) -> None:
        """Sets the variables of the next run."""
        settings = (f"COMBINATIONS_KEPT={KEPT}", *settings)
        self.command = [*self.whole[:2], *settings, *self.whole[2:], *self.words_of_array]

    def measure(self, options: str) -> bool:
        """Runs all cases of a build with marks. Those that fail are left out."""
        marks = f"CPATH={HERE / 'marks'}"
        ENTERED.unlink(missing_ok=True)
        self.set(marks, f"COMBINATIONS_MARKS={ENTERED}")
        words = [word.replace(str(BUILD), str(MARKED)) for word in self.command[:-1]]
        more = dict([marks.split("=")])
        if not (configure(MARKED, options, **more)
                and run("ninja", "-C", str(MARKED), *OF_CASES.split(), **more)
                and (run(*words, "each") or ENTERED.exists())):
            return False
        failed = set(FAULT.findall(LOG.read_text(encoding="utf-8")))
        print(*(f"fails without a mutant: {case}" for case in failed), sep="\n")
        for line in ENTERED.read_text(encoding="utf-8").splitlines():
            case, *places = line.split("\t")
            if case not in failed:
                self.cases[case] = set(places)
        # Copies are made again for each mutant.
        self.cases = dict(sorted(self.cases.items(), key=lambda row: "variant=" in row[0]))
        return True

    def choose(self, file: str, number: int) -> int:
        """Chooses the cases that enter a line, and returns their number."""
        places = place_of((TREE / file).read_text(encoding="utf-8").splitlines(), number)
        # The generator may change the lines of copies.
        names = {place.split()[0] for place in places if file.startswith("src/runtime/c")}
        if not self.cases:
            return 1
        chosen = [case for case, entered in self.cases.items()
                  if not places or any(place in places or place.split()[0] in names
                                       for place in entered)]
        CASES.write_text("".join(f"{case}\n" for case in chosen), encoding="utf-8")
        self.set(f"COMBINATIONS_CASES={CASES}")
        return len(chosen)

    def remember(self) -> None:
        for case in FAULT.findall(LOG.read_text(encoding="utf-8")) if self.cases else ():
            self.cases = {case: self.cases.get(case, set())} | self.cases
            CASES.write_text(f"{case}\n", encoding="utf-8")


def place_of(lines: list[str], number: int) -> list[str]:
    """Returns what a case enters that enters this line of C, in a copy without the line's text; an
    empty list if it is not known."""
    start = next((at for at in range(number, -1, -1) if FUNCTION.match(lines[at])), number)
    function = FUNCTION.match(lines[start])
    end = lines.index("}", start) if function and "}" in lines[start:] else 0
    if not function or end < number:
        return []
    column = re.compile(rf" {{0,{len(lines[number]) - len(lines[number].lstrip())}}}\S")
    above = (at for at in range(number - 1, start, -1)
             if column.match(lines[at]) and "return" not in lines[at])
    for at in (number, *above, *range(number + 1, end)):
        if MARKS.search(re.sub(r"/\*.*|\".*?\"", "", lines[at])):
            return [f"{function[1]} {lines[at].strip()}", f"{function[1]} "]
    return []


def nearest(folder: str, by_array: bool, options: str) -> list[Test]:
    """Returns the tests of a folder that pass without a mutant, or the array alone."""
    rows = json.loads((BUILD / "meson-info" / "intro-tests.json").read_text(encoding="utf-8"))
    if by_array:
        array = Array(next(row for row in rows if row["name"] == ARRAY), folder)
        if not (array.measure(options) if folder.startswith("src/") else array.passes_alone()):
            sys.exit(f"the array fails without a mutant: see {LOG}")
        return [array]
    return [test for test in map(Test, rows)
            if ("default-copy" in test.words or not test.words & NOT_USUAL)
            and any(fnmatch(word, one) for one in NEAREST[folder] for word in test.words)
            and test.passes_alone()]


def killer(tests: list[Test], python: bool) -> str:
    """Returns what fails twice with the mutant in the copy. Python runs before all is built."""
    tests.sort(key=lambda test: (test.target == "all" and not python,
                                 test.seconds / (1 + test.kills)))
    for test in tests:
        if not python and not build(*test.target.split()):
            return "the build"
        if test.fails(1):
            test.remember()
            if not test.fails(3):
                continue
            test.kills += 1
            return test.name
    rest = tests[0].target.split() if len(tests) == 1 else [ARCHIVE if python else "all"]
    return "" if build(*rest) else "the build"


def judge(file: str, number: int, new: str, tests: list[Test]) -> tuple[str, str]:
    """Returns the verdict, and what killed the mutant."""
    path = TREE / file
    original = path.read_text(encoding="utf-8")
    lines = original.splitlines()
    lines[number] = new
    rows = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    objects = [row["output"] for row in rows if (BUILD / row["file"]).resolve() == path]
    objects = objects or (COPY if file.startswith(SMALL) else TEMPLATES) * (path.suffix == ".c")
    if objects and not build(*objects):
        sys.exit(f"the copy fails without a mutant: see {LOG}, or remove {WORK}")
    before = [(BUILD / one).read_bytes() for one in objects]
    entering = sum(test.choose(file, number) for test in tests)
    try:
        path.write_text("\n".join([*lines, ""]), encoding="utf-8")
        if objects and not build(*objects):
            return "invalid", ""
        if objects not in ([], COPY) and [(BUILD / one).read_bytes() for one in objects] == before:
            return "equivalent", ""
        if not entering:
            return "no case", ""
        by = killer(tests, not objects and not file.startswith(BUILT))
        return "killed" if by else "survived", by
    finally:
        path.write_text(original, encoding="utf-8")


def score(folder: str, count: int, seed: int, tests: list[Test]) -> bool:
    """Prints what becomes of each mutant, and the score. Returns whether one survives."""
    known = [row for group in TABLES["equivalent"] for row in group["rows"]]
    ends: Counter[str] = Counter()
    for file, number, old, new in draw(folder, count, seed, isinstance(tests[0], Array)):
        listed = any(fnmatch(file, at) and [old.strip(), new.strip()] == row for at, *row in known)
        end, by = ("equivalent", "") if listed else judge(file, number, new, tests)
        print(f"{end:10} {file}:{number + 1}: {old.strip()}  =>  {new.strip()}  {by}", flush=True)
        ends[end] += 1
    percent = 100 * ends["killed"] // max(1, ends["killed"] + ends["survived"] + ends["no case"])
    print(f"{folder}: {percent} %:", ", ".join(f"{ends[end]} {end}" for end in ends))
    return "survived" in ends or "no case" in ends


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev mutants")
    parser.add_argument("build", type=Path)
    parser.add_argument("folders", nargs="*", choices=["array", *NEAREST, []], metavar="FOLDER")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int)
    given = parser.parse_args()
    options = (given.build / "options").read_text(encoding="utf-8")
    by_array = given.folders[:1] == ["array"]
    prepare(options, OF_CASES.split() if by_array else [])
    folders = given.folders[by_array:] or (OF_ARRAY if by_array else NEAREST)
    counts = {folder: given.count or (OF_ARRAY if by_array else {}).get(folder, 60)
              for folder in folders}
    return int(sum(score(*one, given.seed, nearest(one[0], by_array, options))
                   for one in counts.items()) > 0)


if __name__ == "__main__":
    sys.exit(main())
