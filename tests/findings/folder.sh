# usage: folder.sh LN1: each finding of the registry has a file in the folder of its hundred, which
# changes a healthy machine so that it is found; on the healthy machine nothing is.
# SPDX-License-Identifier: Apache-2.0 OR MIT
#
# A file is called ID.sh, or ID-FORM.sh for another form of the same. It says what it changes, and
#   environment="NAME=VALUE..."   what is set; no blanks in values
#   verb="doctor ..."             how it is found, if not by `lazynccl doctor`
#   expect PATTERN                a line of the output matches
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/tool/healthy.sh"
[ -n "${TOOL:-}" ] || skip "the command is not built"

root=$stage/healthy site=$stage/healthy/venv/lib/python3.11/site-packages environment= plugin_needs=
healthy
status=0
on_root doctor >out 2>err || status=$?
equal "$status $(cat err)" "0 "
equal "$(sed -n '2,$p' out)" "no problems found"

expect()
{
    printf '%s\n' "$1" >>expected
}

"$TOOL" doctor --list | cut -d' ' -f1 >ids
for id in $(cat ids); do
    [ -e "$SOURCE/tests/findings/${id%??}/$id.sh" ] || fail "no test shows $id"
done
failed=
for file in "$SOURCE/tests/findings/$1"/*.sh; do
    form=$(basename "$file" .sh)
    id=${form%%-*}
    grep -qx "$id" ids || fail "$file is of no finding"
    (
        mkdir "$stage/$form"
        cd "$stage/$form"
        root=$stage/$form/root site=$root/venv/lib/python3.11/site-packages
        cp -a "$stage/healthy" "$root"
        verb=doctor environment=
        : >expected
        . "$file"
        severity=$("$TOOL" doctor --list | sed -n "s/^$id *[^ ]* *\([a-z]*\) .*/\1/p")
        wanted=$([ "$severity" = note ] || echo 1) status=0
        on_root $verb >out 2>err || status=$?
        equal "${status#0} $(cat err)" "$wanted "
        says out "^$severity\\[$id\\] "
        while read -r pattern; do
            says out "$pattern"
        done <expected
        on_root $verb --json >json || true
        "$PYTHON" - "$id" "$severity" <<'END'
import json, sys
found = [one for one in json.load(open("json"))["findings"] if one["id"] == sys.argv[1]]
assert found, "not in the JSON"
for one in found:
    assert one["severity"] == sys.argv[2] and one["what"], one
    assert one["evidence"] and one["remedy"], one
END
        rm -rf "$root"
    ) || failed="$failed $form"
done
equal "$failed" ""
