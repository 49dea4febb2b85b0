# A first call enters as many source files as docs/how-it-works.md says, and no more functions.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need valgrind

cat >program.c <<'C'
int ncclGetVersion(int *version);
int main(void)
{
    int version;
    return ncclGetVersion(&version) || version != 22809;
}
C
fake_library nccl 2.28.9 real
consumer program.c program
LAZYNCCL_LIBPATH=$stage/real valgrind -q --tool=callgrind --callgrind-out-file=run ./program

# A line "fl=(3) FILE" names the file of the functions after it, "fn=(7) FUNCTION" a function; later
# mentions have the number alone. Inlined code has the file "fi", and "fe" ends it.
cat >count.py <<'P'
import re
import sys

names: dict[str, str] = {}
entered: set[tuple[str, str]] = set()
file = ""
for line in sys.stdin:
    found = re.match(r"c?(fl|fi|fe|fn)=\((\d+)\)(?: (.*))?", line)
    if not found:
        continue
    kind, number, name = found.groups()
    key = ("function " if kind == "fn" else "file ") + number
    names[key] = name or names[key]
    if line[0] != "c" and kind != "fn":
        file = names[key]
    elif line[0] != "c" and re.search(r"(^|/)src/.*\.[chS]$", file):
        entered.add((file, names[key]))
print(len({file for file, _ in entered}), len(entered))
for row in sorted(entered):
    print(*row, file=sys.stderr)
P
"$PYTHON" count.py <run >counted 2>entered
read -r files functions <counted
[ "$files" -gt 1 ] || skip "the archive has no debug information"
said=$(tr '\n' ' ' <"$SOURCE/docs/how-it-works.md" |
    sed -n 's/.* enters \([0-9]*\) source files and \([0-9]*\) functions.*/\1 \2/p')
[ "$files" -eq "${said% *}" ] && [ "$functions" -le "${said#* }" ] ||
    fail "docs/how-it-works.md says $said, a run enters $files files and $functions functions:
$(cat entered)"
