"""./dev test and ./dev test all count a test as failed that was skipped for a package which is not
installed, and list the slowest tests. One test more than processors runs at a time, unless
MESON_TESTTHREADS is set. A test that runs out of time runs again, alone. "all" contains the tests
of a plain run, more of them, those of few releases and those for Windows."""
import contextlib
import io
import os
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from run import Results, is_usual, run_meson, run_tests, tally

LOG: Results = {f"test-{number}": ({"result": "OK", "duration": float(number)}, [])
                for number in range(12)}
LOG |= {"lacks-a-package": ({"result": "SKIP"}, ["more", "skipped: gdb is not installed"]),
        "lacks-a-right": ({"result": "SKIP"}, ["skipped: chroot needs root"])}

# A Meson whose test runs out of time unless it is run alone.
MESON = """#!/bin/sh
result=TIMEOUT
case " $* " in *' --num-processes 1 --timeout-multiplier 10 slow '*) result=$2 ;; esac
mkdir -p "$3/meson-logs"
echo "$MESON_TESTTHREADS" >"$3/jobs"
echo '{"name": "lazynccl:slow", "result": "'$result'"}' >"$3/meson-logs/testlog.json"
[ $result = OK ]
"""


def counted(strict: bool) -> tuple[bool, list[str]]:
    """Returns whether the log is a success, and what is printed."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        passed = tally(LOG, strict)
    return passed, printed.getvalue().splitlines()


def check_slow_tests_run_again(alone: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        meson = Path(folder) / "meson"
        meson.write_text(MESON.replace("result=$2", f"result={alone}"), encoding="utf-8")
        meson.chmod(0o755)
        os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
        with contextlib.redirect_stdout(io.StringIO()):
            status, found = run_tests(Path(folder), ["slow", "other"])
    assert (status == 0) == (alone == "OK"), (status, alone)
    assert found["slow"][0]["result"] == alone, found


def check_number_of_jobs() -> None:
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ):
        meson = Path(folder) / "meson"
        meson.write_text(MESON, encoding="utf-8")
        meson.chmod(0o755)
        os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
        os.environ.pop("MESON_TESTTHREADS", None)
        for wanted, expected in ("", "4"), ("7", "7"):
            if wanted:
                os.environ["MESON_TESTTHREADS"] = wanted
            with patch("os.sched_getaffinity", return_value={0, 1, 5}):
                run_meson(Path(folder), ["other"])
            jobs = (Path(folder) / "jobs").read_text(encoding="utf-8").strip()
            assert jobs == expected, (wanted, jobs)


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
            ("faults long", False, False), ("linked", False, False), ("linked more", False, True)):
        test = {"suite": [f"lazynccl:{word}" for word in words.split()]}
        assert (is_usual(test, False), is_usual(test, True)) == (plain, everything), words

    for alone in ("OK", "FAIL", "TIMEOUT"):
        check_slow_tests_run_again(alone)
    check_number_of_jobs()


main()
