# A copy for libraries that are in no wheel or toolkit omits these search locations. It is smaller,
# accepts their words in LAZYNCCL_SEARCH, and says that it does not search them. Other stubs in the
# folder do not change a byte of the copy.
cp "$SOURCE/tests/gen/one.toml" .
sed 's/^sonames.*/&\nwheels = ["nvidia\/one\/lib"]/' one.toml >wheel.toml
cat >main.c <<'END'
#include "lazynccl.h"
#include <stdio.h>
int main(void)
{
    int there = lazynccl_available(lazynccl_one());
    printf("%s%d\n", lazynccl_report(lazynccl_one()), there);
    return 0;
}
END
library nvidia/one/lib/libone.so.1 'int one(void) { return 1; }'
export LAZYNCCL_SEARCH=partner,wheel,toolkit
for each in one wheel; do
    "$SOURCE/dev" vendor $each.toml --search full -o $each
    $CC -I$each main.c $each/lazynccl.c -o try-$each
    ./try-$each >$each.said
done
for place in partner wheel toolkit; do
    says one.said "^$place +not searched: no library of this copy is found there$"
done
says one.said '^0$'
says wheel.said "^wheel +$stage/nvidia/one/lib/libone.so.1: "
says wheel.said '^1$'
says_not one/lazynccl.c '/usr/local/cuda'
says wheel/lazynccl.c '/usr/local/cuda'
says_not wheel/lazynccl.c 'LAZYNCCL_WEAK' # a program with two copies of one prefix must not link

# A small copy that searches toolkits reads the library's own variable.
sed 's/^sonames.*/&\nhome_variables = ["ONE_HOME"]/' one.toml >home.toml
"$SOURCE/dev" vendor home.toml --search env,toolkit -o home
$CC -Ihome main.c home/lazynccl.c -o try-home
LAZYNCCL_SEARCH=toolkit ONE_HOME=$stage/nvidia/one ./try-home >home.said
says home.said "^toolkit +$stage/nvidia/one/lib/libone.so.1: taken$"

# It also omits code that only libraries which belong together need.
says_not one/lazynccl.c '^/\* Handles related libraries'
sed 's/^sonames.*/&\ncompanion = "libone-more.so.{major}.{minor}"/' one.toml >companion.toml
"$SOURCE/dev" vendor companion.toml --search full -o companion
says companion/lazynccl.c '^/\* Handles related libraries'

# The size is measured with the options of the archive, without the page of slots and without checks
# that some distributions' compilers add.
if [ "$(uname -m)" = x86_64 ] && gcc --version >/dev/null 2>&1; then
    gcc -Os -fno-asynchronous-unwind-tables -fcf-protection=none -fno-stack-protector \
        -c one/lazynccl.c -o one.o
    bytes=$(($(size one.o | awk 'NR == 2 { print $1 + $2 + $3 }') - 4096))
    [ $bytes -le $((31 * 1024 + 256)) ] || fail "the runtime has $bytes bytes"
fi

mkdir tree
cp -r "$SOURCE/gen" "$SOURCE/src" "$SOURCE/include" "$SOURCE/stubs" "$SOURCE/meson.build" tree
"$PYTHON" tree/gen vendor nccl -o before
cp one.toml tree/stubs
"$PYTHON" tree/gen vendor nccl -o after
cmp before/lazynccl.c after/lazynccl.c
cmp before/lazynccl.h after/lazynccl.h
