# A fallback value that is an answer stands only for a library that is not installed. If the library failed, a
# program that opens it at the start ends with 127, as the direct one does, and any other call aborts.

toy toy 'int toy_is_on(void) { return 1; } int toy_get(void) { return 2; }'
cp -r lib good
$CC -shared -fPIC -Dtoy_is_on=toy_other toy.c -Wl,-soname,libtoy.so.1 -o other.so
toy needed 'int needed(void) { return 0; }'
$CC -shared -fPIC toy.c -Wl,--no-as-needed -Llib -lneeded -Wl,-soname,libtoy.so.1 -o needs.so
rm lib/libneeded.so*
# The name begins with the library's: not it, but a file that it needs, is missing.
$CC -shared -fPIC needed.c -Wl,-soname,libtoy.so.10 -o libtoy.so.10
$CC -shared -fPIC toy.c -Wl,--no-as-needed ./libtoy.so.10 -Wl,-soname,libtoy.so.1 -o near.so
rm libtoy.so.10
with_libc >main.c <<'C'
int toy_is_on(void), toy_get(void);
int main(int count, char **words)
{
    (void)words;
    printf("main");
    fflush(stdout);
    printf(" %d", toy_get());
    fflush(stdout);
    if (count < 2)
        printf(" %d", toy_is_on());
    puts("");
}
C
mkdir own
cat >own/toy.toml <<'END'
[absent.answers]
toy_is_on = "0"

[absent.names]
"toy_*" = "-1"
END
export LAZY_FALLBACKS=own

# run FAULT PROGRAM...: runs it with the library as FAULT says; prints the status and the output.
run()
{
    fault=$1
    shift
    rm -rf lib
    mkdir lib
    case $fault in
    missing) ;;
    broken) head -c 100 good/libtoy.so.1 >lib/libtoy.so.1 ;;
    other | needs | near) cp $fault.so lib/libtoy.so.1 ;;
    *) cp good/libtoy.so.1 lib ;;
    esac
    result "$@"
}

# judge WHEN PROGRAM...: checks each fault. WHEN is start or call.
judge()
{
    when=$1
    shift
    equal "$(run good "$@")" '0 main 2 1'
    equal "$(run missing "$@")" '0 main -1 0'
    equal "$(cat err)" ''
    for fault in broken needs near; do
        found=$(run $fault "$@")
        case $when in
        start) equal "$fault: $found" "$fault: 127" ;;
        call) equal "$fault: $found" "$fault: 134 main -1" ;;
        esac
        case $fault in
        broken) text='libtoy.so.1: (cannot read file data|file too short|truncated)' ;;
        needs) text='libneeded.so.1: cannot open shared object file: No such file' ;;
        near) text='libtoy.so.10: cannot open shared object file: No such file' ;;
        esac
        says err "^lazy[a-z]*: toy_is_on: .*($text)"
        equal "$(grep -vx Aborted err)" "$(head -1 err)" # sh says so
    done
    # The library lacks the function: no library is absent, but a direct program would not go on either.
    equal "$(run other "$@")" '134 main 2'
    says err '^lazy[a-z]*: toy_is_on: '
    # An error is returned, if no answer is called.
    [ $when = start ] || equal "$(run broken "$@" errors)" '0 main -1'
}

ulimit -c 0
export LD_LIBRARY_PATH="$stage/lib"
export LAZY_LIBS=toy LAZY_VERBOSE=1
lazily $CC main.c -Lgood -ltoy -o program 2>said
says said 'libtoy.so.1 opens at the start: the fallback value of toy_is_on is an answer$'
judge start ./program
echo "linked lazily"
LAZY_LIBS=toy:call lazily $CC main.c -Lgood -ltoy -o program
judge call ./program

# If a program uses errors alone, it starts.
sed 's/toy_is_on/toy_get/g' main.c >errors.c
lazily $CC errors.c -Lgood -ltoy -o errors 2>said
says said 'libtoy.so.1 opens at the first call'
LAZY_LIBS=toy:start lazily $CC errors.c -Lgood -ltoy -o errors
for fault in broken needs; do
    equal "$(run $fault ./errors)" '0 main -1 -1'
done

# A shared library does not end the process that loads it.
echo 'int toy_get(void), toy_is_on(void); int get(void) { return toy_get(); } int is_on(void) { return toy_is_on(); }' >shared.c
lazily $CC -shared -fPIC shared.c -Lgood -ltoy -o libshared.so 2>said
says said 'libtoy.so.1 opens at the start'
sed 's/toy_get/get/g; s/toy_is_on/is_on/g' main.c >user.c
$CC user.c -L. -lshared -Wl,-rpath,"$PWD" -o user
judge call ./user
echo "shared library"

# A folder of archives: the program has only the functions that it calls.
"$PYTHON" "$SOURCE/gen" link good/libtoy.so.1 -o folder >/dev/null
$CC main.c -Lfolder -ltoy -o program -ldl
judge start ./program
$CC errors.c -Lfolder -ltoy -o errors -ldl
equal "$(run broken ./errors)" '0 main -1 -1'
echo "folder"

# Vendored copies, with a stub; its first SONAME is never there, which does not excuse the second.
echo 'int toy_is_on(void);
int toy_get(void);' |
    stub_of toy '[absent.returns]' 'int = "-1"' '[absent.answers]' 'toy_is_on = "0"'
sed -i 's/^sonames = ./&"libtoy.so.2", /' toy.toml
for search in $(each_of full soname api,env,loaded,soname); do
    for open in call start; do
        "$PYTHON" "$SOURCE/gen" vendor toy.toml --search $search --open $open -o copy
        $CC -Wall -Wextra -Werror main.c copy/lazynccl.c -o program -ldl -pthread
        judge $open ./program
        echo "copy $search $open"
    done
    # A function that the library may lack
    "$PYTHON" "$SOURCE/gen" vendor toy.toml --search $search --optional toy_is_on -o copy
    $CC main.c copy/lazynccl.c -o program -ldl -pthread
    equal "$(run other ./program)" '0 main 2 0'
    equal "$(run broken ./program)" '134 main -1'
    # Without a header: 0 is an answer, and -1 an error.
    for number in 0 -1; do
        "$PYTHON" "$SOURCE/gen" vendor good/libtoy.so.1 --only toy_is_on,toy_get --absent $number \
            --search $search -o copy >/dev/null
        $CC main.c copy/lazynccl.c -o program -ldl -pthread
        equal "$(run missing ./program)" "0 main $number $number"
        expected="0 main -1 -1"
        [ $number = -1 ] || expected='134 main'
        equal "$(run broken ./program)" "$expected"
    done
done
