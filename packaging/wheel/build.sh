# Builds the Python wheels, for x86-64 and aarch64: the command, linked for an old glibc by zig's
# compiler with static libraries that are built here from the sources in the file "sources". The
# result does not depend on the machine that builds it. Sourced by dev.
# SPDX-License-Identifier: Apache-2.0 OR MIT
glibc=2.28 # memfd_create; RHEL 8, Debian 10
linked=$cache/linked # sources, and the libraries of each machine

wheel_packages='gcc libc6-dev libelf-dev python3 python3-venv dpkg-dev cmake make xz-utils bzip2 pkgconf
gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-riscv64-linux-gnu libc6-dev-riscv64-cross'
linked_in='zlib elfutils libarchive'
sources=packaging/wheel/sources

# wheel_ready: dies on another distribution, because it does not have these sources.
wheel_ready()
{
    (
        ID= VERSION_ID=
        [ ! -e /etc/os-release ] || . /etc/os-release
        [ "$ID $VERSION_ID" = "debian 12" ] ||
            die "wheels are built on Debian 12, whose sources of $linked_in are in them;" \
                "this is ${ID:-unknown} $VERSION_ID. In a container: docker run debian:12"
    )
}

# wheel_lock: until this shell ends, no other one builds or replaces files in the cache.
wheel_lock()
{
    mkdir -p "$cache"
    exec 9>"$cache/linked.lock"
    flock -n 9 || {
        say "waiting for another ./dev wheel"
        flock 9
    }
}

# wheel_apt COMMAND...: runs apt-get with the sources of packages in $fresh/apt/parts, and with nothing else
# of this system's APT but its keys.
wheel_apt()
{
    cat >"$fresh/apt/conf" <<END
Dir::Etc::SourceList "-";
Dir::Etc::SourceParts "$fresh/apt/parts";
Dir::State::Lists "$fresh/apt/lists";
Dir::Cache "$fresh/apt";
Acquire::Retries "1";
APT::Sandbox::User "";
END
    (cd "$fresh" && APT_CONFIG=$fresh/apt/conf apt-get -q -o APT::Update::Error-Mode=any "$@") >>"$fresh/log" 2>&1
}

# wheel_list_mirrors: takes sources from where this system takes its packages.
wheel_list_mirrors()
{
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
        [ ! -e $file ] || sed 's/^deb /deb-src /; s/^Types:.*/Types: deb-src/' $file \
            >"$fresh/apt/parts/${file##*/}"
    done
}

# wheel_list_archive: takes sources from Debian's archive of all versions, as of the day in the file "sources".
wheel_list_archive()
{
    rm -rf "$fresh/apt/parts"/* "$fresh/apt/lists"/*
    mkdir -p "$fresh/apt/lists/partial"
    day=$(sed -n 's/^# day //p' $sources)
    for list in "debian/$day bookworm" "debian-security/$day bookworm-security"; do
        echo "deb-src [check-valid-until=no] http://snapshot.debian.org/archive/$list main"
    done >"$fresh/apt/parts/archive.list"
}

# wheel_download: downloads the sources that the file "sources" lists, to $linked.new. Needs only apt-get.
wheel_download()
{
    fresh=$linked.new
    ! cmp -s $sources "$linked/sources" && ! cmp -s $sources "$fresh/sources" || return 0
    say "downloading Debian's sources of $linked_in"
    rm -rf "$fresh"
    mkdir -p "$fresh/apt/lists/partial" "$fresh/apt/archives/partial" "$fresh/apt/parts"
    grep -v '^#' $sources >"$fresh/wanted"
    set -- source --download-only $(sed 's/ /=/; s/ .*//' "$fresh/wanted")
    wheel_list_mirrors
    if ! wheel_apt update || ! wheel_apt "$@"; then
        say "the mirrors do not have these versions (any more): $(grep -m 1 '^E: ' "$fresh/log")"
        wheel_list_archive
        wheel_apt update && wheel_apt "$@" ||
            die "Debian's sources cannot be downloaded, neither from this system's mirrors nor from" \
                "snapshot.debian.org: $(grep '^E: ' "$fresh/log" | tail -n 1)"
    fi
    while read -r name version hash; do
        echo "$hash  $fresh/${name}_${version#*:}.dsc" | sha256sum --check --status ||
            die "${name}_${version#*:}.dsc does not have the hash in $sources"
    done <"$fresh/wanted"
    cp $sources "$fresh/sources"
}

