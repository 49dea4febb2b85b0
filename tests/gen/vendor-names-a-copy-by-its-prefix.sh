# The stub's prefix renames the API, the variables, the messages and every internal name of a
# vendored copy, so that two copies and the archive can be linked together. Stubs with different
# prefixes cannot be in one copy.
# A stub that is not one of lazynccl's and has no
# prefix gives a warning, which its advice makes go away.
echo 'int toyStart(int);' | stub_of toy '[absent.returns]' 'int = "-1"'
sed 's/toy/box/g' toy.toml >box.toml
"$SOURCE/dev" vendor toy.toml --search full -o toy
"$SOURCE/dev" vendor box.toml -o box
cat >main.c <<'END'
#include "toy/lazynccl.h"
#include "box/lazynccl.h"
#include "lazynccl.h"
#include <stdio.h>
int toyStart(int), boxStart(int);
int main(void)
{
    printf("%d %d %d\n", toyStart(1), boxStart(1), lazynccl_version(lazynccl_nccl()));
    if (!lazytoy_available(lazytoy_toy()))
        printf("%s\n", lazytoy_error(lazytoy_toy(), NULL));
    printf("%s\n", lazybox_error(lazybox_box(), NULL));
    return 0;
}
END
for copy in toy box; do
    $CC -Wall -Werror -O1 -c "$copy/lazynccl.c" -o "$copy.o"
    nm "$copy.o" | grep ' [A-TV-Z] ' >names || true
    says_not names '[lL][aA][zZ][yY][nN][cC][cC][lL]'
    says_not "$copy/lazynccl.h" 'lazynccl_|LAZYNCCL_'
    says_not "$copy/lazynccl.h" 'the real NCCL'
    # as if written by hand: one blank line, and macros whose continuations are in one column
    awk 'FNR > 1 && !NF && !before { exit 1 } { before = NF }' "$copy/lazynccl.c" ||
        fail "several blank lines in $copy/lazynccl.c"
    says_not "$copy/lazynccl.c" '^ .{89,96} \\$'
done
$CC -Wall -Werror -I. -I"$BUILD/include" main.c toy.o box.o "$ARCHIVE" -o main
./main >said
equal "$(head -n 1 said)" '-1 -1 0'
$CC -O2 -flto -I. -I"$BUILD/include" main.c toy/lazynccl.c box/lazynccl.c "$ARCHIVE" -o optimized 2>warnings
./optimized | cmp - said
says said '^Lib.toy cannot be used: no libtoy.so.1 .*; name the file in LAZYTOY_LIBPATH; LAZYTOY_DEBUG=1 shows'
says said '^Lib.box cannot be used: no libbox.so.1 in any search location; name the file in LAZYBOX_LIBPATH; not in this copy: conda$'
LAZYTOY_LIBPATH=/nowhere/libtoy.so.1 ./main >said
says said '^Lib.toy cannot be used: /nowhere/libtoy.so.1: .* \(env\); correct or unset LAZYTOY_LIBPATH;'

echo 'int toyStart(int a) { return a; }' | $CC -shared -fPIC -Wl,-soname,libtoy.so.1 -o libtoy.so.1 -xc -
LAZYTOY_LIBPATH=$PWD/libtoy.so.1 LAZYBOX_DEBUG=1 ./main >said 2>debug
equal "$(head -n 1 said)" '1 -1 0'
says debug '^lazybox: box: '
says_not debug 'toy|lazynccl'

exits 1 "$SOURCE/dev" vendor toy.toml box.toml -o both 2>said
says said "^box.toml:3: prefix is 'lazybox' here and 'lazytoy' in .*toy.toml: vendor the two separately"
[ ! -e both ] || fail "both was written"

sed '/^prefix/d' toy.toml >bare.toml
"$SOURCE/dev" vendor bare.toml nccl -o bare >said
equal "$(grep -c warning: said)" 1
says said '^bare\.toml: warning: has no prefix, .*: add prefix = "lazytoy"$'
sed -i "/^title/a $(sed -n 's/.*: add //p' said)" bare.toml
"$SOURCE/dev" vendor bare.toml -o bare >said
says_not said warning:
"$SOURCE/dev" vendor nccl nvrtc -o ours >said
says_not said warning:
