"""usage: run.py BUILD [all | NAME...]: runs the named suites and tests. Without names, runs every
behaviour once: all tests but those of the suite "more" and of suites that need downloads or hours;
a test that repeats its rule, as with each compiler, takes the first (BRIEF in stage.sh). With
"all", runs also "more", a few releases of real libraries, and the tests for Windows.
On N processors, N + 1 tests run at a time, because some wait; MESON_TESTTHREADS changes that. Tests
that ran out of time run again alone, with ten times as much, because the machine may be busy.
Reports failed tests with the end of what they printed, skipped ones, and the slowest, and ends with
a line of counts. Without names and with "all", a package that is not installed is a failure."""

import difflib
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

PASSED = ("OK", "EXPECTEDFAIL")
ALL = "all"
LEFT_OUT = {"real", "long", "old", "any", "consumers", "packages", "linked", "windows", "more"}
ADDED_BY_ALL = {"more", "few", "windows"}
SLOWEST = 10
LAST_LINES = 12  # that a failed test printed, and are shown again


def suites(test: dict[str, Any]) -> set[str]:
    return {suite.split(":")[-1] for suite in test["suite"]}


def is_usual(test: dict[str, Any], everything: bool) -> bool:
    """Returns whether a test runs without names, or with "all"."""
    left = suites(test) & LEFT_OUT
    if everything and suites(test) & ADDED_BY_ALL:  # those of "few" are in "real" or "linked", too
        left -= ADDED_BY_ALL | {"real", "linked"}
    return not left


def selection(build: Path, names: list[str]) -> list[str]:
    """Returns the names of the tests for Meson, which runs only tests that match both --suite and a
    name."""
    known = json.loads((build / "meson-info" / "intro-tests.json").read_text(encoding="utf-8"))
    if names in ([], [ALL]):
        return sorted({test["name"] for test in known if is_usual(test, names == [ALL])})
    tests: dict[str, list[str]] = {}
    for test in known:
        for name in {test["name"], *suites(test)}:
            tests.setdefault(name, []).append(test["name"])
    for name in names:
        if name not in tests:
            nearest = difflib.get_close_matches(name, tests, 1, 0)
            sys.exit(f"test: no test or suite is named '{name}'; the nearest is {nearest[0]}")
    return sorted({test for name in names for test in tests[name]})


def outcome(test: dict[str, Any], why: str, strict: bool) -> str:
    """Returns passed, failed or skipped; `why` is the last line of the test."""
    if test["result"] != "SKIP":
        return "passed" if test["result"] in PASSED else "failed"
    return "failed" if strict and "not installed" in why else "skipped"


Results = dict[str, tuple[dict[str, Any], list[str]]]


def run_meson(build: Path, arguments: list[str]) -> tuple[int, Results]:
    """Returns Meson's exit status; and for each test what Meson's log has of it, and the lines that
    it printed."""
    log = build / "meson-logs" / "testlog.json"
    log.unlink(missing_ok=True)
    command = ["meson", "test", "-C", str(build), "--no-rebuild", "--print-errorlogs", *arguments]
    jobs = {"MESON_TESTTHREADS": str(len(os.sched_getaffinity(0)) + 1)}
    status = subprocess.run(command, check=False, env=jobs | os.environ).returncode
    found: Results = {}
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else []:
        test = json.loads(line)
        said = [text for text in test.get("stdout", "").splitlines() if text.strip()]
        found[test["name"].split(":")[-1]] = test, said
    return status, found


def run_tests(build: Path, names: list[str]) -> tuple[int, Results]:
    status, found = run_meson(build, names)
    slow = [name for name, (test, _) in found.items() if test["result"] == "TIMEOUT"]
    if slow:
        print(f"\nout of time, which a busy machine explains; again, alone: {' '.join(slow)}")
        others = any(outcome(test, "", False) == "failed" and name not in slow
                     for name, (test, _) in found.items())
        alone = ["--num-processes", "1", "--timeout-multiplier", "10"]
        status, again = run_meson(build, [*alone, *slow])
        found |= again
        status = status or int(others)
    return status, found


def tally(found: Results, strict: bool) -> bool:
    """Prints failed and skipped tests, scores, the slowest tests, and the counts. Returns whether
    some passed and none failed."""
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    failed: list[str] = []
    slow: list[tuple[float, str]] = []
    print()
    for name, (test, said) in found.items():
        why = said[-1].removeprefix("skipped: ") if said and test["result"] == "SKIP" else ""
        ended = outcome(test, why, strict)
        counts[ended] += 1
        slow.append((test.get("duration", 0.0), name))
        for text in said:
            if text.startswith("score: "):
                print(text.removeprefix("score: "))
        if ended == "failed":
            failed.append(name)
        if ended != "passed":
            print(f"{ended}: {name}: {why or test['result'].lower()}")
        if ended == "failed":
            print(*[*said, *test.get("stderr", "").splitlines()][-LAST_LINES:], sep="\n")
    if failed:
        print(f"to run these again: ./dev test {shlex.join(failed)}")
    if len(slow) > SLOWEST:
        print("slowest: " + ", ".join(f"{name} {seconds:.0f} s"
                                      for seconds, name in sorted(slow, reverse=True)[:SLOWEST]))
    print(", ".join(f"{count} {word}" for word, count in counts.items()))
    return counts["passed"] > 0 and counts["failed"] == 0


def main() -> int:
    build, names = Path(sys.argv[1]), sys.argv[2:]
    if not names:
        os.environ["BRIEF"] = "1"
    status, found = run_tests(build, selection(build, names))
    return 0 if tally(found, names in ([], [ALL])) and status == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
