# Downloads the needs of the suite "old" to the cache: zig's compiler, which links for glibc 2.17,
# and Debian releases as folders, with gcc and Python (400 MiB each), of which one has packaging tools
# (650 MiB). Sourced by dev.
old=$cache/old

setup_packages debootstrap
setup_zig
for name in bullseye bookworm trixie packaging; do
    [ ! -e "$old/$name/complete" ] || [ ! -e "$old/$name/usr/bin/gcc" ] || continue
    what="--include=gcc,libc6-dev,python3 $name" size=100
    [ "$name" != packaging ] || what='--include=dh-dlopenlibdeps trixie' size=110
    say "installing Debian $name, $size MiB to download, in $old"
    as_root rm -rf "$old/$name"
    as_root debootstrap --variant=minbase $what "$old/$name" >"$old/$name.log" 2>&1 ||
        die "debootstrap: $(tail -n 1 "$old/$name.log")"
    as_root touch "$old/$name/complete"
done
