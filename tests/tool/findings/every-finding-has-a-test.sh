# Each finding has a file that shows it and a row in meson.build that runs it. A finding that only a
# message shows has a case for explain, and a reason in advice.py why its remedy is not carried out.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

folder=$SOURCE/tests/tool/findings
"$TOOL" doctor --list | cut -d' ' -f1 >ids
[ "$(wc -l <ids)" -gt 90 ] || fail "doctor --list has only $(wc -l <ids) findings"
while read -r id; do
    case $id in
    LN[78]*) grep -qrE "^== $id |^explained .*'\[$id\]'" "$SOURCE/tests/tool/explain" ;;
    *) [ -e "$folder/${id%??}/$id.sh" ] && grep -q "\"name\": \"$id\"" "$BUILD/meson-info/intro-tests.json" ;;
    esac || fail "no test for $id, or no row for it in tests/tool/findings/meson.build"
done <ids
for file in "$folder"/LN*/*.sh; do
    form=$(basename "$file" .sh)
    grep -qx "${form%%-*}" ids || fail "$file names no finding"
done
"$PYTHON" -B "$folder/advice.py" --count
