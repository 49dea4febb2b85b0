# Debian's dh_dlopenlibdeps makes dependencies from the notes of stand-ins, of vendored copies, and of
# programs that lazynccl's linker wrote.
need_tool
export LAZY_PYTHON="$PYTHON"
system=${XDG_CACHE_HOME:-$HOME/.cache}/lazynccl/old/packaging
[ -e "$system/complete" ] || skip "Debian's packaging tools are not there: ./dev test old fetches them"
[ "$(id -u)" = 0 ] || skip "chroot needs root"
unshare -m true 2>said || skip "$(cat said)"
zlib=$($CC -print-file-name=libz.so)
[ "$zlib" != libz.so ] || skip "zlib1g-dev is not installed"

echo 'const char *zlibVersion(void); int main(void) { return !zlibVersion(); }' >main.c
$CC -c main.c
for priority in required recommended suggested; do
    "$PYTHON" "$SOURCE/gen" vendor "$zlib" --only main.o --priority $priority -o copy >/dev/null
    $CC main.o copy/lazynccl.c -o $priority -ldl
done
LAZY_LIBS=z $CC -B"$SOURCE/gen/link/wrapper" main.o -lz -o linked
"$TOOL" stand-in "$zlib" -o stand-in >made

# depends FILE: prints the dependencies that dh_dlopenlibdeps makes for a package with this file.
depends()
{
    rm -rf package
    mkdir -p package/debian/toy/usr/bin
    cp "$1" package/debian/toy/usr/bin
    printf 'Source: toy\nMaintainer: A <a@example.org>\nBuild-Depends: debhelper-compat (= 13)\n\n' >control
    printf 'Package: toy\nArchitecture: any\nDescription: toy\n' | cat control - >package/debian/control
    unshare -m sh -euc 'mount --bind package "$1/mnt"
        exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin sh -c "cd /mnt && dh_dlopenlibdeps"' sh "$system" ||
        fail "dh_dlopenlibdeps fails for $1"
    grep '=.' package/debian/toy.substvars
}
equal "$(depends required)" dlopen:Depends=zlib1g
equal "$(depends recommended)" dlopen:Recommends=zlib1g
equal "$(depends suggested)" dlopen:Suggests=zlib1g
equal "$(depends linked)" dlopen:Recommends=zlib1g
equal "$(depends stand-in/libz.so.1)" dlopen:Recommends=zlib1g
