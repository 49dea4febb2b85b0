# Built by gcc or clang, unoptimized or for size or for speed, hardened, or optimized at link time
# together with its program, it behaves as ever on many paths, good and bad.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/fake/paths.sh"

stage_paths
consumer "$SOURCE/tests/fake/ask.c" ask
consumer "$SOURCE/tests/fake/arguments.c" arguments-program
paths ./ask ./arguments-program >expected
says expected '^call 0 22809'

# as_ever COMPILER OPTION...: program and archive are built with these.
as_ever()
{
    rebuilt other.a "$@" -Wall -Wextra -Werror
    for program in ask arguments; do
        "$@" -Werror -I"$BUILD/include" "$SOURCE/tests/fake/$program.c" other.a \
            -o other-$program 2>warnings || fail "$*: $(cat warnings)"
    done
    paths ./other-ask ./other-arguments >out
    diff expected out || fail "$*: other output (>) than as usual (<)"
}

as_ever gcc -O0
as_ever gcc -Os -fvisibility=default
as_ever gcc -O3 -Wl,-z,now -Wl,--gc-sections -ffunction-sections -fdata-sections
as_ever gcc -O2 -D_FORTIFY_SOURCE=2 -fstack-protector-all -fcf-protection=full -fstack-clash-protection
# the program's own prototypes and ours are seen side by side here
as_ever gcc -O2 -flto -fno-fat-lto-objects -Wlto-type-mismatch
if command -v clang >/dev/null; then
    as_ever clang -O0
    as_ever clang -Os
    as_ever clang -O3
fi
