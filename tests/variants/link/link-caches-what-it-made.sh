# The wrapper compiles the core and a program's table once, and decides once, until a file changes from which it
# was made. It uses no cache that others can change. Links do not meet, and leave nothing behind.
export LAZY_LIBS=toy:stop TMPDIR="$stage/tmp"
mkdir tmp

toy toy 'int toy(void) { return 3; } int more(void) { return 4; }'
echo 'int toy(void); int main(void) { return toy() != 3; }' >main.c
echo 'int more(void); int main(void) { return more() != 4; }' >more.c

# kept: prints how many objects are in the cache, and how many records: of objects, and of decisions.
kept()
{
    echo $(find cache/private -name '*.o' | wc -l) $(find cache/private -maxdepth 1 -type f ! -name '*.o' | wc -l)
}
lazily $CC -DX main.c -Llib -ltoy -o program
equal "$(kept)" '2 3'
touch before
lazily $CC -DX main.c -Llib -ltoy -o other
equal "$(kept)" '2 3'
equal "$(find cache/private -maxdepth 1 -type f -newer before)" '' # nothing is made again
cmp program other
echo 'int unused(void) { return 0; }' | cat main.c - >longer.c
lazily $CC -rdynamic longer.c -Llib -ltoy -o program
equal "$(kept)" '2 4' # other symbols, the same copy
lazily $CC more.c -Llib -ltoy -o program
equal "$(kept)" '3 6' # another table, the same core
LD_LIBRARY_PATH=$PWD/lib ./program
LAZY_LIBS=toy:start:stop lazily $CC main.c -Llib -ltoy -o program
equal "$(kept)" '5 9'
LAZY_CFLAGS=-DOTHER lazily $CC main.c -Llib -ltoy -o program
equal "$(kept)" '7 12'
mkdir fallbacks
echo '[absent.names]
toy = "3"' >fallbacks/toy.toml
LAZY_FALLBACKS=fallbacks lazily $CC main.c -Llib -ltoy -o program
./program || fail "the decision was made without the fallback file"
equal "$(kept)" '8 15' # a table, a decision, and the fallback values

# The library has changed, or a damaged file is in the cache.
toy toy 'int toy = 3, more;'
refuses ' uses its variable toy: ' $CC main.c -Llib -ltoy
toy toy 'int toy(void) { return 3; } int more(void) { return 4; }'
echo 'int toy(void), more(void); int main(void) { return toy() + more() != 7; }' >both.c # the core, and a new table
for change in main:s/.*/damaged/ both:s/const/canst/; do # the second leaves a record that can be read
    find cache/private -maxdepth 1 -type f ! -name '*.o' -exec env LC_ALL=C sed -i "${change#*:}" {} +
    lazily $CC ${change%%:*}.c -Llib -ltoy -o program || fail "a damaged record was used"
    LD_LIBRARY_PATH=$PWD/lib ./program
done
for source in main longer; do # the decision is kept, and it is not
    for file in $(find cache/private -name '*.o'); do
        touch -r "$file" time
        printf damaged | dd of="$file" conv=notrunc status=none
        touch -r time "$file" # its size and time are the same
    done
    lazily $CC $source.c -Llib -ltoy -o program || fail "a damaged object was used for $source.c"
    LD_LIBRARY_PATH=$PWD/lib ./program
done
equal "$(find tmp -type f)" ''

# Folders that others can change, and no folder
mkdir -m 777 open
mkdir open/inner
for folder in open open/inner; do
    LAZY_CACHE=$stage/$folder refuses "LAZY_CACHE: other users can change $stage/open: name another" \
        $CC main.c -Llib -ltoy
    (unset LAZY_CACHE XDG_CACHE_HOME; HOME=$stage/$folder lazily $CC main.c -Llib -ltoy -o program)
    equal "$(find $folder -type f)" ''
    LD_LIBRARY_PATH=$PWD/lib ./program
