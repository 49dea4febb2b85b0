"""Enumerators of a header have the numbers that C gives them, without comments, preprocessor lines
and other prefixes. The recorded errors of NVML have the texts of the generator."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
from gen.facts.phrase import hash_of, words
from gen.update.errors import NVML_TEXTS, enumerators

HEADER = """
enum other { A_ZERO, A_ONE, A_UNREADABLE = sizeof(int), B_FIRST = 4 };
typedef enum a_result { // = 3
    A_SUCCESS = 0,
    A_FIRST /* = 7, A_NOWHERE */,
#define A_MACRO(x) x
    A_WRAPPED = A_MACRO(0x10),
    A_NEXT, A_NEGATIVE = -2, A_LARGE = 9999u, A_TOO_LARGE,
    A_FIRST = 5,
} a_result;
#define CUFILE_OP(...)
CUFILE_OP(CUFILEOP_BASE_ERR + 3, A_FILE, "a text")
"""
EXPECTED = {"A_ONE": 1, "A_FIRST": 1, "A_WRAPPED": 16, "A_NEXT": 17, "A_NEGATIVE": -2,
            "A_LARGE": 9999, "A_FILE": 5003}

wrong = []
if (found := enumerators(HEADER, "A_")) != EXPECTED:
    wrong.append(f"read {found}, not {EXPECTED}")
facts = Path(__file__).resolve().parent.parent.parent / "stubs/facts/errors.txt"
rows = facts.read_text(encoding="utf-8").splitlines()
recorded = {int(number): text for api, number, _, *text in map(str.split, rows)
            if api == "nvml" and text}
for number in NVML_TEXTS.keys() | recorded.keys():
    text = NVML_TEXTS.get(number, "")
    if recorded.get(number) != [str(len(words(text))), f"{hash_of(text):08x}"]:
        wrong.append(f"nvml {number}: recorded as {recorded.get(number)}, not {text!r}")
print(*wrong, f"{len(wrong)} wrong", sep="\n")
sys.exit(bool(wrong))
