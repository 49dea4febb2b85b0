# The wrapper refuses a library that dlopen() would not load as ld.so does. What the program has in common with a
# library stays exported. The array of tests/combinations has the library's own flags, and weak symbols.
export LAZY_LIBS=toy:stop

echo 'int toy(void) { return 3; }' >toy.c
echo 'int toy(void); int main(void) { return toy() != 3; }' >main.c
advice='take toy out of LAZY_LIBS, and write -ltoy for -lazy-ltoy$'

# A flag of a library that is opened with it
toy static 'static __thread char memory[4000] __attribute__((tls_model("initial-exec")));
int inner(void) { return *memory; }'
toy toy 'int inner(void); int toy(void) { return inner() + 3; }' -Llib -lstatic
refuses "libtoy.so.1 cannot be lazy: it needs libstatic.so.1: .*DF_STATIC_TLS.: $advice" \
    $CC main.c -Llib -Wl,-rpath-link,lib -ltoy
lazily $CC main.c -Llib -Wl,--no-as-needed -ltoy -lstatic -o program || fail "libstatic is direct"
LD_LIBRARY_PATH=$PWD/lib ./program

# Symbols from another library, which may be lazy, too
toy inner 'int inner(void) { return 0; }'
toy toy
for list in toy,inner inner,toy; do
    LAZY_LIBS=$list refuses "libtoy.so.1 uses inner of libinner.so.1, which it does not need: $advice" \
        $CC main.c -Llib -Wl,--no-as-needed -ltoy -linner
done
LAZY_LIBS=inner:stop refuses 'libinner.so.1 cannot be lazy: libtoy.so.1 uses its inner without needing it: ' \
    $CC main.c -Llib -Wl,--no-as-needed -ltoy -linner
refuses "libtoy.so.1 uses inner of libinner.so.1, which it does not need: $advice" \
    $CC -shared -fPIC main.c -Llib -Wl,--no-as-needed -ltoy -linner
refuses "libtoy.so.1 needs inner, which no library of the link has: $advice" \
    $CC main.c -Llib -ltoy -Wl,--allow-shlib-undefined
lazily $CC main.c -Llib -Wl,--no-as-needed -ltoy -linner -o program || fail "libinner is direct"
LD_LIBRARY_PATH=$PWD/lib ./program
toy toy -Llib -linner
LAZY_LIBS=toy,inner lazily $CC main.c -Llib -Wl,--no-as-needed -ltoy -linner -o program
equal "$(loads program)" ''
LD_LIBRARY_PATH=$PWD/lib ./program

# Functions of the program that the library calls, or replaces its own by
echo 'int hook(void), own(void); int own(void) { return 0; } int toy(void) { return hook() + own(); }' >toy.c
toy toy
echo 'int hook(void) { return 1; } int own(void) { return 2; }' >>main.c
for linker in bfd gold lld mold; do
    can_link $CC -fuse-ld=$linker || continue
    lazily $CC -fuse-ld=$linker main.c -Llib -ltoy -o program
    LD_LIBRARY_PATH=$PWD/lib ./program || fail "$linker: other functions than with a direct link"
done
refuses "libtoy.so.1 uses hook of program, which it does not need: $advice" \
    $CC -shared -fPIC main.c -Llib -ltoy

# A linker that does not say what it reads, or whose second link is not what was asked for
mkdir bad
cat >bad/ld <<'END'
#!/bin/sh
case " $*" in *" $LAZY_CACHE/"*) second=yes ;; *) second='' ;; esac
before=''
for word; do
    shift
    [ "$before" != -o ] || output=$word
    before=$word
    case $BAD$second:$word in
    silent:--trace) continue ;;
    ignoresyes:"$LAZY_CACHE"/*) continue ;;
    exportsyes:--export-dynamic-symbol=*) continue ;;
    writableyes:relro) word=norelro ;;
    esac
    set -- "$@" "$word"
done
[ "$BAD$second" != copiesyes ] || set -- copies.o "$@"
[ "$BAD$second" != textyes ] || exec cp "$0" "$output"
exec "$REAL" "$@"
END
chmod +x bad/ld
REAL=$(command -v ld)
export BAD REAL

# second PATTERN [OPTION]: refuses the program that the linker bad/ld writes with this word in BAD.
second()
{
    PATH=$PWD/bad:$PATH refuses "$1" $CC main.c -Llib -ltoy -Wl,-z,relro ${2-}
}
if [ "$($CC -print-prog-name=ld)" = ld ]; then
    BAD=silent second '^lazynccl link: libtoy.so.1: the linker does not say which file this is$'
    BAD=ignores second "libtoy.so.1 cannot be lazy: the linker takes toy from it in the second link, too: $advice"
    BAD=exports second "libtoy.so.1 cannot be lazy: the linker does not export (hook|own), which it uses: $advice"
    BAD=writable second '^lazynccl link: program: the second link left .* writable$'
    BAD=text second '^lazynccl link: program: not an ELF file after the second link$'
    echo 'int variable = 1;' >>toy.c
    echo 'TOY_1 { global: *; };' >toy.map
    toy toy -Wl,--version-script=toy.map
    echo 'extern int variable; int copy(void) { return variable; }' >copies.c
    $CC -fno-pie -c copies.c
    BAD=copies second "libtoy.so.1 cannot be lazy: the program still needs it after the second link: $advice" -no-pie
    toy toy
    BAD=copies second "libtoy.so.1 cannot be lazy: the program uses its variable variable: $advice" -no-pie
fi

# Paths that depend on the folder of the process, if the library is opened at the first call
echo 'int toy(void) { return 3; }' >toy.c
echo 'int toy(void); int main(void) { return toy() != 3; }' >main.c
toy toy
LAZY_LIBS=toy:call:stop
for path in lib '$ORIGIN:.' /nowhere: .; do
    refuses "program searches .* for libraries, which depends on the current folder: $advice" \
        $CC main.c -Llib -ltoy "-Wl,-rpath,$path"
done
lazily $CC main.c -Llib -ltoy '-Wl,-rpath,$ORIGIN/lib:/nowhere' -o program
(cd / && "$stage/program")
$CC -shared -fPIC toy.c -o lib/libplain.so
LAZY_LIBS=plain:call refuses 'program needs lib/libplain.so, which depends on the current folder: ' \
    $CC main.c lib/libplain.so
LAZY_LIBS=plain:call lazily $CC main.c "$PWD/lib/libplain.so" -o program
./program
toy toy -Wl,-rpath,lib
refuses "libtoy.so.1 searches lib for libraries, which depends on the current folder: $advice" \
    $CC main.c -Llib -ltoy
toy toy
LAZY_LIBS=toy:stop

# A function in an old version, for which the linker goes on to the library
echo 'int one(void) { return 1; } int two(void) { return 2; }
__asm__(".symver one,same@V_1; .symver two,same@@V_2");' >toy.c
echo 'V_1 { global: same; }; V_2 { global: same; };' >toy.map
toy toy -Wl,--version-script=toy.map
echo '__asm__(".symver same,same@V_1"); int same(void); int main(void) { return same() != 1; }' >old.c
for linker in bfd gold lld mold; do
    can_link $CC -fuse-ld=$linker || continue
    rm -f program
    if lazily $CC -fuse-ld=$linker old.c -Llib -ltoy -o program 2>said; then
        LD_LIBRARY_PATH=$PWD/lib ./program || fail "$linker: another version"
    else
        says said "^lazynccl link: libtoy.so.1 cannot be lazy: .*same.*: $advice"
        [ ! -e program ] || fail "a program is left"
    fi
done
