"""./dev mutants changes conditions, words, numbers and statements of C and Python, and neither
comments, texts, nor what only a failing allocation or a memory checker would see. Each row of
equivalent.txt is about a line that is still there.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "mutants"))

from changes import changes
from mutants import ROOT, equivalents

C = '''
/* if (a == 1)
 * b = 2; */
static int f(void)
{
    if (count < 7 && !strcmp(name, "a == 8")) { /* 9 */
        free(name);
        next(name, sizeof name);
        return count;
    }
    char *path = lazynccl_arena_print(arena, "%s", name);
    if (!path)
        return NULL;
}
'''
C_CHANGES = '''
    if (count <= 7 && !strcmp(name, "a == 8")) { /* 9 */
    if (count < 7 || !strcmp(name, "a == 8")) { /* 9 */
    if (count < 8 && !strcmp(name, "a == 8")) { /* 9 */
    if (!(count < 7 && !strcmp(name, "a == 8"))) { /* 9 */
        ;
        return 0;
        return 0;
'''
PYTHON = '''
def f(rows):
    """If a == 1, b."""
    if len(rows) >= 3 and "in" not in rows:  # 4
        return sorted(rows, reverse=True)
'''
PYTHON_CHANGES = '''
    if len(rows) > 3 and "in" not in rows:  # 4
    if len(rows) >= 3 or "in" not in rows:  # 4
    if len(rows) >= 3 and "in" in rows:  # 4
    if len(rows) >= 4 and "in" not in rows:  # 4
    if not (len(rows) >= 3 and "in" not in rows):  # 4
        return sorted(rows, reverse=False)
        return None
'''


def main() -> None:
    for text, suffix, wanted in ((C, ".c", C_CHANGES), (PYTHON, ".py", PYTHON_CHANGES)):
        found = [new for _, _, new in changes(text, suffix)]
        assert found == wanted.strip("\n").splitlines(), "\n".join(["", *found])
    for file, old, _ in equivalents():
        lines = {line.strip() for line in (ROOT / file).read_text(encoding="utf-8").splitlines()}
        assert old in lines, f"equivalent.txt: {file} has no line '{old}' any more"


main()
