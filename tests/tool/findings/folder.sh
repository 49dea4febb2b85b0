# usage: folder.sh LN1: each finding has a file in its hundred's folder, which changes a healthy
# machine so that the finding appears; the healthy machine has none.
# SPDX-License-Identifier: Apache-2.0 OR MIT
#
# A file is named ID.sh, or ID-VARIANT.sh. Its first line says what is wrong, and it may set
#   environment="NAME=VALUE..."   variables; no spaces in values
#   verb="doctor ..."             the command that reports it, if not `lazynccl doctor`
#   expect PATTERN                a line of the output matches
# The output is in golden.txt next to them, except for that of `lazynccl plugin check`.
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/common/healthy.sh"
need_tool

root=$stage/healthy site=$stage/healthy/venv/lib/python3.11/site-packages environment= plugin_needs=
healthy
status=0
on_root doctor >out 2>err || status=$?
equal "$status $(cat err)" "0 "
equal "$(sed -n '2,$p' out)" "$no_problems"

expect()
{
    printf '%s\n' "$1" >>expected
}

"$TOOL" doctor --list | cut -d' ' -f1 >ids
for id in $(cat ids); do
    case $id in
    LN[78]*) grep -qrE "^== $id |^shows .* $id " "$SOURCE/tests/tool/explain" ;; # only a message tells
    *) [ -e "$SOURCE/tests/tool/findings/${id%??}/$id.sh" ] ;;
    esac || fail "no test for $id"
done
failed=
: >words
for file in "$SOURCE/tests/tool/findings/$1"/*.sh; do
    form=$(basename "$file" .sh)
    id=${form%%-*}
    grep -qx "$id" ids || fail "$file names no finding"
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
        case $verb in
        plugin\ check*) ;; # on a loaded machine it may report more
        *) { echo "$form:" && cat out && echo; } |
            sed "s|$root|ROOT|g; /^here  /d" >>"$stage/words" ;; # this machine's own NCCL
        esac
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

if [ "$(uname -m)" = x86_64 ] && ! diff -u "$SOURCE/tests/tool/findings/$1/golden.txt" words >said; then
    cp words "$BUILD/$1.txt"
    fail "the output has changed: $(cat said)
if that is wanted: cp $BUILD/$1.txt $SOURCE/tests/tool/findings/$1/golden.txt"
fi
