# Shared by the tests of linking through gen/link/wrapper.
wrapper=$SOURCE/gen/link/wrapper
export LAZY_PYTHON="$PYTHON" LAZY_CACHE="$stage/cache"

# toy NAME [CODE|-] [OPTION...]: lib/libNAME.so.1 from NAME.c, and the link lib/libNAME.so. NAME.c
# gets this C, or that of the standard input, if it is given.
toy()
{
    name=$1
    shift
    case ${1-} in
    -) cat >"$name.c" && shift ;;
    "" | -*) ;;
    *) printf '%s\n' "$1" >"$name.c" && shift ;;
    esac
    mkdir -p lib
    $CC -w -shared -fPIC "$name.c" -o "lib/lib$name.so.1" -Wl,-soname,"lib$name.so.1" "$@"
    ln -sf "lib$name.so.1" "lib/lib$name.so"
}

# lazily COMMAND...: links through the wrapper, with the libraries of LAZY_LIBS.
lazily()
{
    "$@" -B"$wrapper"
}

# program NAME FUNCTION...: NAME.c calls the functions, if it has ten arguments.
program()
{
    name=$1
    shift
    {
        printf 'int %s(void);\n' "$@"
        echo 'int main(int count, char **words) { (void)words; if (count > 9) {'
        printf '%s();\n' "$@"
        echo '} return 0; }'
    } >"$name.c"
}

# grows NAME NAMES LIBRARIES: links NAME.c with Debian's options, directly and with these names lazy.
# Sets `more` to the bytes that the stripped file has more.
grows()
{
    options="-g -O2 -w -fstack-protector-strong -D_FORTIFY_SOURCE=2 -Wl,-z,relro -Wl,-z,now -Llib -L."
    $CC $options $1.c -o direct-$1 $3
    LAZY_LIBS=$2 lazily $CC $options $1.c -o lazy-$1 $3
    strip direct-$1 lazy-$1
    bytes=$(wc -c <direct-$1)
    more=$(($(wc -c <lazy-$1) - bytes))
}

# loads PROGRAM: prints the libraries that it loads at startup, except those of the C library.
loads()
{
    readelf -dW "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p' | grep -v '^lib[cm]\.\|^ld-' | xargs
}

# result COMMAND...: prints its status and output; its errors are in err.
result()
{
    status=0
    "$@" >out 2>err || status=$?
    echo "$status$(sed 's/^/ /' out)"
}

# refuses PATTERN COMMAND...: the command fails with one line that matches, and leaves no program.
refuses()
{
    pattern=$1
    shift
    rm -f program
    ! lazily "$@" -o program >said 2>&1 || fail "not refused: $*"
    grep '^lazynccl link: ' said >ours || fail "no line of ours: $(cat said)"
    equal "$(wc -l <ours)" 1
    says ours "$pattern"
    [ ! -e program ] || fail "a program is left"
}
