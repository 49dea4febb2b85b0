# Each fuzzing harness compiles without warnings with the headers of the functions that it calls. What it finds
# is for ./dev test all and ./dev fuzz.
count=0
for harness in "$SOURCE"/tests/fuzz/harness/*.c; do
    $CC -std=c11 -fsyntax-only -Wall -Wextra -Werror -I"$BUILD/include" \
        -I"$SOURCE/src" -I"$BUILD/src/netplugin" -I"$SOURCE/src/netplugin" "$harness"
    count=$((count + 1))
done
[ $count -ge 8 ] || fail "only $count harnesses"
