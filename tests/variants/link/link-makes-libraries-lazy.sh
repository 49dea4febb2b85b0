# A program that is linked through the wrapper opens the libraries of LAZY_LIBS or -lazy-lNAME at the first call,
# with every linker, and has notes and functions only of what it uses. Other libraries stay direct.

echo 'int one(void) { return 1; }
int one_more(int x) { return x + 1; }
int one_unused(void) { return 0; }' >one.c
echo 'int two(void) { return 2; } int three(void) { return 3; }
__asm__(".symver two,same@TWO_1; .symver three,same@@TWO_2");' >two.c
echo 'TWO_1 { global: two; }; TWO_2 { global: three; };' >two.map
echo 'int other(void) { return 9; } int never(void) { return 0; }' >other.c
toy one
toy two -Wl,--version-script=two.map
toy other
with_libc >main.c <<'END'
int one(void), one_more(int), same(void), other(void);
static int (*const pointer)(int) = one_more;
int main(int count, char **words)
{
    if (count > 1)
        printf("%d %d %d ", one(), pointer(4), same());
    return printf("%d\n", other()) != 2;
}
END
$CC -c main.c -o main.o

# checks PROGRAM: checks the result of every kind of link.
checks()
{
    equal "$(loads "$1")" libother.so.1
    equal "$(LD_LIBRARY_PATH=$stage/lib "./$1" all)" '1 5 3 9'
    mkdir -p only
    cp lib/libother.so.1 only
    equal "$(LD_LIBRARY_PATH=$PWD/only "./$1")" 9
    LD_LIBRARY_PATH=$PWD/only "./$1" all >said 2>&1 && fail "$1 runs without libone"
    says said '^lazylink: (one|same): lib(one|two).so.1: cannot open shared object file: No such file'
    equal "$(readelf -p .note.dlopen "$1" | grep -o 'soname[^]]*' | sort)" 'soname":["libone.so.1"
soname":["libtwo.so.1"'
    grep -q one_unused "$1" && fail "$1 has a function that it does not use"
    rm "$1"
}

export LAZY_LIBS=one:stop,two:stop
for linker in $(each_of bfd gold lld mold); do
    can_link $CC -fuse-ld=$linker || continue
    for pie in -pie -no-pie; do
        $CC $pie -fPIE -c main.c -o form.o
        lazily $CC -fuse-ld=$linker $pie form.o -Llib -lone -ltwo -lother -o program
        checks program
    done
    echo "$linker"
done

# Without an option, for builds that choose the compiler themselves
for compiler in $(each_of gcc clang); do
    can_link $compiler || continue
    COMPILER_PATH=$wrapper $compiler main.o -Llib -lone -ltwo -lother -o program
    checks program
done
lazily $CC main.o -L lib -l one -l two -l other -o program
checks program
lazily $CC main.o -Llib -l:libone.so.1 lib/libtwo.so "$PWD/lib/libother.so" -o program
says_not program libother.so.2
lazily $CC main.o -Llib lib/libone.so.1 -ltwo -lother -Wl,--gc-sections,--as-needed,-z,now -o program
checks program
lazily $CC -Wl,--as-needed main.o -Llib -lone -lone lib/libtwo.so -ltwo -lother -o program
checks program

