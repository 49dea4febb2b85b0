# AddressSanitizer (with leaks) and UndefinedBehaviorSanitizer, of gcc and clang, report nothing,
# and the output does not change.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/fake/paths.sh"

stage_paths
consumer "$SOURCE/tests/fake/ask.c" ask
consumer "$SOURCE/tests/fake/arguments.c" arguments-program
paths ./ask ./arguments-program >expected
says expected '^call 0 22809'

for compiler in gcc clang; do
    sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all'
    can_link $compiler $sanitize || continue
    rebuild_archive sanitized.a $compiler $sanitize
    for program in ask arguments; do
        $compiler $sanitize -I"$BUILD/include" "$SOURCE/tests/fake/$program.c" sanitized.a -o $compiler-$program
    done
    paths ./$compiler-ask ./$compiler-arguments >out
    diff expected out || fail "$compiler: the output (>) differs from a plain build (<)"
done
