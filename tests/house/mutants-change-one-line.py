"""./dev mutants changes conditions, words, numbers and statements of C and Python, and neither
comments, texts, nor what only a failing allocation or a memory checker would see. A test runs with
the arguments of its row, and after a build of what its folder shares. Each row of mutants.toml is
about a line that is still there."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "mutants"))

from changes import changes
from mutants import ROOT, TABLES, Test

C = '''
/* if (a == 1)
 * b = 2; */
static int f(void)
{
    if (count < 7 && !strcmp(name, "a == 8")) { /* 9 */
        free(name);
        va_end(list);
        next(name, sizeof name);
        list = memory_get(count + 1, sizeof *list);
        return count; /* 10 */
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
        ;
        return 0;
'''
PYTHON = '''
def f(rows):
    """If a == 1, b."""
    if len(rows) >= 3 and "in" not in rows:  # 4
        return sorted(rows, reverse=True)
    wanted = [row for row in rows]  # 5
'''
PYTHON_CHANGES = '''
    if len(rows) > 3 and "in" not in rows:  # 4
    if len(rows) >= 3 or "in" not in rows:  # 4
    if len(rows) >= 3 and "in" in rows:  # 4
    if len(rows) >= 4 and "in" not in rows:  # 4
    if not (len(rows) >= 3 and "in" not in rows):  # 4
        return sorted(rows, reverse=False)
        return None
    pass
'''


def main() -> None:
    for text, suffix, wanted in ((C, ".c", C_CHANGES), (PYTHON, ".py", PYTHON_CHANGES)):
        found = [new for _, _, new in changes(text, suffix)]
        assert found == wanted.strip("\n").splitlines(), "\n".join(["", *found])
    command = ["sh", "finding.sh", "LN101"]
    assert Test({"name": "", "suite": [], "cmd": command}).command == command
    made = ROOT / "tests" / "standin" / "made" / "files-may-be-replaced-while-running.sh"
    assert Test({"name": "", "suite": [], "cmd": ["sh", str(made)]}).target == "all"
    for group in TABLES["equivalent"]:
        assert group["because"], f"mutants.toml: no reason why no test can see {group['rows']}"
        for pattern, old, _ in group["rows"]:
            texts = [path.read_text(encoding="utf-8") for path in ROOT.glob(pattern)]
            lines = {line.strip() for text in texts for line in text.splitlines()}
            assert old in lines, f"mutants.toml: {pattern} has no line '{old}' now"


main()
