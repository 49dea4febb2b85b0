# Every finding has an explanation: what, why, remedy and source.

"$TOOL" doctor --list --json >list
for id in $("$TOOL" doctor --list | cut -d' ' -f1); do
    "$TOOL" explain "$id" >out
    "$TOOL" explain "$(echo "$id" | tr LN ln)" --json >json
    "$PYTHON" - "$id" <<'END'
import json, sys
[row] = json.load(open("json"))["registry"]
said = open("out").read()
assert row in json.load(open("list"))["registry"] and row["id"] == sys.argv[1], row
heading = f"{row['id']} {row['rule']} {row['severity']}: {row['what']} "
assert " ".join(said.split()).startswith(heading), said
assert row["why"] in " ".join(said.split()), said
assert f" help: {row['remedy']} source: {row['source']}" in " ".join(said.split()), said
assert "\n  help: " in said and "\n  source: " in said, said
assert all(row[key] for key in ("what", "why", "remedy", "source")), row
assert row["what"][-1] not in ".!" and row["why"][-1] == "." and "\n" not in row["what"], row
assert max(map(len, said.splitlines())) <= 96, said
END
done