# wheel_sources: downloads and unpacks the sources.
wheel_sources()
{
    wheel_download
    ! cmp -s $sources "$linked/sources" || return 0
    for file in "$fresh"/*.dsc; do
        (cd "$fresh" && dpkg-source --extract "$file") >>"$fresh/log" 2>&1 ||
            die "dpkg-source: $(tail -n 1 "$fresh/log")"
    done
    rm -rf "$linked"
    mv "$fresh" "$linked"
}

# wheel_libraries MACHINE: builds only the parts of the libraries that the command uses.
wheel_libraries()
{
    prefix=$linked/$1
    compiler=$linked/cc-$1
    complete=$prefix/$(cat packaging/wheel/*.sh | cksum | cut -d' ' -f1)
    [ ! -e "$complete" ] || return 0
    say "building $linked_in for $1"
    printf '#!/bin/sh\nexec "%s" cc -target %s-linux-gnu.%s -fno-sanitize=all "$@"\n' \
        "$zig" "$1" $glibc >"$compiler"
    printf '#!/bin/sh\nflags=${1%%T}\nshift\nexec "%s" ar "$flags" "$@"\n' \
        "$zig" >"$linked/ar" # its linker reads no thin archives
    chmod +x "$compiler" "$linked/ar"
    sh packaging/wheel/libraries.sh "$linked" "$1" >"$linked/log" 2>&1 ||
        die "$(tail -n 20 "$linked/log")
the whole log: $linked/log"
    : >"$complete"
}

# wheel_of MACHINE: builds and installs the command into build/wheel/MACHINE/tree.
wheel_of()
{
    wheel_libraries "$1"
    made=$PWD/build/wheel/$1
    mkdir -p "$made"
    runs=false
    [ "$1" = "$(uname -m)" ] || runs=true
    cat >"$made/cross.ini" <<END
[binaries]
c = '$compiler'
ar = '$linked/ar'
pkg-config = 'pkg-config'
[built-in options]
c_link_args = ['-s', '-Wl,--no-gc-sections'] # findings' rows lie in a section
[properties]
needs_exe_wrapper = $runs
pkg_config_libdir = ['$prefix/lib/pkgconfig']
[host_machine]
system = 'linux'
cpu_family = '$1'
cpu = '$1'
endian = 'little'
END
    say "building the command for $1"
    meson setup "$made/build" --cross-file "$made/cross.ini" --prefix=/usr -Dbuildtype=release \
        -Dstatic_tool=true >"$made/log" &&
        ninja -C "$made/build" >>"$made/log" 2>&1 &&
        meson install -C "$made/build" --quiet --no-rebuild --destdir "$made/tree" >>"$made/log" ||
        die "$(tail -n 30 "$made/log")"
    # The manual and the completions are made from the command's help, on a machine that can run it.
    cp -Rn "build/wheel/$(uname -m)/tree/usr/share" "$made/tree/usr"
}

# wheel_try WHEEL: tests the wheel of this machine.
wheel_try()
{
    say "trying it in a fresh environment"
    "$venv/bin/python" -m venv build/wheel/venv
    build/wheel/venv/bin/python -m pip install --disable-pip-version-check --quiet --no-index "$1"
    (
        unset VIRTUAL_ENV
        export PATH="$PWD/build/wheel/venv/bin:$PATH"
        cd build/wheel
        lazynccl --version
        lazynccl
        lazynccl doctor || [ $? = 1 ]
        lazynccl find || [ $? = 1 ]
        lazynccl run -- python -c ''
        lazynccl vendor nccl -o vendored
        lazynccl audit "$1"
    )
}

# Builds the wheels of both machines in dist/.
wheel_make()
{
    wheel_lock
    wheel_sources # before larger downloads
    setup_zig
    PATH=$venv/bin:$PATH
    own=$(uname -m)
    rm -rf build/wheel
    wheel_of "$own"
    case $own in x86_64) wheel_of aarch64 ;; *) wheel_of x86_64 ;; esac
    for machine in x86_64 aarch64; do
        "$venv/bin/python" packaging/wheel/pack.py "build/wheel/$machine/tree/usr" dist \
            "build/wheel/$own/tree/usr/bin/lazynccl" "$linked"/*.dsc
    done
    wheel_try "$(ls -t "$PWD"/dist/lazynccl-*"$own.whl" | head -n 1)"
}
