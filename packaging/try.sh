# usage: sh try.sh DIST: installs, uses and removes each product that ./dev release made in DIST, as root on
# a bare Debian 12, Debian 13 or Ubuntu 24.04, such as a container:
#     docker run --rm -v $PWD/dist:/dist:ro debian:13 sh /dist/try.sh /dist
# It uses the files in DIST, packages of the distribution, and on Debian 12 Meson from PyPI.
# SPDX-License-Identifier: Apache-2.0 OR MIT
set -eu
dist=$(cd "$1" && pwd)
. /etc/os-release
home=/home/someone
mkdir -p "$home"
chmod 777 "$home"

# as_user COMMAND...: runs it in the home folder, without privileges.
as_user()
{
    (cd "$home" && setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$home" "$@")
}

say()
{
    echo "== $PRETTY_NAME: $*"
}

# expect TEXT COMMAND...: fails unless the command's output, with its errors, matches the regular expression.
expect()
{
    text=$1
    shift
    said=$("$@" 2>&1) || said="$said
(status $?)"
    echo "$said" | grep -Eq -e "$text" || {
        printf 'failed: %s: expected "%s", got:\n%s\n' "$*" "$text" "$said"
        exit 1
    }
}

# nothing_left FOLDER: fails if an uninstalled product left a file there.
nothing_left()
{
    left=$(find "$1" -name "*lazynccl*" ! -path "*/__pycache__*" 2>/dev/null || true)
    [ -z "$left" ] || {
        echo "failed: not removed: $left"
        exit 1
    }
}

# use_command PATH: the same steps for each installation of the command.
use_command()
{
    expect "lazynccl $release" as_user "$1" --version
    expect 'no NVIDIA libraries here' as_user "$1" doctor
    expect '^nccl +ld.so +nothing' as_user "$1" find
    as_user "$1" vendor nccl -o nccl
    as_user "$1" vendor libz.so.1 --only zlibVersion -o zlib >/dev/null
    as_user cc -Inccl program.c nccl/lazynccl.c zlib/lazynccl.c -o program
    expect 'NCCL cannot be used: no libnccl.so.2' as_user ./program
    expect '^zlib 1\.' as_user ./program
    expect 'lazynccl.*'"$release" as_user "$1" audit program
    as_user env LAZY_LIBS=z cc zlib.c -B"$(as_user "$1" link)" -lz -o lazily
    expect '^zlib 1\.' as_user ./lazily
    if as_user readelf -d lazily | grep -q 'NEEDED.*libz'; then
        echo "failed: libz.so.1 is still needed"
        exit 1
    fi
    as_user "$1" stand-in libz.so.1 -o lazy >/dev/null
    as_user cc zlib.c -lz -o directly
    expect 'lazy/libz.so.1' as_user env LD_LIBRARY_PATH="$home/lazy" ldd directly
    expect '^zlib 1\.' as_user env LD_LIBRARY_PATH="$home/lazy" ./directly
    expect '^zlib 1\.' as_user "$1" run -- ./directly
    as_user rm -rf nccl zlib program lazily lazy directly
}

cat >"$home/zlib.c" <<END
#include <stdio.h>
const char *zlibVersion(void);
int main(void) { return printf("zlib %s\n", zlibVersion()) < 0; }
END
cat >"$home/program.c" <<END
#include <stdio.h>
#include "lazynccl.h"
const char *zlibVersion(void);
int ncclGetVersion(int *);
int main(void)
{
    int version = 0, result = ncclGetVersion(&version);
    printf("NCCL %d %s\n", version, result ? lazynccl_why(lazynccl_nccl()) : "");
    return printf("zlib %s\n", zlibVersion()) < 0;
}
END
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
tarball=$(basename "$dist"/lazynccl-*.tar.gz)
release=${tarball#lazynccl-}
release=${release%.tar.gz}
(cd "$dist" && sha256sum --check --quiet SHA256SUMS)
say "installing a compiler and Python"
apt-get update -q >/dev/null
apt-get install -y -q --no-install-recommends gcc libc6-dev zlib1g-dev python3-venv >/dev/null 2>&1

say "one file"
as_user python3 "$dist/lazynccl.pyz" vendor nccl -o nccl
as_user python3 "$dist/lazynccl.pyz" vendor libz.so.1 --only zlibVersion -o zlib >/dev/null
as_user cc -Inccl program.c nccl/lazynccl.c zlib/lazynccl.c -o program
expect 'NCCL cannot be used: no libnccl.so.2' as_user ./program
expect '^zlib 1\.' as_user ./program
as_user rm -rf nccl zlib program

say "wheel"
as_user python3 -m venv venv
as_user venv/bin/pip install -q --no-index "$dist/lazynccl-$release-py3-none-manylinux_2_28_$(uname -m).whl"
use_command venv/bin/lazynccl
as_user venv/bin/pip uninstall -q -y lazynccl
nothing_left "$home/venv"

if [ "$(dpkg --print-architecture)" = amd64 ]; then
    say "Debian packages"
    apt-get install -y -q --no-install-recommends "$dist"/*_amd64.deb pkgconf >/dev/null 2>&1
    use_command /usr/bin/lazynccl
    as_user sh -c 'cc program.c $(pkg-config --cflags --libs lazynccl) -lz -o program'
    expect 'NCCL cannot be used: no libnccl.so.2' as_user ./program
    apt-get purge -y -q lazynccl liblazynccl-dev liblazynccl0 >/dev/null 2>&1
    nothing_left /usr
fi

say "tarball"
apt-get install -y -q --no-install-recommends meson pkgconf libelf-dev libarchive-dev >/dev/null 2>&1
as_user tar -xf "$dist/$tarball"
meson=meson
if [ "$VERSION_ID" = 12 ]; then
    as_user venv/bin/pip install -q meson ninja
    meson=venv/bin/meson
    PATH=$home/venv/bin:$PATH
fi
as_user $meson setup build "lazynccl-$release" --prefix="$home/.local" >/dev/null
as_user $meson install -C build >/dev/null
PATH=$home/.local/bin:$PATH
export PKG_CONFIG_PATH="$home/.local/lib/pkgconfig"
use_command lazynccl
as_user sh -c 'cc program.c $(pkg-config --cflags --libs lazynccl) -lz -o program'
expect 'NCCL cannot be used: no libnccl.so.2' as_user ./program
as_user ninja -C build uninstall >/dev/null
nothing_left "$home/.local"
say "everything works, and nothing is left"
