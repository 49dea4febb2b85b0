# A function that had no symbol version when the program was built is the one that ld.so would take for a direct
# link. A file with the versions from which a copy was made is not asked for the function's version.
. "$SOURCE/tests/runtime/loader/versions.sh"

bare='int f(int a) { return 100 + a; } int g(void) { return 7; }'
several='int f_old(int a) { return 100 + a; } int f_new(int a) { return 200 + a; } int g(void) { return 7; }
__asm__(".symver f_old,f@V_1; .symver f_new,f@@V_2");'
echo "$bare" | make bare ''
echo "$bare" | make some 'V_1 { global: g; };'
echo "$bare" | make more 'V_1 { global: g; }; V_2 { } V_1;'
echo "$several" | make several 'V_1 { global: f; g; local: *; }; V_2 { global: f; } V_1;'

with_libc >main.c <<'C'
int f(int), g(void);
static int asked;
void *dlvsym(void *handle, const char *name, const char *version)
{
    static void *(*real)(void *, const char *, const char *);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "dlvsym");
    asked++;
    return real(handle, name, version);
}
int main(void)
{
    printf("%d %d\n", f(1), g());
    fprintf(stderr, "%d\n", asked);
}
C

# equal_to_linked PROGRAM MADE_FROM: with each library, it prints the same as a program that was linked
# with the one that it was made from.
equal_to_linked()
{
    for library in bare some more several; do
        LD_LIBRARY_PATH=$PWD/$library ./linked-$2 >expected 2>said || continue # ld.so refuses it
        LD_LIBRARY_PATH=$PWD/$library ./$1 >got 2>asked || fail "$1 of $2 with $library: status $?"
        diff expected got || fail "$1 of $2 prints something else with $library"
        echo "$1, made from $2, with $library: dlvsym called $(cat asked) times"
        [ $library != $2 ] || [ "$(cat asked)" = $versioned ] || fail "it asks for a version of f"
    done
}

for made_from in bare some; do
    case $made_from in # g is the only function with a version
    bare) versioned=0 ;;
    some) versioned=1 ;;
    esac
    $CC main.c $made_from/libver.so.1 -o linked-$made_from -ldl
    for search in $(each_of full soname api,env,loaded,soname); do
        "$PYTHON" "$SOURCE/gen" vendor $made_from/libver.so.1 --search $search -o copy >/dev/null
        $CC -w main.c copy/lazynccl.c -Icopy -o of-$search -ldl
        equal_to_linked of-$search $made_from
    done
    "$PYTHON" "$SOURCE/gen" link $made_from/libver.so.1 -o archive >/dev/null
    $CC main.c -Larchive -lver -o of-link -ldl
    equal_to_linked of-link $made_from
    rm -r archive
done
equal "$(LD_LIBRARY_PATH=$PWD/several ./linked-bare 2>said)" '101 7'