done
for mask in $(each_of 002 000 022); do # a folder that others may open
    mkdir -m 755 admin
    (umask $mask && LAZY_CACHE=$stage/admin lazily $CC main.c -Llib -ltoy -o program)
    equal "$(find admin ! -user "$(id -u)" -o -perm /077 ! -path admin ! -path 'admin/private/*')" ''
    find admin/private -name 'ld.*.pyc' | grep -q . || fail "no bytecode"
    if [ "$(id -u)" = 0 ]; then
        chmod 755 "$stage"
        setpriv --reuid 65534 --regid 0 --clear-groups find admin -writable >said 2>/dev/null || true
        equal "$(cat said)" ''
    fi
    chmod 755 admin/private
    LAZY_CACHE=$stage/admin refuses "LAZY_CACHE: other users can change $stage/admin/private: name another" \
        $CC main.c -Llib -ltoy
    rm -r admin
done
LAZY_CACHE=relative refuses '^lazynccl link: LAZY_CACHE: relative is relative: name another folder$' \
    $CC main.c -Llib -ltoy
LAZY_CACHE=$stage/named lazily $CC main.c -Llib -ltoy -o program || fail "the advice does not help"
(unset LAZY_CACHE XDG_CACHE_HOME HOME; lazily $CC main.c -Llib -ltoy -o without -Wl,-Map=map)
cmp program without
says map lazylink-core.o
says_not map '/[^ ]*without'
mkdir -m 700 home
(unset LAZY_CACHE XDG_CACHE_HOME; HOME=$stage/home lazily $CC main.c -Llib -ltoy -o program)
[ -d home/.cache/lazynccl/link/private ] || fail "no cache at home"

# The map, and the dependencies, name no file of the wrapper.
for linker in $(each_of bfd gold lld mold); do
    can_link $CC -fuse-ld=$linker || continue
    lazily $CC -fuse-ld=$linker main.c -Llib -ltoy -o program -Wl,-Map=map
    says_not map 'cache/|[0-9]\.lazynccl'
    says map lazylink.o
done
lazily $CC main.c -Llib -ltoy -o program -Wl,-M >said
says_not said 'cache/|[0-9]\.lazynccl'
equal "$(grep -c '^Linker script and memory map' said)" 1

# A link that is killed while the compiler writes
cat >slow <<'END'
#!/bin/sh
case $* in
*' - -o '*) ;;
*) exec cc "$@" ;;
esac
for output; do :; done
echo part >"$output"
kill $PPID
END
chmod +x slow
$CC -c main.c
for folder in $stage/killed ''; do
    exits 143 env HOME='' LAZY_CACHE="$folder" LAZY_CFLAGS=-DKILLED COLLECT_GCC="$stage/slow" "$wrapper/ld" \
        -shared main.o -Llib -ltoy -o cut
done
equal "$(find . -name '*cut*' -o -path '*killed/*.o*')" ''

# Another compiler that is not gcc, of the same name
echo '#!/bin/sh
[ "$*" != --version ] || exec cat version
exec cc "$@"' >compiler
chmod +x compiler
before=$(kept)
for version in 1 2; do
    echo $version >version
    env -u COLLECT_LTO_WRAPPER COLLECT_GCC="$stage/compiler" "$wrapper/ld" -shared main.o -Llib -ltoy -o by >said
    equal "$(cat said)" ''
    [ "$(kept)" != "$before" ] || fail "nothing is made for version $version"
    before=$(kept)
done

# Links of one file at the same time
rm -rf cache
for i in 1 2 3 4; do
    lazily $CC main.c -Llib -ltoy -o program 2>said.$i || echo "$?" >failed &
done
wait
[ ! -e failed ] || fail "$(cat said.*)"
LD_LIBRARY_PATH=$PWD/lib ./program
equal "$(find . -name '*.lazynccl*' -o -name '*.o.*')" ''
equal "$(find tmp -type f)" ''
