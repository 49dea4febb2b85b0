# Fetches what the suite "old" needs into the cache: zig's compiler, which links for glibc 2.17 (90
# MiB of PyPI), and Debian's releases as folders (140 MiB each). Sourced by dev.
# SPDX-License-Identifier: Apache-2.0 OR MIT
ziglang=ziglang==0.15.2
old=${XDG_CACHE_HOME:-$HOME/.cache}/lazynccl/old

setup_packages debootstrap
mkdir -p "$old"
if [ ! -e "$old/$ziglang" ]; then
    say "downloading $ziglang, 90 MiB, to $old"
    "$venv/bin/python" -m pip install --disable-pip-version-check --quiet --no-deps --upgrade \
        --target "$old/python" $ziglang || die "$ziglang cannot be installed: see above"
    : >"$old/$ziglang"
fi
for release in bullseye bookworm trixie; do
    [ ! -e "$old/$release/complete" ] || continue
    say "installing Debian $release, 60 MiB to download, in $old"
    as_root rm -rf "$old/$release"
    as_root debootstrap --variant=minbase $release "$old/$release" >"$old/$release.log" 2>&1 ||
        die "debootstrap: $(tail -n 1 "$old/$release.log")"
    as_root touch "$old/$release/complete"
done
