# `gen link LIBRARY.so... -o FOLDER` writes an archive of each library for -L. A program has only the functions and
# notes that it uses, and one runtime for all libraries. Bad input is refused in one line.

echo 'int one(void) { return 1; } int one_more(void) { return 2; } int one_data;
void *memccpy(void *to, const void *from, int c, unsigned long size) { return to; }' >one.c
echo 'int two(void) { return 2; }' >two.c
echo 'TWO_1 { global: *; };' >two.map
toy one
toy two -Wl,--version-script=two.map
mkdir fallbacks
printf '[absent.names]\n"two" = "-7"\n' >fallbacks/two.toml
LAZY_FALLBACKS=fallbacks "$PYTHON" "$SOURCE/gen" link lib/libone.so lib/libtwo.so.1 -o lazy >said
equal "$(cat said)" 'lazy/libone.a: 2 functions of libone.so.1; no variables: one_data
lazy/libtwo.a: 1 functions of libtwo.so.1
link with -Llazy and -lNAME; a build that names a library by its path links it directly: check with readelf -d PROGRAM'
shows "link with -L'la zy' and" "$PYTHON" "$SOURCE/gen" link lib/libtwo.so.1 -o 'la zy'
with_libc >main.c <<'END'
int one(void), two(void);
int main(int count, char **words)
{
    char to[4];
    memccpy(to, "abc", 'b', 3);
    return printf("%d %d\n", two(), count > 1 ? one() : 0) < 0;
}
END
for linker in bfd gold lld mold; do
    can_link $CC -fuse-ld=$linker || continue
    for pie in -pie -no-pie; do
        $CC -fuse-ld=$linker $pie -fPIE main.c -Llazy -Llib -lone -ltwo -o program -ldl
        equal "$(loads program)" ''
        equal "$(LD_LIBRARY_PATH=$PWD/lib ./program all)" '2 1'
        equal "$(./program)" '-7 0'
        ./program all >said 2>&1 && fail "it runs without libone"
        says said '^lazylink: one: libone.so.1: cannot open shared object file'
        grep -q one_more program && fail "the program has a function that it does not use"
        equal "$(nm program | grep -c ' lazylink_first$')" 1
        readelf -p .note.dlopen program >note
        equal "$(grep -c '"soname"' note)" 2
    done
    echo "$linker"
done

# The runtime of either archive serves both libraries, though only one has symbol versions. A function
# in another version is absent.
mkdir other
sed s/TWO_1/TWO_2/ two.map >other.map
$CC -shared -fPIC two.c -o other/libtwo.so.1 -Wl,--version-script=other.map
with_libc >both.c <<'END'
int one_more(void), two(void);
int main(void) { return printf("%d %d\n", one_more(), two()) < 0; }
END
for order in '-lone -ltwo' '-ltwo -lone'; do
    $CC both.c -Llazy $order -o program -ldl
    equal "$(LD_LIBRARY_PATH=$PWD/lib ./program)" '2 2'
    equal "$(LD_LIBRARY_PATH=$PWD/other:$PWD/lib ./program)" '2 -7'
done

# Notes only of the library that is used, and nothing that cannot be pruned: the second library costs
# its slots and less than 500 bytes.
echo 'int two(void); int main(void) { return two(); }' >few.c
$CC few.c -Llazy -lone -ltwo -o program -ldl
readelf -p .note.dlopen program >note
equal "$(grep -o 'soname[^]]*' note)" 'soname":["libtwo.so.1"'
seq -f 'int many_%g(void) { return 1; }' 300 >many.c
toy many
"$PYTHON" "$SOURCE/gen" link lib/libmany.so -o lazy >said
echo 'int many_7(void), two(void); int main(void) { return many_7() != 1 || two() != 2; }' >more.c
$CC more.c -Llazy -lmany -ltwo -o more -ldl
LD_LIBRARY_PATH=$PWD/lib ./more # libtwo has versions, and libmany has none
bytes=$(($(size -A more | awk '/^\.(text|rodata)/ { sum += $2 } END { print sum }') - \
    $(size -A program | awk '/^\.(text|rodata)/ { sum += $2 } END { print sum }')))
echo "one of 300 functions: $bytes bytes of code and read-only data"
[ $bytes -le 1200 ] || fail "not pruned"

