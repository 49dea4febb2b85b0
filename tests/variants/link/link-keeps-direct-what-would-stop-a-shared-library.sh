# If a shared library uses a function that would stop, its library stays linked directly, with one line, and the
# link succeeds, also with an interpreter. NAME:stop, also after a mode, makes it lazy. `link --check` accepts both.

echo 'int level = 7; int value(void) { return 1; } int size(void) { return 2; } int total(void) { return 3; }' >toy.c
toy toy
toy other 'int more(void) { return 4; }'
mkdir own
printf '[absent.answers]\n[absent.names]\n"value" = "-1"\n' >own/toy.toml
printf '[absent.functions]\nmore = "-4"\n' >own/other.toml
export LAZY_FALLBACKS=own LAZY_LIBS=toy,other
echo 'int value(void); int use(void) { return value(); }' >value.c
echo 'int value(void), size(void), more(void); int use(void) { return value() + size() + more(); }
const char interpreter[] __attribute__((section(".interp"))) = "/lib/ld.so";' >sizes.c

# links OUTPUT LIBRARIES SOURCE...: links a shared library, and compares what it loads; `said` has the output.
links()
{
    output=$1 libraries=$2
    shift 2
    lazily $CC -shared -fPIC "$@" -Llib -ltoy -lother -o "$output" 2>said || fail "$(cat said)"
    equal "$(loads "$output")" "$libraries"
}
for time in first cached; do
    links libuse.so '' value.c
    equal "$(cat said)" ''
    links libsize.so libtoy.so.1 sizes.c
    equal "$(cat said)" "lazynccl link: libsize.so: libtoy.so.1 stays linked directly, because without it calls of \
size would stop programs that load this library: write their values to toy.toml in a folder of LAZY_FALLBACKS, or toy:stop in LAZY_LIBS"
done
readelf -p .note.dlopen libsize.so >note
says note libother.so.1
says_not note libtoy
LAZY_FALLBACKS='' links libsize.so 'libtoy.so.1 libother.so.1' sizes.c
equal "$(wc -l <said)" 2
says said 'libtoy.so.1 stays linked directly, because without it calls of size, value would stop'
says said 'libother.so.1 stays linked directly, because without it calls of more would stop'
LAZY_FALLBACKS='' links libuse.so libtoy.so.1 value.c
readelf -SW libuse.so >sections
says_not sections lazynccl # what the linker alone would have written

# A program chooses for itself; -lazy-lNAME is like LAZY_LIBS; with LAZY_DIRECT, what is direct is not kept.
echo 'int size(void); int main(void) { return size() != 2; }' >main.c
lazily $CC main.c -Llib -ltoy -o program 2>said
equal "$(loads program)$(cat said)" ''
LAZY_LIBS='' lazily $CC -shared -fPIC sizes.c -Llib -Wl,-lazy-ltoy -Wl,-lazy-lother -o liblazy.so 2>said
equal "$(loads liblazy.so)" libtoy.so.1
LAZY_FALLBACKS='' LAZY_DIRECT=kept links libsize.so 'libtoy.so.1 libother.so.1' sizes.c
[ ! -e kept ] || fail "kept: $(find kept)"
LAZY_DIRECT=kept links libsize.so libtoy.so.1 sizes.c
equal "$(loads kept/required"$PWD"/libsize.so), $(loads kept/recommended"$PWD"/libsize.so)" \
    'libtoy.so.1, libtoy.so.1 libother.so.1'

# The abort on request; LAZY_STRICT does not refuse it.
for word in toy:stop toy:start:stop toy:call:stop toy:auto:stop toy,libtoy.so.1:stop; do
    LAZY_LIBS=$word,other LAZY_STRICT=1 LAZY_VERBOSE=1 links libstop.so '' sizes.c
    case $word in
    *call*) says said 'libstop.so: libtoy.so.1 opens at the first call: as chosen$' ;;
    *start*) says said 'libstop.so: libtoy.so.1 opens at the start: as chosen$' ;;
    *) says said 'libstop.so: libtoy.so.1 opens at the start: the output is a shared library$' ;;
    esac
done
LAZY_LIBS=toy:stop LAZY_STRICT=1 lazily $CC main.c -Llib -ltoy -o program
LAZY_STRICT=1 refuses 'libtoy.so.1: size stops the program' $CC main.c -Llib -ltoy
echo 'int use(void); int main(void) { return use() != 7; }' >uses.c
$CC uses.c -Wl,--allow-shlib-undefined ./libstop.so -o uses
LD_LIBRARY_PATH=lib ./uses || fail "with the libraries: $?"
exits 134 ./uses 2>said
says said '^lazylink: value|size: libtoy.so.1: cannot open'
for list in toy:stop:start toy:stop:stop toy:call:later:stop; do
    LAZY_LIBS=$list refuses "^lazynccl link: LAZY_LIBS: $list: write NAME, .* or NAME:MODE:stop; MODE is call, start or auto$" \
        $CC main.c -Llib -ltoy
done

# A variable ends the link, as in a program.
echo 'extern int level; int use(void) { return level; }' >level.c
refuses 'libtoy.so.1 cannot be lazy: .*uses its variable level' $CC -shared -fPIC level.c -Llib -ltoy

# checks STATUS FILE...
checks()
{
    expected=$1
    shift
    status=0
    LIBRARY_PATH=lib "$PYTHON" "$SOURCE/gen" link --check "$@" >said 2>&1 || status=$?
    equal "$status $(cat said)" "$expected"
}
checks '0 ' libsize.so
why="it was not linked through lazynccl's linker"
LAZY_LIBS=toy:stop,other checks "1 lazynccl link: libsize.so: needs libtoy.so.1: $why" libsize.so
$CC -shared -fPIC value.c -Llib -ltoy -o libuse.so
LAZY_LIBS=toy checks "1 lazynccl link: libuse.so: needs libtoy.so.1: $why" libuse.so
$CC main.c -Llib -ltoy -o direct
LAZY_LIBS=toy checks "1 lazynccl link: direct: needs libtoy.so.1: $why" direct
# A function that two libraries define is the first one's.
toy twin 'int size(void) { return 5; }'
echo 'int value(void), size(void); int use(void) { return value() + size(); }' >twins.c
$CC -shared -fPIC twins.c -Llib -ltwin -ltoy -o libtwins.so
LAZY_LIBS=toy checks "1 lazynccl link: libtwins.so: needs libtoy.so.1: $why" libtwins.so
mv lib away
LAZY_LIBS=toy checks "1 lazynccl link: libsize.so: needs libtoy.so.1: cannot see whether its calls may stop, because \
it is not found: add its folder to LIBRARY_PATH" libsize.so
