# A new stub has a prefix of its own, so that copies of two libraries fit in one program. Each copy is
# small and reads its own variable. A stub that becomes a part of liblazynccl has no prefix.
. "$SOURCE/tests/gen/describe.sh"

for name in toy other; do
    echo "int ${name}Five(void);" >$name.h
    echo "int ${name}Five(void) { return 5; }" >$name.c
    library $name.c lib$name.so.1
    describe 0 $name.h lib$name.so.1 -o $name.toml --fail int=-1
    "$PYTHON" "$SOURCE/gen" vendor $name.toml -o $name >said.$name 2>&1
    says_not said.$name warning
done
row 'prefix = "lazytoy"'
cat >main.c <<'END2'
#include "other.h"
#include "toy.h"
int main(void) { return toyFive() + otherFive(); }
END2
$CC main.c toy/lazynccl.c other/lazynccl.c -o main
status=0
LD_LIBRARY_PATH=$stage ./main || status=$?
equal "$status" 10
mkdir only
mv libtoy.so.1 only
status=0
LD_LIBRARY_PATH=$stage/only ./main || status=$?
equal "$status" 4

# The variable names the file.
status=0
LD_LIBRARY_PATH=$stage LAZYTOY_LIBPATH=$PWD/only/libtoy.so.1 ./main || status=$?
equal "$status" 10

mkdir -p tree/stubs
cp -R "$SOURCE/gen" tree/
"$PYTHON" tree/gen describe other.h libother.so.1 -o tree/stubs/other.toml >said
says_not tree/stubs/other.toml '^prefix'
