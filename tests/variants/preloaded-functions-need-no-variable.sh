# Preloaded objects that define functions of the library are called by lazily linked programs and by copies with
# the location `loaded`, as by a program that links the library: also if LD_PRELOAD is removed before the first
# call, if ld.so was told to preload, and if they define only one of the functions. A copy without `loaded`
# calls the library.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/vendored.sh"

library libwho.so.1 'int who(void) { return 1; } int other(void) { return 2; } int a_first(void) { return 3; }'
ln -s libwho.so.1 libwho.so
library preloaded.so - <<'C'
#include <stdlib.h>
int who(void) { return 5; }
__attribute__((constructor)) static void forget(void)
{
    if (!getenv("KEEP"))
        unsetenv("LD_PRELOAD");
}
C
cat >main.c <<'C'
#include <stdio.h>
int who(void), other(void), a_first(void);
int main(void)
{
    printf("%d %d %d\n", who(), other(), a_first());
    return 0;
}
C
$CC main.c -L. -lwho -Wl,-rpath,"$stage" -o direct
for row in default: loaded:loaded,soname soname:soname full:full; do
    set -- --search "${row#*:}"
    [ -n "${row#*:}" ] || set --
    "$SOURCE/dev" vendor ./libwho.so.1 "$@" -o "of-${row%%:*}" >/dev/null
    $CC main.c "of-${row%%:*}/lazynccl.c" -Wl,-rpath,"$stage" -ldl -pthread -o "${row%%:*}"
done
programs='direct default loaded soname full'
loader=$(readelf -lW direct | sed -n 's/.*interpreter: \(.*\)]/\1/p')
status=0
for program in $programs; do
    expected='5 2 3'
    [ $program != soname ] || expected='1 2 3'
    kept=$(KEEP=1 LD_PRELOAD=$stage/preloaded.so ./$program)
    removed=$(LD_PRELOAD=$stage/preloaded.so ./$program)
    told=$("$loader" --preload "$stage/preloaded.so" "./$program" 2>&1) || told=$expected # before glibc 2.30
    none=$(./$program)
    [ "$kept, $removed, $told, $none" = "$expected, $expected, $expected, 1 2 3" ] || {
        echo "$program: kept $kept, removed $removed, --preload $told, without $none"
        status=1
    }
done
exit $status
