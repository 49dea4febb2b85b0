"""usage: mutants.py BUILD [FOLDER...] [--seed N] [--count N]: changes lines of the folders one at a
time, in a copy of the tree as Git knows it, and reports which changes no test sees. A seed draws
the same changes again from the same sources. Ends with a score for each folder; the exit status is
1 if a mutant survives that equivalent.txt does not list.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import argparse
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from changes import LANGUAGES, changes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TREE = ROOT / "build" / "mutants" / "tree"
BUILD = TREE / "build" / "main"
LOG = ROOT / "build" / "mutants" / "log"

# The suites and tests that are nearest to a file: those of the longest folder here.
NEAREST = {
    "src/runtime": "runtime",
    "src/runtime/small": "gen small-copy-* opened-at-start-* vendored-* copy-*",
    "src/standin": "standin",
    "src/standin/template": "standin trace",
    "src/common": "tool wheels",
    "src/netplugin": "netplugin",
    "src/tool": "tool",
    "src/tool/trace": "trace findings standin",
    "src/tool/explain": "explain",
    "gen": "gen",
    "gen/c": "gen vendor* copy-* copies-* small-copy-* one-*",
    "gen/link": "link-* opened-at-start-* every-note-is-what-readers-take",
}
FARTHER = {"real", "long", "old", "any", "consumers", "packages", "linked-more", "windows",
           "default-copy"}
TEMPLATE = "src/standin/template/"  # its code is in files that are no objects of Ninja's
CHUNK = 10  # tests that one call of Meson builds and runs
USUAL, LONG = 5.0, 60.0  # seconds that a test takes which did not run yet; of the suite "more"


class Mutant(NamedTuple):
    file: str
    number: int
    old: str
    new: str


def draw(folder: str, count: int, seed: int) -> list[Mutant]:
    """Returns at most one mutant of a line; all lines that may change are equally likely."""
    found: dict[tuple[str, int], list[Mutant]] = {}
    inner = tuple(f"{other}/" for other in NEAREST if other.startswith(f"{folder}/"))
    for path in sorted((TREE / folder).rglob("*")):
        file = str(path.relative_to(TREE))
        if path.suffix in LANGUAGES and not file.startswith(inner):
            for number, old, new in changes(path.read_text(encoding="utf-8"), path.suffix):
                found.setdefault((file, number), []).append(Mutant(file, number, old, new))
    chance = random.Random(f"{folder} {seed}")
    rows = sorted(found)
    chance.shuffle(rows)
    return [chance.choice(found[row]) for row in rows[:count]]


def equivalents() -> set[tuple[str, str, str]]:
    """Reads equivalent.txt: a file at the margin; below it the old line, the new one, and why."""
    known: set[tuple[str, str, str]] = set()
    file = ""
    rows = [row for row in (HERE / "equivalent.txt").read_text(encoding="utf-8").splitlines()
            if row and not row.startswith("#")]
    while rows:
        if not rows[0].startswith(" "):
            file = rows.pop(0)
        old, new, why = (rows.pop(0).strip() for _ in range(3))
        if not why.startswith("because "):
            sys.exit(f"equivalent.txt: {file}: {old}: no line with 'because'")
        known.add((file, old, new))
    return known


def run(*command: str) -> int:
    """Runs a command in the copy. HOME is not the user's, because mutants may do harm."""
    environment = os.environ | {"HOME": str(TREE.parent / "home"), "PYTHONDONTWRITEBYTECODE": "1",
                                "PATH": f"{ROOT}/build/venv/bin:{os.environ['PATH']}"}
    environment.pop("XDG_CACHE_HOME", None)
    with open(LOG, "w", encoding="utf-8") as log:
        return subprocess.run(command, cwd=TREE, env=environment, stdin=subprocess.DEVNULL,
                              stdout=log, stderr=log, check=False).returncode


def prepare(options: str) -> None:
    """Brings the copy to what Git has of this tree, and builds it."""
    (TREE.parent / "home").mkdir(parents=True, exist_ok=True)
    if not TREE.exists():
        subprocess.check_call(["git", "clone", "--quiet", "--shared", str(ROOT), str(TREE)])
    stash = subprocess.check_output(["git", "stash", "create"], cwd=ROOT, text=True).strip()
    head = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    subprocess.check_call(["git", "reset", "--quiet", "--hard", stash or head], cwd=TREE)
    fresh = not BUILD.exists()
    if (fresh and run("meson", "setup", str(BUILD), *options.split(), "-Dwerror=false")) or run(
            "ninja", "-C", str(BUILD)):
        sys.exit(LOG.read_text(encoding="utf-8"))


