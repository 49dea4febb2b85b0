# If the stub lists several versions of a function, also of the version function, the first that the file has is
# used. musl has no symbol versions; a call then reaches the same function as in a linked program.
. "$SOURCE/tests/runtime/loader/versions.sh"

cp main.c linked.c

# one VERSION: makes a library with f, g and their version under this node. f returns its number.
one()
{
    echo "int f(int a) { return $1; } int g(void) { return 7; }" |
        make "one-$1" "DIST_$1 { global: f; g; local: *; };"
}
for number in 1 2 3; do
    one $number
done
cat <<'C' | make all 'DIST_1 { global: f; g; local: *; }; DIST_2 { global: f; g; }; DIST_3 { global: f; g; };'
int f_1(int a) { return 1; }
int f_2(int a) { return 2; }
int f_3(int a) { return 3; }
int g_2(void) { return 7; }
int g_3(void) { return 8; }
__asm__(".symver f_1,f@DIST_1\n.symver f_2,f@DIST_2\n.symver f_3,f@@DIST_3");
__asm__(".symver g_2,g@DIST_2\n.symver g_3,g@@DIST_3");
C
stub 'DIST_2 = ["f", "g"]
DIST_1 = ["f", "g"]'
vendor lazy
equal "$(LAZYNCCL_LIBPATH=$PWD/one-1 ./lazy)" '1 7'
equal "$(LAZYNCCL_LIBPATH=$PWD/one-2 ./lazy)" '2 7'
equal "$(LAZYNCCL_LIBPATH=$PWD/all ./lazy)" '2 7'
! LAZYNCCL_LIBPATH=$PWD/one-3 ./lazy 2>said || fail "it calls f@@DIST_3"
says said 'one-3/libver.so.1: has no DIST_2 or DIST_1 of f '

# One function has a row. The other has none and is bound by name.
stub 'DIST_1 = ["f"]'
vendor lazy
equal "$(LAZYNCCL_LIBPATH=$PWD/all ./lazy)" '1 8'

# The version function in V_1 takes a pointer, the one in V_2 has no parameters.
{
    of_new
    cat <<'C'
int version_old(int *version) { *version = 10203; return 0; }
int version_new(void) { return -1; }
__asm__(".symver version_old,version@V_1\n.symver version_new,version@@V_2");
C
} | make told 'V_1 { global: f; g; version; local: *; }; V_2 { global: f; version; } V_1;'
stub 'V_1 = ["*"]'
sed -i 's/^int f(int);/&\nverResult version(int *);/' ver.toml
cat >>ver.toml <<'END'
[version]
function = "version"

[types.enums]
verResult = { VER_OK = 0, VER_ERROR = 1 }
END
sed -i 's/^g = "-1"/&\nversion = "VER_ERROR"/' ver.toml
with_libc >main.c <<'C'
#include "lazynccl.h"
int main(void)
{
    int code = lazynccl_load(lazynccl_ver());
    printf("%d %d\n", code, lazynccl_version(lazynccl_ver()));
}
C
vendor told-by
equal "$(LAZYNCCL_LIBPATH=$PWD/told ./told-by)" '0 10203'

command -v musl-gcc >/dev/null || exit 0
CC=musl-gcc
stub 'V_1 = ["*"]'
of_new | sed 's/f_new(int a, int b) { return 200 + a + b; }/f_new(int a) { return 200 + a; }/' |
    make musl 'V_1 { global: f; g; local: *; }; V_2 { global: f; } V_1;'
cp linked.c main.c
echo 'int f(int a) { return 100 + a; } int g(void) { return 7; }' |
    make musl-old 'V_1 { global: f; g; local: *; };'
$CC main.c -I. musl-old/libver.so.1 -o linked
vendor lazy
for library in musl-old musl; do
    LD_LIBRARY_PATH=$PWD/$library ./linked >expected || fail "linked with $library"
    LAZYNCCL_LIBPATH=$PWD/$library ./lazy >got || fail "vendored with $library"
    diff expected got || fail "the vendored copy prints something else with $library"
done
