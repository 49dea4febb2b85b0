# The generator draws README's picture from the figures beside it. README's claim holds for these
# figures, and docs/stand-ins.md has the same ones.

pictures=$SOURCE/docs/pictures
"$PYTHON" "$SOURCE/gen" picture "$pictures/stack.json" drawn.svg
cmp drawn.svg "$pictures/stack.svg" ||
    fail "docs/pictures/stack.svg is not of stack.json: python3 gen picture DATA OUTPUT makes it"
says "$SOURCE/README.md" 'docs/pictures/stack.svg'
"$PYTHON" -c '
import json, sys
data = json.load(open(sys.argv[1], encoding="utf-8"))
for key in ("resident", "installed"):
    share = data["after"][key] / data["before"][key]
    assert 0.3 < share < 0.55, f"{key}: {share:.2f} is not half"
row = next(row for row in open(sys.argv[2], encoding="utf-8") if ": `import torch` |" in row)
for key in ("resident", "anonymous", "installed"):
    figures = " → ".join(f"{data[when][key] / 1024:.0f}" for when in ("before", "after"))
    assert f"| {figures} |" in row, f"docs/stand-ins.md: {key} is {figures} in the picture"
' "$pictures/stack.json" "$SOURCE/docs/stand-ins.md" || fail "README says: half"
