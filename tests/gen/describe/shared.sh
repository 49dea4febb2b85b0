# Shared by describe's tests.

"$PYTHON" -c 'import clang.cindex' 2>/dev/null || skip "libclang for Python is not installed"

# describe STATUS ARGUMENT...: runs `describe`, with its output in `said`.
describe()
{
    wanted=$1
    shift
    exits "$wanted" "$PYTHON" "$SOURCE/gen" describe "$@" >said 2>&1
}

# full STUB...: gives described stubs the prefix that settings of tests have.
full()
{
    sed -i '/^prefix = /d' "$@"
}

# library FILE.c SONAME [COMPILER-OPTION...]: builds a library from a file.
library()
{
    file=$1 soname=$2
    shift 2
    $CC -w -fPIC -shared -Wl,-soname,"$soname" -o "$soname" "$file" "$@"
}

# library_of NAME: builds libNAME.so.1 with an empty function for each name before a parenthesis in NAME.h.
library_of()
{
    grep -oE '[a-zA-Z_]+\(' "$1.h" | sort -u | sed 's/$/void) {}/; s/^/void /' >"$1.c"
    library "$1.c" "lib$1.so.1"
}

# row TEXT: checks that the stub toy.toml has this line.
row()
{
    grep -qxF -e "$1" toy.toml || fail "no line is '$1' in toy.toml:
$(cat toy.toml)"
}
