# Shared by the tests of symbol versions; each begins with: . "$SOURCE/tests/runtime/loader/versions.sh"

# make FOLDER MAP: builds libver.so.1 there from the C on standard input, with a version script
# unless MAP is empty.
make()
{
    mkdir -p "$1"
    cat >"$1/lib.c"
    printf '%s\n' "$2" >"$1/lib.map"
    $CC -w -shared -fPIC -Wl,-soname,libver.so.1 ${2:+-Wl,--version-script="$1/lib.map"} "$1/lib.c" \
        -o "$1/libver.so.1"
}

# of_new: the C of a release that keeps f under its old version and has another f for new programs.
of_new()
{
    cat <<'C'
int f_old(int a) { return 100 + a; }
int f_new(int a, int b) { return 200 + a + b; }
int g(void) { return 7; }
__asm__(".symver f_old,f@V_1\n.symver f_new,f@@V_2");
C
}

# stub ROWS: writes ver.toml with these symbol versions.
stub()
{
    echo 'int f(int);
int g(void);' | stub_of ver '[absent.functions]' 'g = "-1"' '[symbols.versions]' "$1"
    sed -i '/^prefix/d' ver.toml
}

# vendor PROGRAM [COMPILER...]: compiles main.c with a vendored copy for ver.toml.
vendor()
{
    program=$1
    shift
    "$PYTHON" "$SOURCE/gen" vendor ver.toml --search full -o copy
    ${@:-$CC} -Wall -Wextra -Werror main.c -I. -Icopy copy/lazynccl.c -o "$program" -ldl
}

echo 'int f(int);
int g(void);' >ver.h
with_libc >main.c <<'C'
#include "ver.h"
int main(void) { printf("%d %d\n", f(1), g()); return 0; }
C