# clang, which finds its linker by -B or --ld-path, with link-time optimization
if can_link clang; then
    clang -c main.c -o clang.o
    for words in "-B$wrapper" "--ld-path=$wrapper/ld" "-B$wrapper -fuse-ld=bfd" "-B$wrapper -fuse-ld=lld" \
        "-B$wrapper -fuse-ld=gold" "-B$wrapper -fuse-ld=lld -flto=thin"; do
        can_link clang ${words#* } || continue
        clang $words clang.o -Llib -lone -ltwo -lother -o program
        checks program
        ! is_brief || break
    done
    echo clang
fi

# Compilers for other machines, which have their own linkers
for machine in aarch64 riscv64; do
    cross=$machine-linux-gnu-gcc
    can_link $cross || continue
    mkdir -p $machine
    $cross -w -shared -fPIC one.c -o $machine/libone.so -Wl,-soname,libone.so
    echo 'int one(void); int main(void) { return one() != 1; }' >cross.c
    LAZY_LIBS=one lazily $cross cross.c -L$machine -lone -o cross
    readelf -d cross >dynamic
    says_not dynamic "NEEDED.*libone"
    if command -v qemu-$machine >/dev/null; then
        qemu-$machine -L /usr/$machine-linux-gnu -E LD_LIBRARY_PATH=$PWD/$machine cross
    fi
    echo "$machine"
done

# Response files of the driver and of the linker, with quoted words.
echo "main.o '-L'lib \"-lone\" -lt\\wo" >words
echo '-lother' >more
lazily $CC @words -Wl,@more -o program
checks program
equal "$(cd "$SOURCE" && "$PYTHON" -B -c 'import sys
from gen.link.command import split
print(*split(sys.stdin.read()), sep="|")' <"$stage/words")" 'main.o|-Llib|-lone|-ltwo'
# A line that is too long for the kernel, which here accepts 256 KiB
mkdir "a \"long' line"
cp lib/libother.so "a \"long' line/libfar.so"
{ yes -- --no-as-needed | head -n 20000; echo "\"-La \\\"long' line\" -lfar"; } >more
(ulimit -s 1024 && lazily $CC @words -Wl,@more -o program)
checks program

# The linker's list of dependencies names the program.
for linker in $(each_of bfd gold lld mold); do
    can_link $CC -fuse-ld=$linker -Wl,--dependency-file=depends || continue
    lazily $CC -fuse-ld=$linker main.o -Llib -lone -ltwo -lother -o program -Wl,--dependency-file=depends
    checks program
    says depends '^program:'
done
lazily $CC main.o -Llib -lone -ltwo -lother -o /dev/null
[ -c /dev/null ] || fail "/dev/null is a file"

# A linker script in place of the library.
mkdir script
echo 'INPUT ( libone.so.1 ) GROUP ( AS_NEEDED ( libtwo.so.1 ) )' >script/libboth.so
lazily $CC main.o -Lscript -Llib -lboth -lother -o program
checks program

# Apple's spelling, also before the objects
(unset LAZY_LIBS; lazily $CC -Llib -Wl,-lazy-lone main.o -Wl,-lazy-ltwo -lother -o program)
checks program

# Link-time optimization, also with an archive.
if can_link $CC -flto; then
    $CC -flto -O2 -c main.c -o lto.o
    lazily $CC -flto -O2 lto.o -Llib -lone -ltwo -lother -o program
    checks program
fi
ar rcs libmain.a main.o
lazily $CC -Wl,--whole-archive libmain.a -Wl,--no-whole-archive -Llib -lone -ltwo -lother -o program
checks program

# A shared library has its own copy, and a program that is linked with it has none.
echo 'int one(void); int part(void) { return one(); }' >part.c
lazily $CC -shared -fPIC part.c -Llib -lone -o lib/libpart.so
echo 'int part(void); int main(void) { return part() != 1; }' >user.c
lazily $CC user.c -Llib -lpart -lone -Wl,--as-needed -o user
equal "$(loads lib/libpart.so)" ''
equal "$(loads user)" libpart.so
LD_LIBRARY_PATH=$stage/lib ./user

# Without a SONAME, the copy opens the name that the linker would have written.
$CC -shared -fPIC one.c -o lib/libplain.so
LAZY_LIBS=plain lazily $CC user.c part.c -Llib -lplain -o program
equal "$(loads program)" ''
LD_LIBRARY_PATH=$stage/lib ./program

# Names of which a C name keeps the same letters, and a library of which no function is used
number=0
for name in pq p-q p_q; do
    number=$((number + 1))
    echo "int in_$number(void) { return $number; }" >"$name.c"
    toy "$name"
done
echo 'int in_1(void), in_2(void), in_3(void);
int main(void) { return in_1() + in_2() + in_3() != 6; }' >alike.c
LAZY_LIBS=pq,p-q,p_q,two lazily $CC alike.c -Llib -Wl,--no-as-needed -lpq -lp-q -lp_q -ltwo -o alike
equal "$(loads alike)" ''
LD_LIBRARY_PATH=$stage/lib ./alike

# If a file needs no library of LAZY_LIBS, it is the same as without the wrapper.
$CC user.c part.c one.c -o direct
lazily $CC user.c part.c one.c -o program
cmp direct program
$CC -c one.c
ar rcs lib/libone.a one.o
lazily $CC user.c part.c -Llib -Wl,-Bstatic -lone -Wl,-Bdynamic -o program
rm lib/libone.a
./program
if grep -q lazylink program; then fail "a static library is lazy"; fi

# The program replaces functions by --wrap, of which the copy calls the real ones; with --wrap alone, it links as
# without the wrapper.
echo '#include <stdio.h>
void *__real_dlopen(const char *, int);
void *__wrap_dlopen(const char *file, int mode) { puts("wrapped"); return __real_dlopen(file, mode); }
int one(void);
int main(void) { return one() != 1; }' >wraps.c
LAZY_LIBS=one lazily $CC -w wraps.c -Llib -lone -Wl,--wrap=dlopen,--wrap,abort -o wraps
equal "$(loads wraps)" ''
equal "$(LD_LIBRARY_PATH=$PWD/lib ./wraps)" ''
