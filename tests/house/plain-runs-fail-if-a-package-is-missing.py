"""./dev test and ./dev test all count a test as failed that was skipped for a package which is not
installed, and list the slowest tests. "all" contains the tests of a plain run, more of them, those
of few releases and those for Windows.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import contextlib
import io
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from run import is_usual, tally

LOG = [{"name": f"lazynccl:test-{number}", "result": "OK", "duration": float(number)}
       for number in range(12)]
LOG += [{"name": "lazynccl:lacks-a-package", "result": "SKIP", "duration": 0.1,
         "stdout": "more\nskipped: gdb is not installed\n"},
        {"name": "lazynccl:lacks-a-right", "result": "SKIP", "duration": 0.1,
         "stdout": "skipped: chroot needs root\n"}]


def counted(strict: bool) -> tuple[bool, list[str]]:
    """Returns whether the log is a success, and what is printed."""
    with tempfile.TemporaryDirectory() as folder, \
            contextlib.redirect_stdout(io.StringIO()) as printed:
        log = Path(folder) / "log"
        log.write_text("\n".join(map(json.dumps, LOG)), encoding="utf-8")
        passed = tally(log, strict)
    return passed, printed.getvalue().splitlines()


def main() -> None:
    passed, lines = counted(strict=False)
    assert passed and lines[-1] == "12 passed, 0 failed, 2 skipped", lines
    assert lines[-2].startswith("slowest: test-11 11 s, test-10 10 s, "), lines
    assert lines[-2].count(",") == 9, lines
    passed, lines = counted(strict=True)
    assert not passed and lines[-1] == "12 passed, 1 failed, 1 skipped", lines
    assert "failed: lacks-a-package: gdb is not installed" in lines, lines

    for words, plain, everything in (
            ("runtime loader", True, True), ("variants more", False, True),
            ("real few", False, True), ("real nccl", False, False), ("windows", False, True),
            ("faults long", False, False), ("linked linked-more", False, False)):
        test = {"suite": [f"lazynccl:{word}" for word in words.split()]}
        assert (is_usual(test, False), is_usual(test, True)) == (plain, everything), words


main()
