"""usage: run.py BUILD [NAME...]: runs the tests, all but those on real libraries, or the suites or
tests of these names; says what failed or was skipped, and ends with one line that counts.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import json
import subprocess
import sys
from pathlib import Path

PASSED = ("OK", "EXPECTEDFAIL")


def selection(build: Path, names: list[str]) -> list[str]:
    """Meson's arguments for these names; it wants to know which of them are suites."""
    if not names:
        return ["--no-suite", "real"]
    known = json.loads((build / "meson-info" / "intro-tests.json").read_text(encoding="utf-8"))
    suites = {suite.split(":")[-1] for test in known for suite in test["suite"]}
    return [part for name in names for part in (["--suite", name] if name in suites else [name])]


def tally(log: Path) -> bool:
    """Prints what there is to say; whether something passed and nothing failed."""
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    print()
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else []:
        test = json.loads(line)
        result = test["result"]
        outcome = "passed" if result in PASSED else "skipped" if result == "SKIP" else "failed"
        counts[outcome] += 1
        if outcome != "passed":
            said = [text for text in test.get("stdout", "").splitlines() if text.strip()]
            why = said[-1] if outcome == "skipped" and said else result.lower()
            print(f"{outcome}: {test['name'].split(':')[-1]}: {why.removeprefix('skipped: ')}")
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
