# If no library is named in LAZY_LIBS or -lazy-lNAME, the wrapper runs the real linker itself: gcc's,
# or the next one in PATH. A response file, which may contain -lazy-lNAME, is left to Python.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/link.sh"

echo 'int one(void) { return 1; }' >one.c
toy one
echo 'int one(void); int main(void) { return one() != 1; }' >main.c
export LAZY_PYTHON=/nowhere/python
unset LAZY_LIBS
for compiler in "$CC" clang; do
    command -v ${compiler##* } >/dev/null || continue
    rm -f program
    lazily $compiler main.c -Llib -lone -o program
    equal "$(loads program)" libone.so.1
done

# No compiler says which linker it is: the wrapper's folder is in PATH, as it is or by another name.
$CC -c main.c
(
    unset COLLECT_GCC
    ln -s "$wrapper" elsewhere
    PATH=$stage/elsewhere:$wrapper:/nowhere::$PATH ld -r main.o -o joined.o
)
[ -f joined.o ] || fail "not linked"

for word in -Wl,-lazy-lone @words; do
    echo -Wl,@"$stage/inner" >words
    echo -lazy-lone >inner
    status=0
    lazily $CC main.c -Llib $word -o program 2>said || status=$?
    [ "$status" != 0 ] || fail "$word does not start Python"
    says said /nowhere/python
done
LAZY_LIBS=one
export LAZY_LIBS
! lazily $CC main.c -Llib -lone -o program 2>said || fail "LAZY_LIBS does not start Python"
says said /nowhere/python
export LAZY_PYTHON="$PYTHON"
lazily $CC main.c -Llib -lone -o program
equal "$(loads program)" ''
