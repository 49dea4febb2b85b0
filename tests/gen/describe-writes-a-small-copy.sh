# A new stub has a prefix of its own and search = "soname", so that copies of two libraries fit in one
# program, and each is small. The last line of the report names what needs the full search. A stub that
# becomes a part of liblazynccl has neither.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/gen/describe.sh"

for name in toy other; do
    echo "int ${name}Five(void);" >$name.h
    echo "int ${name}Five(void) { return 5; }" >$name.c
    library $name.c lib$name.so.1
    describe 0 $name.h lib$name.so.1 -o $name.toml --fail int=-1
    "$PYTHON" "$SOURCE/gen" vendor $name.toml -o $name >said.$name 2>&1
    says_not said.$name warning
done
equal "$(tail -n 1 said)" 'a copy opens libother.so.1 only: LAZYOTHER_LIBPATH, the other search locations and the report need search = "full"'
row 'prefix = "lazytoy"'
row 'search = "soname"'
cat >main.c <<'END2'
#include "other.h"
#include "toy.h"
int main(void) { return toyFive() + otherFive(); }
END2
$CC main.c toy/lazynccl.c other/lazynccl.c -o main
status=0
LD_LIBRARY_PATH=. ./main || status=$?
equal "$status" 10
mkdir only
mv libtoy.so.1 only
status=0
LD_LIBRARY_PATH=only ./main || status=$?
equal "$status" 4

# What the last line says is true: with search = "full", the variable names the file.
sed -i 's/^search = .*/search = "full"/' toy.toml
"$PYTHON" "$SOURCE/gen" vendor toy.toml -o full
$CC main.c full/lazynccl.c other/lazynccl.c -o main
status=0
LD_LIBRARY_PATH=. LAZYTOY_LIBPATH=$PWD/only/libtoy.so.1 ./main || status=$?
equal "$status" 10

mkdir -p tree/stubs
cp -R "$SOURCE/gen" tree/
"$PYTHON" tree/gen describe other.h libother.so.1 -o tree/stubs/other.toml >said
says_not said LIBPATH
says_not tree/stubs/other.toml '^(prefix|search)'
