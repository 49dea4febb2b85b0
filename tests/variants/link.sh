# Shared by the tests of linking through gen/link/wrapper; they begin with this after stage.sh.
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

# loads PROGRAM: prints the libraries that it loads at startup, except those of the C library.
loads()
{
    readelf -dW "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p' | grep -v '^lib[cm]\.\|^ld-' | xargs
}

# refuses PATTERN COMMAND...: the command fails with one line that matches, and leaves no program.
refuses()
{
    pattern=$1
    shift
    rm -f program
    status=0
    lazily "$@" -o program >said 2>&1 || status=$?
    [ "$status" != 0 ] || fail "not refused: $*"
    grep '^lazynccl link: ' said >ours || fail "no line of ours: $(cat said)"
    equal "$(wc -l <ours)" 1
    says ours "$pattern"
    [ ! -e program ] || fail "a program is left"
}
