# If no library is named in LAZY_LIBS or -lazy-lNAME, the wrapper runs the real linker itself: gcc's,
# or the next one in PATH. A response file, which may contain -lazy-lNAME, is left to Python.

toy one 'int one(void) { return 1; }'
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
    ! lazily $CC main.c -Llib $word -o program 2>said || fail "$word does not start Python"
    says said /nowhere/python
done
export LAZY_LIBS=one
! lazily $CC main.c -Llib -lone -o program 2>said || fail "LAZY_LIBS does not start Python"
says said /nowhere/python

# The library is not on the line: the shell decides, and the file is as without the wrapper.
toy one -Wl,-soname,libother.so.1
echo 'int main(void) { return 0; }' >none.c
$CC none.c -o direct
lazily $CC none.c -Llib -o program
cmp direct program
[ -z "$(find . -name '*.lazynccl')" ] || fail "an unfinished program is left"
! lazily $CC main.c -Llib -o program 2>said || fail "linked without the library"
says_not said /nowhere/python
[ ! -e program ] || fail "a program is left"
lazily $CC none.c -Llib -o /dev/null 2>said || says said /nowhere/python
# A linker script, or a SONAME, brings it in.
toy one
mkdir script
echo 'INPUT ( libone.so.1 )' >script/libboth.so
for words in '-Lscript -lboth' 'lib/libone.so.1 -lmissing'; do
    ! lazily $CC main.c -Llib $words -o program 2>said || fail "$words: linked directly"
    [ ! -e program ] || fail "$words: a direct program is left"
done
says said /nowhere/python
# Python 3.9
cat >older <<END
#!/bin/sh
shift
exec "$PYTHON" -ISB -c 'import itertools, runpy, sys
sys.argv = sys.argv[1:]
del itertools.pairwise
runpy.run_path(sys.argv[0], run_name="__main__")' "\$@"
END
chmod +x older
! LAZY_PYTHON=$stage/older lazily $CC main.c -Llib -lone -o program 2>said || fail "linked with an older Python"
equal "$(grep -c . said)" 2 # and gcc's
says said '^lazynccl needs Python 3.11, and .*/python[0-9.]* is older$'
export LAZY_PYTHON="$PYTHON"
lazily $CC main.c -Llib -lone -o program
equal "$(loads program)" ''

# A name without a library, which is nearly the name of another on the line, is a typing error.
for names in oen ones,one; do
    LAZY_LIBS=$names refuses 'no folder of this link has lib(oen|ones).so: did you mean one\? If' \
        $CC main.c -Llib -lone
done
cp lib/libone.so lib/libq.so
for name in qq Q; do
    LAZY_LIBS=$name refuses "has lib$name.so: did you mean q\\? If" $CC main.c -Llib -lq
done
mkdir far
cp lib/libone.so far/libones.so
LAZY_LIBS=ones,one lazily $CC main.c -Llib -Lfar -lone -o program || fail "the advice does not help"
LAZY_LIBS=distant,one lazily $CC main.c -Llib -lone -o program
equal "$(loads program)" ''

# Two installations in PATH do not call each other.
mkdir -p second/gen
cp -r "$SOURCE/gen/link" second/gen/link
(
    unset COLLECT_GCC
    export LAZY_LIBS=other LAZY_PYTHON=/nowhere/python
    PATH=$wrapper:$stage/second/gen/link/wrapper:$PATH timeout 20 ld -r main.o -o again.o
)
[ -f again.o ] || fail "not linked"
