# If ld.so cannot map its cache, because a limit excludes it, ld.so says "No such file" of a library that
# is installed. That is a failure, for which no answer stands.
[ "$(id -u)" = 0 ] || skip 'replacing the cache takes root'
unshare -m true 2>/dev/null || skip 'no namespace for mounts here'
unset LD_LIBRARY_PATH

toy toy 'int toy_is_on(void) { return 1; }'
with_libc >main.c <<'C'
int toy_is_on(void);
int main(void) { printf("%d\n", toy_is_on()); return 0; }
C
# Leaves room for the library, but not for the cache
compile limit.so -shared -fPIC <<'C'
__attribute__((constructor)) static void limit(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    if (!file || fscanf(file, "%lu", &pages) != 1)
        exit(1);
    fclose(file);
    if (getenv("LIMIT"))
        setrlimit(RLIMIT_AS, &(struct rlimit){pages * getpagesize() + (4 << 20), RLIM_INFINITY});
}
C
export LAZY_LIBS=toy
mkdir own
printf '[absent.answers]\ntoy_is_on = "0"\n' >own/toy.toml
export LAZY_FALLBACKS=own
lazily $CC main.c -Llib -ltoy -o start
LAZY_LIBS=toy:call lazily $CC main.c -Llib -ltoy -o call
echo 'int toy_is_on(void);' | stub_of toy '[absent.answers]' 'toy_is_on = "0"'
for search in soname api,env,loaded,soname full; do
    "$PYTHON" "$SOURCE/gen" vendor toy.toml --search $search -o copy
    $CC main.c copy/lazynccl.c -o copy-$search -ldl -pthread
done

# A cache of 16 MB, with this library alone in a folder that only the cache names
echo "$stage/lib" >conf
cat >inside <<'END'
ldconfig -X -C "$stage/cache.small" -f "$stage/conf" 2>/dev/null
[ -s "$stage/cache.small" ] || exit 77
cp "$stage/cache.small" "$stage/cache.large"
truncate -s 16M "$stage/cache.large"
mount --bind "$stage/cache.$1" /etc/ld.so.cache
shift
ulimit -c 0
exec "$@"
END
export stage
# run CACHE COMMAND...: prints the status and the output.
run()
{
    result unshare -m sh inside "$@"
}

[ "$(run small ./start)" = '0 1' ] || skip "ldconfig writes no cache here: $(cat err)"
for program in start call copy-*; do
    equal "$(run small ./$program)" '0 1'
    [ "$(run large ./$program)" = '0 1' ] || skip 'ld.so does not read the larger cache'
    expected=134
    [ $program != start ] || expected=127
    equal "$program: $(run large env LIMIT=1 LD_PRELOAD="$stage/limit.so" ./$program)" "$program: $expected"
    says err '^lazy[a-z]*: toy_is_on: .*/etc/ld\.so\.cache: Cannot allocate memory'
    # A cache that does not have the library
    mv lib/libtoy.so.1 .
    equal "$(run small ./$program)" '0 0'
    mv libtoy.so.1 lib
done
