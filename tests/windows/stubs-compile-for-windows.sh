# A copy of all stubs in the tree compiles for Windows without warnings, with gcc and with clang, and
# GNU's dlltool takes each .def. For other systems, the copy has an #error.
stubs=$(cd "$SOURCE/stubs" && ls *.toml | grep -v _ | sed 's/\.toml//')
vendored $stubs
[ "$(ls copy/*.def | wc -l)" -ge 13 ] || fail "$(ls copy)"
for compiler in $mingw-gcc "clang --target=$mingw"; do
    command -v ${compiler%% *} >/dev/null || continue
    $compiler -std=c11 -pedantic -O2 -Wall -Wextra -Werror -Wno-overlength-strings \
        -c copy/lazynccl.c -o copy.o
done
need clang
for target in i686-w64-mingw32 x86_64-apple-darwin; do
    clang --target=$target -fsyntax-only copy/lazynccl.c >said 2>&1 && fail "compiled for $target"
    says said 'error: "?this copy is for'
done
