# If a library cannot be lazy, the link through the wrapper fails with one line that names the
# symbol and says what to do. The linker's own errors are unchanged.

echo 'int data_function(void) { return 1; }
int data_variable = 7;
_Thread_local int data_thread = 8;' >data.c
echo 'int first(void) { return 1; } int second(void) { return 2; }
__asm__(".symver first,data_both@DATA_1; .symver second,data_both@@DATA_2");' >>data.c
echo 'DATA_1 { global: *; }; DATA_2 { global: data_both; };' >data.map
toy data -Wl,--version-script=data.map
echo 'extern int data_variable; int main(void) { return data_variable; }' >uses.c
echo 'extern _Thread_local int data_thread; int main(void) { return data_thread; }' >thread.c
echo 'int old(void), data_both(void); __asm__(".symver old,data_both@DATA_1");
int main(void) { return old() + data_both(); }' >both.c
$CC -c uses.c
$CC -fPIC -c uses.c -o pic.o

export LAZY_LIBS=data:stop
advice='take data out of LAZY_LIBS, and write -ldata for -lazy-ldata$'
refuses "libdata.so.1 cannot be lazy: uses.o uses its variable data_variable: $advice" \
    $CC uses.o -Llib -ldata
refuses "its variable data_variable: $advice" $CC pic.o -Llib -ldata
refuses "its variable data_variable: $advice" $CC -shared pic.o -Llib -ldata
refuses "its thread-local variable data_thread: $advice" $CC thread.c -Llib -ldata
refuses "the program uses data_both in two versions, DATA_[12] and DATA_[12]: $advice" \
    $CC both.c -Llib -ldata
(unset LAZY_LIBS; lazily $CC uses.o -Llib -ldata -o program) || fail "the advice does not help"

echo 'int main(void) { return 0; }' >main.c
LAZY_LIBS=c
refuses '^lazynccl link: lib.*c.* cannot be lazy: it belongs to the C library' $CC main.c
LAZY_LIBS=data:stop
library lib/libcudart.so 'int cudaFree(void *p) { return 0; }' -Wl,-soname,libcudart.so.12
echo 'int cudaFree(void *); int main(void) { return cudaFree(0); }' >free.c
LAZY_LIBS=cudart
refuses 'libcudart.so.12 cannot be lazy: it registers the program' $CC free.c -Llib -lcudart

cross=aarch64-linux-gnu-gcc
if can_link $cross; then
    mkdir vector
    echo '__attribute__((aarch64_vector_pcs)) int vector_sum(void) { return 1; }' >vector.c
    $cross -shared -fPIC vector.c -o vector/libvector.so -Wl,-soname,libvector.so.1
    echo 'int vector_sum(void); int main(void) { return vector_sum(); }' >sum.c
    LAZY_LIBS=vector refuses 'libvector.so.1 cannot be lazy: vector_sum takes its arguments in registers that C' \
        $cross sum.c -Lvector -lvector
fi

# -lazy-lNAME fails if the library is static or missing.
$CC -w -c data.c -o archived.o -Dmain=unused
mkdir static
ar rcs static/libalone.a archived.o
echo 'int data_function(void); int main(void) { return data_function() != 1; }' >calls.c
unset LAZY_LIBS
refuses '^lazynccl link: -lazy-lalone: the linker found no shared library: install libalone.so, or' \
    $CC calls.c -Lstatic -Wl,-lazy-lalone
lazily $CC calls.c -Lstatic -lalone -o program || fail "the advice does not help"

# errors of the linker: the words are its own, and nothing is linked
export LAZY_LIBS=data:stop
for words in '-lnowhere' 'script/libscript.so' '-Wl,-lazy-lnowhere'; do
    mkdir -p script
    echo 'INPUT ( libnothere.so.3 )' >script/libscript.so
    exits 1 lazily $CC calls.c -Llib -ldata $words -o program >said 2>&1
    says said 'ld.*(nowhere|nothere)'
    [ ! -e program ] || fail "a program is left of $words"
done

# If the second link fails or is ended, the file of the first, which is linked directly, does not have
# the name of the program, and is removed if the wrapper can.
mkdir other tmp
cat >other/ld <<'END'
#!/bin/sh
if mkdir first 2>/dev/null; then exec "$REAL" "$@"; fi
case $ENDS in
failure) exit 3 ;;
linker) kill -KILL $$ ;;
*) kill "-$ENDS" "$PPID" ;;
esac
END
chmod +x other/ld
REAL=$(command -v ld) || skip "ld is not installed"
export REAL
$CC -fPIC -c calls.c
for ENDS in failure linker TERM KILL; do
    rm -rf first
    status=0
    env -u COLLECT_GCC ENDS=$ENDS TMPDIR="$PWD/tmp" PATH="$PWD/other:$PATH" \
        "$wrapper/ld" -shared calls.o -Llib -ldata -o program || status=$?
    [ -e first ] || fail "the linker did not run"
    case $ENDS in
    failure) equal $status 3 ;;
    linker | KILL) equal $status 137 ;;
    TERM) equal $status 143 ;;
    esac
    [ ! -e program ] || fail "a program is left after $ENDS"
    [ "$ENDS" = KILL ] || equal "$(find . -name 'program.*')" ''
    equal "$(find tmp -type f)" ''
done

exits 1 "$PYTHON" "$SOURCE/gen" ld nowhere/ld -shared calls.o -Llib -ldata -o program 2>said
equal "$(cat said)" 'lazynccl link: nowhere/ld: No such file or directory'

# A fallback file with an error.
mkdir fallbacks
for row in 'x = "-1, oops"' '"*" = 3' 'x = "why"'; do
    printf '[absent.names]\n%s\n' "$row" >fallbacks/data.toml
    export LAZY_FALLBACKS=fallbacks
    refuses '^lazynccl link: fallbacks/data.toml:2: . must be an integer, as' $CC calls.c -Llib -ldata
done
printf '[absent.returns]\nint = "-1"\n' >fallbacks/data.toml
refuses 'fallbacks/data.toml:1: absent.returns needs \[functions\]' $CC calls.c -Llib -ldata
LAZY_FALLBACKS=nowhere
refuses '^lazynccl link: nowhere: LAZY_FALLBACKS must name folders' $CC calls.c -Llib -ldata
unset LAZY_FALLBACKS

# A file that the second link cannot read again
echo '{ global: *; };' >map
for linker in bfd gold lld mold; do
    cat map | $CC -fuse-ld=$linker -shared -fPIC calls.c -Wl,--version-script=/dev/fd/0 -o direct 2>said || continue
    cat map | refuses '^lazynccl link: /dev/fd/0 is a pipe, which cannot be read again' \
        $CC -fuse-ld=$linker -shared -fPIC calls.c -Llib -ldata -Wl,--version-script=/dev/fd/0
done
cat map | LAZY_LIBS=none lazily $CC -shared -fPIC calls.c -Llib -ldata -Wl,--version-script=/dev/fd/0 -o program

# A program that may call the library before it can be opened, whether symbols are bound at the start or not
cat >choose.c <<'END'
int calls(void);
static int one(void) { return 0; }
static int (*choose(void))(void) { return one; }
int chosen(void) __attribute__((ifunc("choose")));
int main(int count, char **words) { return count > 9 ? calls() : chosen(); }
END
toy choice 'int calls(void) { return 0; }'
for option in now lazy; do
    LAZY_LIBS=choice lazily $CC choose.c -Llib -lchoice -Wl,-z,$option -o program 2>said
    ./program
    says said '^lazynccl link: program: the program has IFUNC resolvers, which run before a library can be opened'
done
