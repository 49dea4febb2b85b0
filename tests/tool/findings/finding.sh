# usage: finding.sh LN101: each case of this finding changes a healthy machine so that the finding
# appears.
#
# The cases of a hundred are in one file, LN1.cases. A case begins with `== ID: WHAT IS WRONG`, or
# `== ID-VARIANT: ...`. Shell commands follow, with $root, $site, $nccl and $nvjitlink, and may set
#   environment="NAME=VALUE..."   variables; no spaces in values
#   verb="doctor ..."             the command that reports it, if not `lazynccl doctor`
#   expect PATTERN                a line of the output matches, if the case has no output
# After a line `--` comes the output, with folded lines in one, without the line that examined() has
# and without the last line, which counts the findings. `lazynccl plugin check` has none: on a loaded
# machine it may report more; nor has `doctor --load`, which runs this machine's Python.

id=$1 table=$SOURCE/tests/tool/findings/${1%??}.cases
root=$stage/healthy site=$stage/healthy/venv/lib/python3.11/site-packages environment= plugin_needs=
forms=$(sed -n "s/^== \($id[^0-9:]*\).*/\1/p" "$table")
[ -n "$forms" ] || fail "$table has no $id"
healthy

# split_case FORM: writes the commands of a case to the file `commands`, and its output to `output`.
split_case()
{
    awk -v form="$1" '
        /^== / { at = $2 == form || $2 == form ":"; part = "commands"; blank = ""; next }
        at && $0 == "--" { part = "output"; printf "" >part; next }
        at && $0 == "" { blank = blank "\n"; next }
        at { printf "%s%s\n", blank, $0 >part; blank = "" }' "$table"
}

# replace_output FORM FILE: prints the table with the output of this case replaced by the file.
replace_output()
{
    awk -v form="$1" -v file="$2" '
        /^== / { at = $2 == form || $2 == form ":"; skips = 0 }
        !skips { print }
        at && $0 == "--" { while ((getline line <file) > 0) print line; print ""; skips = 1 }' "$table"
}

# misbehaves COMPILER-OPTION...: builds plugin.c with these options and checks it.
misbehaves()
{
    on_root()
    {
        env -i PATH=/venv/bin "$TOOL" "$@"
    }
    mkdir -p "$root"
    $CC -w -shared -fPIC -pthread -I"$BUILD/src/netplugin" "$@" "$SOURCE/tests/netplugin/check/plugin.c" \
        -o "$root/libnccl-net-test.so"
    verb="plugin check $root/libnccl-net-test.so --seconds 2"
}

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

# examined: the line about the healthy machine, or about the file of a case on it.
examined()
{
    who='python 3.11 of /venv' driver='; driver 575.57.08 (CUDA 12.9)' file=${verb#*--from }
    case $verb in
    *"--from /venv/lib/python"*) who="${file##*/} in /venv (python 3.11)" ;;
    *--from*) who=$file ;;
    esac
    case $verb in doctor*) ;; *) driver= ;; esac
    echo "examining: $who$driver"
}

failed=
for form in $forms; do
    set +e # `( ... ) || failed=...` would switch it off inside, too
    (
        set -e
        mkdir "$stage/$form"
        cd "$stage/$form"
        root=$stage/$form/root site=$root/venv/lib/python3.11/site-packages
        nccl=$site/nvidia/nccl/lib/libnccl.so.2
        nvjitlink=$site/nvidia/nvjitlink/lib/libnvJitLink.so.12
        cp -a "$stage/healthy" "$root"
        verb=doctor environment=
        : >expected
        split_case "$form"
        . ./commands
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
assert found and (sys.argv[1] != "LN117" or "libnccl.so.2" in str(found[0]["files"])), "not in the JSON"
for one in found:
    assert one["severity"] == sys.argv[2] and one["what"], one
    assert one["evidence"] and one["remedy"], one
END
        case $verb in
        plugin\ check* | doctor\ --load*) [ ! -e output ] || fail "$verb has no fixed output" ;;
        *)
            [ -e output ] || fail "$form has no output: add a line --"
            [ ! -s expected ] || fail "$form has an output: expect does nothing more"
            sed "s|$root|ROOT|g; s|$stage|STAGE|g; /^here  /d
                s|\(libc\.so\.6   \)/.*|\1FILE|" out >whole # without what is this machine's
            equal "$(tail -n 1 whole | sed "s/ in [0-9]* files\{0,1\};/;/")" "$(counted whole)"
            ! head -n 1 whole | grep -Eq '^(error|warning|note)\[' || fail "says not what it examined"
            sed '$d' whole | { grep -vxF "$(examined)" || true; } >folded
            equal "$(grep -Ev '^ {4}(needs|opens) |^ {6}([^ ]*/|help: | {6})|^ {11}lazynccl |^/' folded | grep '.\{81\}')" ""
            unfolded folded >said
            diff -u output said >difference || {
                replace_output "$form" said | diff -u "$table" - >"$BUILD/$form.diff" || true
                fail "the output has changed: $(cat difference)
if that is wanted: patch $table $BUILD/$form.diff"
            }
            ;;
        esac
        case $verb in
        plugin* | doctor\ --load*) ;; # remedies change the plugin's code; the case follows its own
        *) "$PYTHON" -B "$SOURCE/tests/tool/findings/advice.py" "$id" "$root" "$stage/healthy" \
            "$environment" $verb ;;
        esac
        rm -rf "$root"
    )
    [ $? = 0 ] || failed="$failed $form"
    set -e
done
[ -z "$failed" ] || fail "of the files of $id:$failed"
