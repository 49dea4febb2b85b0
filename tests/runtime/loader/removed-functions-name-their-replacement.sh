# A call of lazynccl_wrap(), which was removed, is a compile error that names ld's --wrap, which works with every
# variant. Programs that were built before still start with the shared library: it fails with ENOTSUP.
"$PYTHON" "$SOURCE/gen" vendor "$SOURCE/tests/gen/one.toml" --search soname -o small >/dev/null
"$PYTHON" "$SOURCE/gen" vendor "$SOURCE/stubs/nccl.toml" --search full -o vendored >/dev/null

refuses() # HEADER CALL...
{
    header=$1
    shift
    for compiler in "$CC -std=c11 -x c" "$CXX -std=c++11 -x c++" "clang -std=c11 -x c" "clang++ -std=c++17 -x c++"; do
        command -v "${compiler%% *}" >/dev/null || continue
        echo "#include \"$header\"" >quiet.c
        $compiler -Wall -Wextra -pedantic -Werror -c quiet.c -o quiet.o || fail "$compiler $header"
        for call; do
            printf '#include "%s"\nint f(void) { return %s; }\n' "$header" "$call" >call.c
            ! $compiler -c call.c -o call.o 2>said || fail "$compiler $header compiles $call"
            says said "error.*removed: use the linker's --wrap, LD_PRELOAD or lazynccl run --trace"
        done
    done
}
prefix=$(sed -n 's/^int \(.*\)_available(.*/\1/p' small/lazynccl.h)
refuses "$BUILD/include/lazynccl.h" 'lazynccl_wrap(0, "f", 0, 0)' '&lazynccl_wrap != 0'
refuses vendored/lazynccl.h 'lazynccl_wrap(0, "f", 0, 0)'
refuses small/lazynccl.h "${prefix}_wrap(0, 0, 0, 0)"

with_libc >old.c <<'C'
int ncclGetVersion(int *version);
int lazynccl_wrap(void *library, const char *symbol, void (*wrapper)(void), void *real);
void *lazynccl_nccl(void);
int main(void)
{
    int version = 0, *real = &version;
    int result = lazynccl_wrap(lazynccl_nccl(), "ncclGetVersion", (void (*)(void))main, &real);
    return !(result == -1 && errno == ENOTSUP && real == &version && ncclGetVersion(&version) == 0 &&
             version == 21801);
}
C
fake_library nccl 2.18.1 lib
export LAZYNCCL_LIBPATH=$stage/lib
shared_consumer old.c old
./old || fail "an old program with the shared library"
! consumer old.c none 2>said || fail "the archive has lazynccl_wrap()"
says said 'undefined reference to .lazynccl_wrap'

cat >wrap.c <<'C'
int ncclGetVersion(int *version), __real_ncclGetVersion(int *version);
int __wrap_ncclGetVersion(int *version) { return __real_ncclGetVersion(version) + 40; }
int main(void)
{
    int version = 0;
    return !(ncclGetVersion(&version) == 40 && version == 21801);
}
C
consumer wrap.c archive -Wl,--wrap=ncclGetVersion
shared_consumer wrap.c shared -Wl,--wrap=ncclGetVersion
$CC wrap.c vendored/lazynccl.c -o copy -Wl,--wrap=ncclGetVersion -ldl -pthread
for program in archive shared copy; do
    ./$program || fail "--wrap: $program"
done
