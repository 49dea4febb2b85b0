# Each finding has a case that shows it and a row in meson.build that runs it. A finding that only a
# message shows has a case for explain, and a reason in advice.py why its remedy is not carried out.

folder=$SOURCE/tests/tool/findings
"$TOOL" doctor --list | cut -d' ' -f1 >ids
[ "$(wc -l <ids)" -gt 90 ] || fail "doctor --list has only $(wc -l <ids) findings"
while read -r id; do
    case $id in
    LN[78]*) grep -qrE "^== $id |^explained .*'\[$id\]'" "$SOURCE/tests/tool/explain" ;;
    *) grep -q "^== $id:" "$folder/${id%??}.cases" && grep -q "\"name\": \"$id\"" "$BUILD/meson-info/intro-tests.json" ;;
    esac || fail "no test for $id, or no row for it in tests/tool/findings/meson.build"
done <ids
sed -n 's/^== \([A-Z0-9]*\).*/\1/p' "$folder"/LN?.cases | sort -u >named
equal "$(comm -23 named ids)" ''
"$PYTHON" -B "$folder/advice.py" --count
