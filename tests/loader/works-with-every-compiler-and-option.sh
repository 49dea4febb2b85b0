# The output is the same with gcc and clang, at every optimization level, hardened, and with
# link-time optimization.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/fake/paths.sh"

stage_paths
consumer "$SOURCE/tests/fake/ask.c" ask
consumer "$SOURCE/tests/fake/arguments.c" arguments-program
paths ./ask ./arguments-program >expected
says expected '^call 0 22809'

# same_output COMPILER OPTION...: program and archive print the same if built with these.
same_output()
{
    rebuild_archive other.a "$@" -Wall -Wextra -Werror
    for program in ask arguments; do
        "$@" -Werror -I"$BUILD/include" "$SOURCE/tests/fake/$program.c" other.a \
            -o other-$program 2>warnings || fail "$*: $(cat warnings)"
    done
    paths ./other-ask ./other-arguments >out
    diff expected out || fail "$*: the output (>) is not the usual one (<)"
}

same_output gcc -O0
same_output gcc -Os -fvisibility=default
same_output gcc -O3 -Wl,-z,now -Wl,--gc-sections -ffunction-sections -fdata-sections
same_output gcc -O2 -D_FORTIFY_SOURCE=2 -fstack-protector-all -fcf-protection=full \
    -fstack-clash-protection
# the compiler sees the program's prototypes and the archive's together
same_output gcc -O2 -flto -fno-fat-lto-objects -Wlto-type-mismatch
if command -v clang >/dev/null; then
    same_output clang -O0
    same_output clang -Os
    same_output clang -O3
fi