class Judge:
    def __init__(self) -> None:
        tests = json.loads((BUILD / "meson-info" / "intro-tests.json").read_text(encoding="utf-8"))
        self.words = {test["name"]: {test["name"], *(word.split(":")[-1] for word in test["suite"])}
                      for test in tests}
        self.objects: dict[str, list[str]] = {}
        for row in json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8")):
            file = os.path.relpath(os.path.join(row["directory"], row["file"]), TREE)
            self.objects.setdefault(file, []).append(row["output"])
        self.seconds: dict[str, float] = {}
        self.kills: dict[str, int] = {}
        self.sound: dict[str, bool] = {}  # whether a test passes without a mutant

    def nearest(self, file: str) -> list[str]:
        """Returns the tests of a file; first those that say most in a second."""
        folder = max((one for one in NEAREST if file.startswith(f"{one}/")), key=len)
        stem = [word.rstrip("s") for word in Path(file).stem.split("_") if len(word) > 3]

        def cost(name: str) -> float:
            alike = any(word in name for word in stem)
            seconds = self.seconds.get(name, LONG if "more" in self.words[name] else USUAL)
            return seconds / (1 + 3 * alike + self.kills.get(name, 0))

        return sorted((name for name, words in self.words.items()
                       if self.sound.get(name, True) and not words & FARTHER
                       and any(Path(word).match(pattern) for pattern in NEAREST[folder].split()
                               for word in words)), key=cost)

    def failure(self, names: list[str]) -> str:
        """Returns which of these tests failed first, or "the build"; empty if none did."""
        results = BUILD / "meson-logs" / "testlog.json"
        results.unlink(missing_ok=True)
        failed = run("meson", "test", "-C", str(BUILD), "-j", "1", "--maxfail", "1", "-t", "0.5",
                     *names)
        for line in results.read_text(encoding="utf-8").splitlines() if results.exists() else []:
            test: dict[str, Any] = json.loads(line)
            name = str(test["name"]).split(":")[-1]
            if test["result"] not in ("OK", "SKIP"):
                return name
            self.seconds[name] = test["duration"]
        return "the build" if failed else ""

    def killer(self, file: str) -> str:
        names = self.nearest(file)
        chunks = (names[start:start + CHUNK] for start in range(0, len(names), CHUNK))
        return next((by for by in map(self.failure, chunks) if by), "")

    def code(self, file: str) -> bytes | None:
        """Returns the machine code of a file, or the file itself; None if it is not valid."""
        objects = self.objects.get(file, [])
        if objects and run("ninja", "-C", str(BUILD), *objects):
            return None
        parse = "import ast, sys; ast.parse(open(sys.argv[1]).read())"
        if file.endswith(".py") and run(sys.executable, "-c", parse, file):
            return None
        return b"".join((BUILD / one).read_bytes() for one in objects or [str(TREE / file)])

    def judge(self, mutant: Mutant) -> tuple[str, str]:
        """Returns the verdict, and the name of the test that killed the mutant."""
        path = TREE / mutant.file
        original, before = path.read_text(encoding="utf-8"), self.code(mutant.file)
        lines = original.splitlines()
        lines[mutant.number] = mutant.new
        while True:
            try:
                path.write_text("\n".join([*lines, ""]), encoding="utf-8")
                after = self.code(mutant.file)
                equal = after == before and not mutant.file.startswith(TEMPLATE)
                by = self.killer(mutant.file) if after is not None and not equal else ""
            finally:
                path.write_text(original, encoding="utf-8")
            if by == "the build" and not (self.objects.get(mutant.file) or path.suffix == ".py"):
                return "invalid", ""
            if by == "the build" and self.failure(self.nearest(mutant.file)[:1]):
                sys.exit(f"the copy fails without a mutant: see {LOG}, or remove {TREE.parent}")
            if not by:
                return ("invalid" if after is None else "equivalent" if equal else "survived"), ""
            if by != "the build" and by not in self.sound:
                self.sound[by] = not self.failure([by])
            if self.sound.get(by, True):
                self.kills[by] = self.kills.get(by, 0) + 1
                return "killed", by


def score(judge: Judge, folder: str, count: int, seed: int) -> tuple[str, int]:
    """Prints what becomes of each mutant. Returns the score, and how many survived."""
    known, ends = equivalents(), []
    for mutant in draw(folder, count, seed):
        old, new = mutant.old.strip(), mutant.new.strip()
        listed = (mutant.file, old, new) in known
        end, by = ("equivalent", "") if listed else judge.judge(mutant)
        print(f"{end:10} {mutant.file}:{mutant.number + 1}: {old}  =>  {new}  {by}", flush=True)
        ends.append(end)
    killed, survived = ends.count("killed"), ends.count("survived")
    rest = f"{ends.count('equivalent')} equivalent, {ends.count('invalid')} not valid; seed {seed}"
    percent = 100 * killed // max(1, killed + survived)
    return f"{folder}: {killed} of {killed + survived} killed, {percent} % ({rest})", survived


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev mutants")
    parser.add_argument("build", type=Path)
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    given = parser.parse_args()
    folders = given.folders or list(NEAREST)
    for folder in folders:
        if not any(f"{folder}/".startswith(f"{known}/") for known in NEAREST):
            sys.exit(f"mutants: no tests are known for '{folder}', but for {', '.join(NEAREST)}")
    prepare((given.build / "options").read_text(encoding="utf-8"))
    judge = Judge()
    scores = [score(judge, folder, given.count, given.seed) for folder in folders]
    print("", *(text for text, _ in scores), sep="\n")
    unsound = [name for name, sound in judge.sound.items() if not sound]
    if unsound:
        print("these tests fail without a mutant, and were not asked:", *unsound)
    return 1 if any(survived for _, survived in scores) else 0


if __name__ == "__main__":
    sys.exit(main())
