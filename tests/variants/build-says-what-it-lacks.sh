# If a dependency is missing, configuring names it, its package, and the option to build without it.
# The summary lists disabled parts. No C++ compiler is needed.
need meson pkg-config
export CC CXX=/nonexistent/c++
meson=$(command -v meson)

# refused PATTERN OPTION...: configuring ends with this one error.
refused()
{
    pattern=$1
    shift
    if PATH=${PATH_OF_MESON-$PATH} "$meson" setup build "$SOURCE" "$@" >log 2>&1; then
        fail "configured with $*"
    fi
    says log "meson\.build:[0-9:]+ ERROR: .*$pattern"
    rm -rf build
}
lacks='missing for the command: '
elf='libelf with its header \(Debian: libelf-dev; .*\)'
archive='libarchive with its header \(Debian: libarchive-dev; .*\)'
without='; or build without it: -Dtool=disabled$'
mkdir none some
for file in $(pkg-config --variable=pcfiledir libelf)/libelf.pc; do
    sed '/^Requires/d' "$file" >some/libelf.pc
done
PKG_CONFIG_LIBDIR=$stage/some refused "$lacks$archive$without"
PKG_CONFIG_LIBDIR=$stage/none refused "$lacks$elf, $archive$without"

mkdir bin
ln -s /usr/bin/* bin
rm bin/*pkg*conf*
ln -sf "$PYTHON" "$(command -v ninja)" bin
PATH_OF_MESON=$stage/bin refused "${lacks}pkg-config, .*\(Debian: pkgconf libelf-dev libarchive-dev\)$without"

PKG_CONFIG_LIBDIR=$stage/none meson setup build "$SOURCE" -Dtool=disabled >log 2>&1 ||
    fail "$(tail -n 5 log)"
says log '^ +archive, shared library, header *: YES$'
says log '^ +command lazynccl *: NO: -Dtool=disabled$'
says log '^ +stand-ins that it makes *: NO: -Dtool=disabled$'
says log '^ +tests *: NO: -Dtests=true builds them$'
