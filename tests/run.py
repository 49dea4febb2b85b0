"""usage: run.py BUILD [NAME...]: runs the named suites and tests or, without names, all tests
except long ones and those on real libraries, other libraries, old systems or packages. Reports
failed and skipped tests, and ends with a line of counts.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import difflib
import json
import subprocess
import sys
from pathlib import Path

PASSED = ("OK", "EXPECTEDFAIL")


def selection(build: Path, names: list[str]) -> list[str]:
    """Returns Meson's arguments for these names. Replaces suites by their tests, because Meson runs
    only tests that match both --suite and a name."""
    if not names:
        others = ("real", "long", "old", "any", "consumers", "packages", "linked-more", "windows")
        return [word for suite in others for word in ("--no-suite", suite)]
    known = json.loads((build / "meson-info" / "intro-tests.json").read_text(encoding="utf-8"))
    tests: dict[str, list[str]] = {}
    for test in known:
        for name in {test["name"], *(suite.split(":")[-1] for suite in test["suite"])}:
            tests.setdefault(name, []).append(test["name"])
    for name in names:
        if name not in tests:
            nearest = difflib.get_close_matches(name, tests, 1, 0)
            sys.exit(f"test: no test or suite is named '{name}'; the nearest is {nearest[0]}")
    return sorted({test for name in names for test in tests[name]})


def tally(log: Path) -> bool:
    """Prints failed and skipped tests, scores, and the counts. Returns whether some passed and none
    failed."""
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    failed: list[str] = []
    print()
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else []:
        test = json.loads(line)
        result = test["result"]
        outcome = "passed" if result in PASSED else "skipped" if result == "SKIP" else "failed"
        counts[outcome] += 1
        for text in test.get("stdout", "").splitlines():
            if text.startswith("score: "):
                print(text.removeprefix("score: "))
        name = test["name"].split(":")[-1]
        if outcome == "failed":
            failed.append(name)
        if outcome != "passed":
            said = [text for text in test.get("stdout", "").splitlines() if text.strip()]
            why = said[-1] if outcome == "skipped" and said else result.lower()
            print(f"{outcome}: {name}: {why.removeprefix('skipped: ')}")
    if failed:
        print(f"to run these again: ./dev test {' '.join(failed)}")
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    return counts["passed"] > 0 and counts["failed"] == 0


def main() -> int:
    build = Path(sys.argv[1])
    log = build / "meson-logs" / "testlog.json"
    log.unlink(missing_ok=True)
    command = ["meson", "test", "-C", str(build), "--no-rebuild", "--print-errorlogs"]
    status = subprocess.run(command + selection(build, sys.argv[2:]), check=False).returncode
    return 0 if tally(log) and status == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
