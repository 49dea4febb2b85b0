# For zlib and libelf, described from the installed headers and files: every function is found in
# the real library, the prototypes agree with the headers, a program works as if it were linked, and
# without the library it stops with the reason.
any=$SOURCE/tests/real/any

# real NAME HEADER...: finds the installed library with this soname, or skips the test.
real()
{
    soname=$1
    shift
    for header in "$@"; do
        echo "#include <$header>" | $CC -E - >/dev/null 2>&1 || skip "$header is not installed"
    done
    library=$($CC -print-file-name="$soname")
    [ "$library" != "$soname" ] || skip "$soname is not installed"
}

# works NAME HEADER...: tests the library that real() found.
works()
{
    name=$1
    shift
    describe 0 "$@" "$library" -o "$name.toml"
    full "$name.toml"
    "$PYTHON" "$any/cover.py" "$name.toml" "$library"
    "$PYTHON" "$SOURCE/gen" vendor "$name.toml" --search full -o "$name"
    $CC "$any/programs/$name.c" "$name/lazynccl.c" -o "try-$name"
    LAZYNCCL_LIBPATH=$library ./try-$name >said
    says said '^works'
    exits 134 ./try-$name >said 2>&1
    says said "^(lazynccl: )?.*${soname%.so*} cannot be used: no $soname in any search location"
}

real libz.so.1 zlib.h
works zlib zlib.h
real libelf.so.1 libelf.h gelf.h
works elf libelf.h gelf.h
