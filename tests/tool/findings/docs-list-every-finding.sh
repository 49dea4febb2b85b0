# docs/findings.md matches the registry; `./dev findings` writes it. doctor --list prints each of the
# registry's findings in a line.

"$TOOL" doctor --list --json >list
"$PYTHON" "$SOURCE/gen" findings <list >made
cmp made "$SOURCE/docs/findings.md" || fail "docs/findings.md is not up to date: ./dev findings"
"$PYTHON" -c 'import json
for row in json.load(open("list"))["registry"]:
    print("{id}  {rule:29} {severity:8} {what}".format_map(row))' >lines
"$TOOL" doctor --list | diff lines - || fail "doctor --list is not the registry"
