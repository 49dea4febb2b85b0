# Shared by the tests that compare a small with a full copy of one library; they begin with
# . "$SOURCE/tests/variants/toy.sh"

# toy_search small|full: prints the value of --search for a copy of that kind.
toy_search()
{
    [ "$1" = small ] && echo soname || echo full
}

# toy_copy small|full DECLARATION: vendors libtoy.so.1, which has this function, into that folder.
# The word is also the prefix of the copy. An absent function returns -7.
toy_copy()
{
    echo "$2" | stub_of toy '[absent.returns]' 'int = "-7"'
    sed "s/^prefix = .*/prefix = \"$1\"/" toy.toml >"$1.toml"
    "$PYTHON" "$SOURCE/gen" vendor "$1.toml" --search $(toy_search $1) -o "$1"
}

# hostile_root: makes libtoy.so.1 in lib, and a root directory `new` with one that ends the program with 99.
hostile_root()
{
    mkdir -p lib "new$stage/lib"
    echo 'int toy_where(void) { return 1; }' |
        $CC -shared -fPIC -Wl,-soname,libtoy.so.1 -x c - -o lib/libtoy.so.1
    printf '#include <unistd.h>\n__attribute__((constructor)) static void start(void) { _exit(99); }\n' |
        $CC -shared -fPIC -Wl,-soname,libtoy.so.1 -x c - -o "new$stage/lib/libtoy.so.1"
}
