# usage: finding.sh LN101: each file of this finding changes a healthy machine so that the finding
# appears.
# SPDX-License-Identifier: Apache-2.0 OR MIT
#
# A file is named ID.sh, or ID-VARIANT.sh, in the folder of its hundred. Its first line says what is
# wrong, and it may set
#   environment="NAME=VALUE..."   variables; no spaces in values
#   verb="doctor ..."             the command that reports it, if not `lazynccl doctor`
#   expect PATTERN                a line of the output matches, if there is no file with the output
# The output is in a file with .txt in place of .sh, without the line about the healthy machine and
# without the last line, which counts the findings. That of `lazynccl plugin check` is in no file:
# on a loaded machine it may report more.
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/common/healthy.sh"
need_tool

id=$1 cases=$SOURCE/tests/tool/findings/${1%??}
root=$stage/healthy site=$stage/healthy/venv/lib/python3.11/site-packages environment= plugin_needs=
[ -e "$cases/$id.sh" ] || fail "there is no $cases/$id.sh"
healthy

expect()
{
    printf '%s\n' "$1" >>expected
}

# counted FILE: the last line of an output, by the findings that the file has.
counted()
{
    awk -F '[][]' '/^(error|warning|note)\[/ { count[$1]++; first = first ? first : $2 }
        END {
            split("error warning note", severities, " ")
            for (i = 1; i <= 3; i++) {
                number = count[severities[i]]
                if (number)
                    text = text (text ? ", " : "") number " " severities[i] (number > 1 ? "s" : "")
            }
            print text "; more: lazynccl explain " first
        }' "$1"
}

machine='examining: python 3\.11 of /venv; driver 575\.57\.08 (CUDA 12\.9)'
failed=
for file in "$cases/$id.sh" "$cases/$id"-*.sh; do
    [ -e "$file" ] || continue # no variants
    form=$(basename "$file" .sh)
    set +e # `( ... ) || failed=...` would switch it off inside, too
    (
        set -e
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
        case $verb in
        plugin\ check*) [ ! -e "$cases/$form.txt" ] || fail "plugin check has no fixed output" ;;
        *)
            [ ! -s expected ] || fail "the output is in $form.txt: expect does nothing more"
            sed "s|$root|ROOT|g; s|$stage|STAGE|g; /^here  /d
                s|\(libc\.so\.6   \)/.*|\1FILE|" out >whole # without what is this machine's
            equal "$(tail -n 1 whole | sed "s/ in [0-9]* files\{0,1\};/;/")" "$(counted whole)"
            ! head -n 1 whole | grep -Eq '^(error|warning|note)\[' || fail "says not what it examined"
            sed "\$d; 1{\,^$machine$,d}" whole >"$form.txt"
            diff -u "$cases/$form.txt" "$form.txt" >said || {
                cp "$form.txt" "$BUILD/$form.txt"
                fail "the output has changed: $(cat said)
if that is wanted: cp $BUILD/$form.txt $cases/$form.txt"
            }
            ;;
        esac
        case $verb in
        plugin*) ;; # its remedies change the plugin's code
        *) "$PYTHON" -B "$SOURCE/tests/tool/findings/advice.py" "$id" "$root" "$stage/healthy" \
            "$environment" $verb ;;
        esac
        rm -rf "$root"
    )
    [ $? = 0 ] || failed="$failed $form"
    set -e
done
[ -z "$failed" ] || fail "of the files of $id:$failed"
