"""Each error code in stubs/facts/errors.txt is recognized by its name and by its number and, if
NCCL is installed, each error text of NCCL. All get the explanation of their class.

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
from gen.facts.errors import rows  # noqa: E402
from gen.facts.phrase import hash_of, words  # noqa: E402

# The kinds whose answer is a finding.
ID_KINDS = {"LN105": "stub", "LN108": "builtins", "LN710": "cudnn", "LN711": "nccl-peer",
            "LN809": "fabric", "LN816": "faulty"}
TITLES = {"cudart": "CUDA", "cuda": "CUDA driver", "nccl": "NCCL"}


def answers(messages: list[str]) -> list[str]:
    """Returns the judge's result for each message."""
    cases = "".join(f"== none case {number}\n{text}\n" for number, text in enumerate(messages))
    Path("cases.txt").write_text(cases, encoding="utf-8")
    done = subprocess.run([os.environ["JUDGE"], "error codes", "cases.txt"], capture_output=True,
                          text=True, check=False)
    found = {number: word or ID_KINDS.get(first, first) for number, word, first in
             re.findall(r"^case (\d+): (\S*) (\S*), not none$", done.stdout, re.MULTILINE)}
    return [found.get(str(number), "") for number in range(len(messages))]


def main() -> int:
    if "JUDGE" not in os.environ:
        print("skipped: the command is not built")
        return 77
    table = rows(SOURCE / "stubs/facts/errors.txt")
    assert len(table) > 500, len(table)
    kinds = {kind.lower().replace("_", "-") for kind in {row.kind for row in table}}
    named = answers([f"call failed: {row.name}" for row in table])
    for row, answer in zip(table, named, strict=True):
        assert answer == row.kind.lower().replace("_", "-"), (row, answer)
    assert set(named) == kinds
    numbered = answers([f"{TITLES.get(row.api, row.api)} error {row.number}" for row in table])
    for row, answer in zip(table, numbered, strict=True):
        same = {other.kind.lower().replace("_", "-") for other in table
                if other.number == row.number and (other.api == row.api or row.api == "cuda")}
        assert answer in same, (row, answer, same)

    texts = 0
    libraries = Path(sys.prefix).glob("lib/python3*/site-packages/nvidia/nccl/lib/libnccl.so.2")
    library = next(libraries, None)
    if library:
        function = ctypes.CDLL(str(library)).ncclGetErrorString
        function.restype = ctypes.c_char_p
        for row in table:
            if row.api == "nccl":
                text = re.sub(r" [-(].*", "", function(row.number).decode())
                assert (len(words(text)), hash_of(text)) == (row.words, row.hash), (row, text)
                assert answers([f"NCCL failure: {text}"]) == [row.kind.lower().replace("_", "-")]
                texts += 1
    print(f"{len(table)} codes by name and number, {texts} texts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
