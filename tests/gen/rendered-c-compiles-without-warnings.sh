# The C rendered from each stub compiles without warnings, with gcc and clang.
made=$stage/made
for stub in "$SOURCE"/stubs/*.toml "$SOURCE/tests/gen/golden/tiny.toml"; do
    case ${stub##*/} in *_*) continue ;; esac
    set -- "$@" "$stub"
done
"$PYTHON" "$SOURCE/gen" render "$@" -o "$made"
for plugins in net tuner profiler; do
    "$PYTHON" "$SOURCE/gen" net "$SOURCE/stubs/nccl_$plugins.toml" -o "$made"
done
mkdir "$made/tiny"
"$PYTHON" "$SOURCE/gen" net "$SOURCE/tests/gen/golden-net/tiny_net.toml" -o "$made/tiny"
"$PYTHON" "$SOURCE/gen" net "$SOURCE/tests/gen/golden-profiler/tiny_profiler.toml" -o "$made/tiny"
compiled=0
for compiler in $(each_of gcc clang); do
    command -v "$compiler" >/dev/null || continue
    for file in "$made"/*.c "$made"/tiny/*.c; do
        case $file in *-check.c) continue ;; esac
        for exported in '' -DLAZYNCCL_EXPORTED; do
            "$compiler" -std=c11 -Wall -Wextra -pedantic -Wmissing-prototypes -Werror -O2 -fPIC \
                -fsyntax-only $exported -I"$SOURCE/src" -I"$BUILD/include" \
                -I"$SOURCE/src/netplugin" -I"${file%/*}" "$file"
        done
        compiled=$((compiled + 1))
    done
done
[ "$compiled" -ge 8 ] || fail "$compiled files compiled"
