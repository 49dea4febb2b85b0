"""Each error code in stubs/facts/errors.txt is recognized by its name, NVML's also by that of
pynvml's exception, and by its number and, if NCCL, CUDA's runtime, cuBLAS and cuSPARSE are
installed or were downloaded, each of their error texts. All get the finding that causes them, or
are explained as a code."""
import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ["SOURCE"])
sys.path.insert(0, str(SOURCE))
from gen.facts.errors import Row, rows  # noqa: E402
from gen.facts.phrase import hash_of, words  # noqa: E402
from gen.update.errors import TEXTS  # noqa: E402
from gen.update.wheel import cache  # noqa: E402

CACHE = cache()
TITLES = {"cudart": "CUDA", "cuda": "CUDA driver", "nccl": "NCCL"}


def answers(messages: list[str]) -> list[str]:
    """Returns the first finding of each message's answer; "code" if it has none, "" if there is no
    answer."""
    cases = "".join(f"== none case {number}\n{text}\n" for number, text in enumerate(messages))
    Path("cases.txt").write_text(cases, encoding="utf-8")
    done = subprocess.run([os.environ["JUDGE"], "error codes", "0", "0", "cases.txt"],
                          capture_output=True, text=True, check=False)
    found = {number: first or word for number, word, first in
             re.findall(r"^case (\d+): (\S*) (\S*), not none: ", done.stdout, re.MULTILINE)}
    return [found.get(str(number), "") for number in range(len(messages))]


def answer_of(row: Row) -> str:
    return row.findings.partition(" ")[0] or "code"


def is_old(file: Path) -> bool:
    return bool(re.search("-cu1[12]", str(file)))


def newest(wanted: str, user: Path | None) -> Path | None:
    """Returns a library of the newest CUDA, or of its user's; None if there is no such library."""
    return max((file for folder in (Path(sys.prefix) / "lib", CACHE)
                for file in folder.glob(f"**/{wanted}")
                if user is None or is_old(file) == is_old(user)),
               key=lambda file: (not is_old(file), str(file)), default=None)


def main() -> int:
    if "JUDGE" not in os.environ:
        print("skipped: the command is not built")
        return 77
    table = rows(SOURCE / "stubs/facts/errors.txt")
    assert len(table) > 500, len(table)
    names = [(name, row) for row in table for name in row.names]
    named = answers([f"call failed: {name}" for name, _ in names])
    for (name, row), answer in zip(names, named, strict=True):
        assert answer == answer_of(row), (name, row, answer)
    numbered = answers([f"{TITLES.get(row.api, row.api)} error {row.number}" for row in table])
    for row, answer in zip(table, numbered, strict=True):
        same = {answer_of(other) for other in table
                if other.number == row.number and (other.api == row.api or row.api == "cuda")}
        assert answer in same, (row, answer, same)

    texts = 0
    for api, (library, name, needed) in TEXTS.items():
        file = newest(library, None)
        files = [newest(needed, file), file] if needed else [file]
        if None in files:
            continue
        said = f"{TITLES.get(api, api)} failure: "
        function = [ctypes.CDLL(str(file), ctypes.RTLD_GLOBAL) for file in files][-1][name]
        function.restype = ctypes.c_char_p
        rows_of = [row for row in table if row.api == api and row.words]
        known = {row.number: re.sub(r" [-(].*", "", function(row.number).decode())
                 for row in rows_of}
        for row, answer in zip(rows_of, answers([said + known[row.number] for row in rows_of]),
                               strict=True):
            text = known[row.number]
            own = {(other.words, other.hash) for other in rows_of if other.number == row.number}
            assert (len(words(text)), hash_of(text)) in own, (row, text)  # a release may differ
            same = {answer_of(other) for other in rows_of
                    if other.hash == row.hash}
            assert answer in same, (row, text, answer)
            texts += 1
        if api in {"cublas", "cusparse"}:  # common English: nothing without the API's name
            assert not any(answers(list(known.values()))), known
    print(f"{len(table)} codes by name and number, {texts} texts")
    return 0


sys.exit(main())
