# The header that `vendor --declare` writes compiles alone, as C11 and as C++17, without a warning:
# for all stubs of the tree in one header, and for each of them.
also=$(command -v clang++ || :) # whose <stdbool.h> does not define _Bool for C++

# compiles STUB...: writes and compiles the header of these libraries.
compiles()
{
    "$PYTHON" "$SOURCE/gen" vendor "$@" --declare -o made || fail "vendor $* --declare"
    libraries=$*
    set -- -Wall -Wextra -Wpedantic -Werror -fsyntax-only made/lazynccl_declare.h
    $CC -std=c11 -x c "$@" || fail "$CC, C11: $libraries"
    for cxx in "$CXX" $also; do
        $cxx -std=c++17 -x c++ "$@" || fail "$cxx, C++17: $libraries"
    done
}

stubs=$(cd "$SOURCE/stubs" && ls | sed -n 's/^\([a-z]*\)\.toml$/\1/p')
is_brief || for stub in $stubs; do
    compiles "$stub"
done
compiles $stubs
[ "$(grep -c '^#define [a-z]' made/lazynccl_declare.h)" -gt 400 ] || fail 'macros are missing'
