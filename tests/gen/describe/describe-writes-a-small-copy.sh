# A new stub has a prefix of its own, so that copies of two libraries fit in one program. Each copy is
# small and reads its own variable. A stub that becomes a part of liblazynccl has no prefix.
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
exits 10 env LD_LIBRARY_PATH="$stage" ./main
mkdir only
mv libtoy.so.1 only
exits 4 env LD_LIBRARY_PATH="$stage/only" ./main

# The variable names the file.
exits 10 env LD_LIBRARY_PATH="$stage" LAZYTOY_LIBPATH="$PWD/only/libtoy.so.1" ./main

mkdir -p tree/stubs
cp -R "$SOURCE/gen" tree/
"$PYTHON" tree/gen describe other.h libother.so.1 -o tree/stubs/other.toml >said
says_not tree/stubs/other.toml '^prefix'
