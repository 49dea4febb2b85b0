# A program that was built with f@@V_1 gets only that function, never an incompatible f@@V_2. The archive, a
# vendored copy and stand-ins print the same as a program that is linked with the library.
. "$SOURCE/tests/runtime/loader/versions.sh"

of_old='int f(int a) { return 100 + a; } int g(void) { return 7; }'
v_1='V_1 { global: f; g; local: *; };'
v_2='V_1 { global: f; g; local: *; }; V_2 { global: f; } V_1;'
echo "$of_old" | make old "$v_1"
of_new | make new "$v_2"
# The library needs a version of another library, so that ld.so does not end the linked program.
echo "$of_old void *malloc(unsigned long); void *h(void) { return malloc(1); }" | make bare ''
echo 'int f(int a, int b) { return 200 + a + b; } int g(void) { return 7; }' |
    make changed 'V_1 { global: g; local: *; }; V_2 { global: f; } V_1;'
echo 'int f(int a, int b) { return 200 + a + b; } int g(void) { return 7; }' |
    make replaced 'V_2 { global: f; g; local: *; };'

stub 'V_1 = ["*"]'
$CC main.c -I. old/libver.so.1 -o linked
vendor vendored

# The archive of a build that has this stub.
mkdir -p build/include build/src/runtime
"$PYTHON" "$SOURCE/gen" render ver.toml -o build/src/runtime
"$PYTHON" "$SOURCE/gen" header ver.toml -o build/include
(BUILD=$PWD/build && rebuild_archive with-ver.a "$CC")
$CC main.c -I. with-ver.a -o archive -ldl

# equal_to_linked FOLDER: all print the same as the linked program with the library in this folder.
equal_to_linked()
{
    LD_LIBRARY_PATH=$PWD/$1 ./linked >expected 2>said # ld.so warns of a file without versions
    says expected '^101 7$'
    for program in archive vendored; do
        LAZYNCCL_LIBPATH=$PWD/$1 ./$program >got || fail "$program with $1: status $?"
        diff expected got || fail "$program prints something else with $1"
    done
    [ -n "${TOOL-}" ] || return 0
    for made_from in old new; do # by linked, which was built before it
        "$TOOL" stand-in "$made_from/libver.so.1" -o "lazy-$made_from" >said || fail "$(cat said)"
        LD_LIBRARY_PATH=$PWD/lazy-$made_from LAZYNCCL_LIBPATH=$PWD/$1 ./linked >got ||
            fail "stand-in of $made_from with $1: status $?"
        diff expected got || fail "the stand-in of $made_from prints something else with $1"
    done
}
for library in old new bare; do
    equal_to_linked $library
done

# stops STATUS FOLDER PATTERN PROGRAM...: the program ends at the call of f and says why.
stops()
{
    library=$PWD/$1 pattern=$2
    shift 2
    exits 134 env LAZYNCCL_LIBPATH="$library" "$@" >got 2>said
    equal "$(cat got)" ''
    says said "$pattern"
}
for library in changed replaced; do
    ! LD_LIBRARY_PATH=$PWD/$library ./linked 2>said || fail "the linked program runs with $library"
done
says said "version \`V_1' not found"
for program in archive vendored; do
    stops changed "^lazynccl: f: $PWD/changed/libver.so.1 has no V_1 of f; name the file in LAZYNCCL_LIBPATH$" \
        ./$program
    stops replaced "^lazynccl: f: Lib\.ver cannot be used: $PWD/replaced/libver.so.1: has no V_1 of f \(env\);" \
        ./$program
done
if [ -n "${TOOL-}" ]; then
    stops changed "libver.so.1 has no V_1 of f" env LD_LIBRARY_PATH="$PWD/lazy-new" ./linked
    stops replaced "libver.so.1: has no V_1 of [fg] " env LD_LIBRARY_PATH="$PWD/lazy-old" ./linked
fi

# Each version that a stand-in exports leads to the same version in the real file.
if [ -n "${TOOL-}" ]; then
    compile both new/libver.so.1 <<'C'
int f_old(int);
int f_new(int, int);
__asm__(".symver f_old,f@V_1\n.symver f_new,f@V_2");
int main(void) { printf("%d %d\n", f_old(1), f_new(1, 2)); return 0; }
C
    equal "$(LD_LIBRARY_PATH=$PWD/lazy-new LAZYNCCL_LIBPATH=$PWD/new ./both)" '101 203'
fi
