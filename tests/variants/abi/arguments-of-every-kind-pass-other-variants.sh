# The archive, the shared library and a stand-in pass arguments and results of every kind, in first
# and later calls, the stand-in also the widest vectors of this processor.

"$PYTHON" "$SOURCE/gen" render "$abi/abi.toml" -o made
"$PYTHON" "$SOURCE/gen" map "$abi/abi.toml" -o made
abi_library $CC

# compiled FOLDER OPTION...: prints the objects of the runtime and of the code rendered in FOLDER.
compiled()
{
    from=$PWD/$1
    shift
    rm -rf objects
    mkdir objects
    for file in "$SOURCE"/src/runtime/jump/first.S "$SOURCE"/src/runtime/l*/*.c \
        "$SOURCE"/src/runtime/search/*.c "$SOURCE"/src/runtime/search/*/*.c "$from"/*.[cS]; do
        case $file in *-check.c) continue ;; esac
        $CC -std=c11 -Os -fPIC -fvisibility=hidden -I"$BUILD/include" -I"$SOURCE/src" "$@" \
            -c "$file" -o "objects/$(object_of "$file")"
    done
}

compiled made
ar rcs archive.a objects/*.o
$CC -w "$abi/program.c" archive.a -o program
abi_passes ./program

compiled made -DLAZYNCCL_EXPORTED
mkdir shared
$CC -shared objects/*.o -o shared/libshared.so -Wl,--version-script=made/lazynccl.map
$CC -w "$abi/program.c" shared/libshared.so -Wl,-rpath,"$stage/shared" -o program
abi_passes ./program

[ -n "${TOOL-}" ] || skip "all passed except a stand-in, which the command makes"
"$TOOL" stand-in lib/libabi.so.1 -o lazy >said || fail "$(cat said)"
abi_library $CC $abi_wide
$CC -w $abi_wide -DNO_STUB "$abi/program.c" lib/libabi.so.1 -Wl,-rpath,"$stage/lib" -o program
LD_LIBRARY_PATH=$stage/lazy ldd program | grep -q "$stage/lazy/libabi" || fail "no stand-in"
abi_passes env LD_LIBRARY_PATH="$stage/lazy" ./program
