"""Each error code in stubs/facts/errors.txt is recognized by its name, NVML's also by that of
pynvml's exception, and by its number and, if NCCL, CUDA's runtime, cuBLAS and cuSPARSE are
installed or were downloaded, each of their error texts. All get the explanation of their class. The
other libraries have no texts, or their names.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
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
# The kinds whose answer is a finding.
ID_KINDS = {"LN105": "stub", "LN108": "builtins", "LN710": "cudnn", "LN711": "nccl-peer",
            "LN809": "fabric", "LN816": "faulty"}
# several answers have one word
SAME_WORD = {"files-of-gpu": "no-gpu", "hidden": "no-gpu",
             "operating-system": "no-gpu", "no-nvml": "no-gpu",
             "old-nvml": "old-driver", "sensor": "not-here",
             "not-initialized": "state", "ending": "state", "in-use": "state", "mps": "state",
             "cudnn-state": "state", "cufft-state": "state", "compiler-state": "state",
             "cufile-state": "state", "resources": "program", "refused": "program",
             "execution": "program", "launch-timeout": "program", "code-file": "program",
             "launch": "program", "handle": "program", "profiler": "program",
             "assert": "program", "access": "program",
             "no-kernel": "build",
             "context": "state", "nccl-usage": "nccl-code", "nccl-system": "nccl-code",
             "nccl-cuda": "nccl-code", "nvrtc-option": "build"}
TITLES = {"cudart": "CUDA", "cuda": "CUDA driver", "nccl": "NCCL"}


def answers(messages: list[str]) -> list[str]:
    """Returns the judge's result for each message."""
    cases = "".join(f"== none case {number}\n{text}\n" for number, text in enumerate(messages))
    Path("cases.txt").write_text(cases, encoding="utf-8")
    done = subprocess.run([os.environ["JUDGE"], "error codes", "0", "0", "cases.txt"],
                          capture_output=True, text=True, check=False)
    found = {number: word or ID_KINDS.get(first, first) for number, word, first in
             re.findall(r"^case (\d+): (\S*) (\S*), not none$", done.stdout, re.MULTILINE)}
    return [found.get(str(number), "") for number in range(len(messages))]


def word_of(row: Row) -> str:
    word = row.kind.lower().replace("_", "-")
    word = SAME_WORD.get(word, word)
    return "not-here" if row.api == "nvml" and word == "program" else word  # it computes nothing


def newest(wanted: str) -> Path | None:
    """Returns a library of the newest CUDA, or None if there is no such library."""
    return max((file for folder in (Path(sys.prefix) / "lib", CACHE)
                for file in folder.glob(f"**/{wanted}")),
               key=lambda file: (not re.search("-cu1[12]", str(file)), str(file)), default=None)


def main() -> int:
    if "JUDGE" not in os.environ:
        print("skipped: the command is not built")
        return 77
    table = rows(SOURCE / "stubs/facts/errors.txt")
    assert len(table) > 500, len(table)
    kinds = {word_of(row) for row in table}
    names = [(name, row) for row in table for name in row.names]
    named = answers([f"call failed: {name}" for name, _ in names])
    for (name, row), answer in zip(names, named, strict=True):
        assert answer == word_of(row), (name, row, answer)
    assert set(named) == kinds
    numbered = answers([f"{TITLES.get(row.api, row.api)} error {row.number}" for row in table])
    for row, answer in zip(table, numbered, strict=True):
        same = {word_of(other) for other in table
                if other.number == row.number and (other.api == row.api or row.api == "cuda")}
        assert answer in same, (row, answer, same)

    texts = 0
    for api, (library, name, needed) in TEXTS.items():
        files = [newest(wanted) for wanted in (needed, library) if wanted]
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
            assert (len(words(text)), hash_of(text)) == (row.words, row.hash), (row, text)
            same = {word_of(other) for other in rows_of
                    if other.hash == row.hash}
            assert answer in same, (row, text, answer)
            texts += 1
        if api in {"cublas", "cusparse"}:  # common English: nothing without the API's name
            assert not any(answers(list(known.values()))), known
    print(f"{len(table)} codes by name and number, {texts} texts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
