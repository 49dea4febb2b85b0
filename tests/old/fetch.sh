# Downloads the needs of the suite "old" to the cache: zig's compiler, which links for glibc 2.17,
# and Debian releases as folders (140 MiB each). Sourced by dev.
# SPDX-License-Identifier: Apache-2.0 OR MIT
old=$cache/old

setup_packages debootstrap
setup_zig
for release in bullseye bookworm trixie; do
    [ ! -e "$old/$release/complete" ] || continue
    say "installing Debian $release, 60 MiB to download, in $old"
    as_root rm -rf "$old/$release"
    as_root debootstrap --variant=minbase $release "$old/$release" >"$old/$release.log" 2>&1 ||
        die "debootstrap: $(tail -n 1 "$old/$release.log")"
    as_root touch "$old/$release/complete"
done
