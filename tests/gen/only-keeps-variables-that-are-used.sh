# With --only, a copy gives access to the variables that are named or that an object needs, and to
# no others.

# reaches WORD...: checks that the copy has these variables and no others.
reaches()
{
    sed -n 's/^#define \(toy_[a-z]*\) .*/\1/p' toy/lazynccl_data.h >reached
    equal "$(tr '\n' ' ' <reached)" "$*"
}

for prefix in lazynccl lazytoy; do
    sed "s/^sonames/data = [\"toy_list\", \"toy_other\"]\nprefix = \"$prefix\"\n&/" \
        "$SOURCE/tests/gen/one.toml" >toy.toml
    rm -rf toy
    "$PYTHON" "$SOURCE/gen" vendor toy.toml -o toy
    reaches toy_list toy_other ''
    cat >use.c <<'END'
#include "toy/lazynccl_data.h"
extern int toy_list[4];
int one(void);
int use(void) { return toy_list[0] + one(); }
END
    $CC -c use.c -o use.o
    "$PYTHON" "$SOURCE/gen" vendor toy.toml --only use.o -o toy
    reaches toy_list ''
    $CC -c use.c -o use.o
    $CC -Werror -shared -fPIC use.c toy/lazynccl.c -o use.so
    "$PYTHON" "$SOURCE/gen" vendor toy.toml --only one,toy_other -o toy
    reaches toy_other ''
    rm -r toy
    "$PYTHON" "$SOURCE/gen" vendor toy.toml --only one -o toy
    [ ! -e toy/lazynccl_data.h ] || fail "a header of no variables"
done