# Nothing is known of the program, so the library is opened at the start, unless its file says when.
echo 'int two(void);
int main(void) { return chdir("/") || two() != 2; }' | with_libc >moves.c
$CC moves.c -Llazy -ltwo -o program -ldl
LD_LIBRARY_PATH=$PWD/lib ./program || fail "opened after main() began"
printf 'open = "call"\n[absent.names]\n"two" = "-7"\n' >fallbacks/two.toml
LAZY_FALLBACKS=fallbacks "$PYTHON" "$SOURCE/gen" link lib/libtwo.so.1 -o at-call >said
$CC moves.c -Lat-call -ltwo -o program -ldl
! LD_LIBRARY_PATH=lib ./program || fail "opened before the first call"
$CC both.c -Lat-call -Llazy -ltwo -lone -o program -ldl # libone is opened at the start
equal "$(LD_LIBRARY_PATH=$PWD/lib ./program)" '2 2'

# A call of the program's function in a fallback links without this function, too.
printf '[absent.names]\n"two" = "call own"\n' >fallbacks/two.toml
LAZY_FALLBACKS=fallbacks "$PYTHON" "$SOURCE/gen" link lib/libtwo.so.1 -o called >said
$CC few.c -Lcalled -ltwo -o program -ldl
./program >said 2>&1 && fail "it runs without libtwo"
says said '^lazylink: two: libtwo.so.1: cannot open'
echo 'int own(void) { return 0; }' >>few.c
$CC few.c -Lcalled -ltwo -o program -ldl
./program
echo 'char one_more(void); int main(void) { return one_more(); }' >probe.c
$CC -w probe.c -Llazy -lone -o probe -ldl

# refuses_file PATTERN FILE
refuses_file()
{
    exits 1 "$PYTHON" "$SOURCE/gen" link "$2" -o none >said 2>&1
    equal "$(wc -l <said)" 1
    says said "^lazynccl link: $1"
}
AR=false refuses_file "false: exit status 1" lib/libone.so
refuses_file 'main.c: not a shared library$' main.c
echo 'INPUT ( of no linker )' >notes.txt
refuses_file 'notes.txt: not a shared library$' notes.txt
echo 'INPUT ( lib/libone.so.1 )' >lib/libscript.so
refuses_file 'lib/libscript.so: not a shared library: give the file that this linker script names$' lib/libscript.so
cp one.c m.c
toy m
refuses_file 'lib/libm.so cannot be lazy: it belongs to the C library or the compiler: leave it out$' lib/libm.so
refuses_file 'nowhere.so: neither in this folder nor among the libraries of .*: give its path$' nowhere.so
for cross in aarch64-linux-gnu-gcc x86_64-linux-gnu-gcc; do
    [ "${cross%%-*}" != "$(uname -m)" ] || continue
    can_link $cross || continue
    $cross -shared -fPIC two.c -o lib/libforeign.so
    refuses_file 'lib/libforeign.so is for another machine than .*: set COLLECT_GCC to a compiler for it$' \
        lib/libforeign.so
    COLLECT_GCC=$cross "$PYTHON" "$SOURCE/gen" link lib/libforeign.so -o foreign >said
    $cross few.c -Lforeign -lforeign -o program 2>said || fail "the advice does not help: $(cat said)"
done
: >lib/libempty.so
refuses_file 'lib/libempty.so: not a shared library$' lib/libempty.so
toy data 'int only_data = 1;'
refuses_file 'lib/libdata.so: exports no functions$' lib/libdata.so

# A fallback value that is the reason: libeconf's error text, from lazynccl's own file
toy econf 'int econf_readFile(void) { return 0; } char *econf_errString(int error) { return 0; }'
"$PYTHON" "$SOURCE/gen" link lib/libeconf.so -o reason >said
echo 'int econf_readFile(void);
const char *econf_errString(int);
int main(void) { return puts(econf_errString(econf_readFile())) < 0; }' | with_libc >text.c
for words in -leconf '-Wl,-u,one_more -lone -leconf' '-Wl,-u,one_more -leconf -lone'; do # either runtime
    $CC text.c -Lreason -Llazy $words -o program -ldl
    shows '^libeconf.so.[01]: cannot open shared object file' ./program
done
