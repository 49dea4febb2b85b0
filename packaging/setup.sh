# Installs the needs of ./dev: Debian packages, and PyPI packages in build/venv.
# Sourced by dev, which sets cache, venv, main, job and libraries_size, and has say() and die().
# SPDX-License-Identifier: Apache-2.0 OR MIT

as_root()
{
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

# lock_build: until unlock_build, no other ./dev changes build/, such as those that make -j starts.
lock_build()
{
    mkdir -p build
    exec 8>build/lock
    flock -n 8 || {
        say "waiting for another ./dev"
        flock 8
    }
}

unlock_build()
{
    flock -u 8
    exec 8>&-
}

# die_of_space TEXT: dies and says that a disk is full, or TEXT if none is.
die_of_space()
{
    usr=
    [ ! -w /usr ] || usr='/usr /var/lib/apt/lists /var/cache/apt/archives'
    fullest=$(df -Pm "$PWD" "${TMPDIR:-/tmp}" $usr 2>/dev/null | sed 1d | sort -n -k 4 | head -n 1)
    free=$(echo "$fullest" | awk '{ print $4 }')
    [ "$free" -gt 50 ] && [ -n "$1" ] && die "$1"
    die "no space left; ${fullest##*% } has least, $free MiB. Free some, then try again: ./dev $job"
}

# watch COMMAND...: runs it, shows its standard error, and ends with the cause if it fails.
watch()
{
    {
        said=$({ "$@" 2>&1 >&4 4>&- || echo 'it failed'; } |
            while IFS= read -r line || [ -n "$line" ]; do
                printf '%s\n' "$line"
                [ "$line" = 'it failed' ] || printf '%s\n' "$line" >&2
            done)
    } 4>&1
    again="try again: ./dev $job"
    case $said in
    *'it failed') ;;
    *) return ;;
    esac
    case $said in
    *'No space left'* | *'enough free space'* | *'quota exceeded'*) die_of_space "" ;;
    *'get lock'*) die "another program is installing packages: wait until it has ended, then $again" ;;
    *'dpkg --configure -a'* | *--fix-broken*)
        die "an earlier installation was interrupted. As root, run:" \
            "dpkg --configure -a; apt-get --fix-broken install. Then $again"
        ;;
    *'sudo: '*) die "this needs root. As root, run: $by_hand. Then $again" ;;
    *CERTIFICATE_VERIFY_FAILED*)
        die "the server's certificate is not trusted. Name your site's CA in PIP_CERT, then $again"
        ;;
    *resolv* | *onnection* | *'timed out'* | *unreachable*)
        die "no network, or the server does not answer: see above. Fix this, then $again"
        ;;
    *) die_of_space "'${*#as_root }' failed: see its message above. Fix this, then $again" ;;
    esac
}

# setup_packages PACKAGE...: installs the missing ones.
setup_packages()
{
    command -v dpkg-query >/dev/null || return 0 # no Debian: the build says what it lacks
    missing=
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
    for package; do
        case "
$installed
" in
        *"
$package installed
"*) ;;
        *) missing="$missing $package" ;;
        esac
    done
    [ -n "$missing" ] || return 0

    by_hand="apt-get update && apt-get install -y --no-install-recommends$missing"
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
        die "packages are missing. As root, run: $by_hand. Then ./dev $job"
    watch as_root env LC_ALL=C apt-get update -q
    minor=$(apt-cache show python3 2>/dev/null | sed -n 's/^Version: 3\.\([0-9]*\).*/\1/p' | sort -n | tail -n 1)
    (find_python tomllib 2>/dev/null) || [ "${minor:-11}" -ge 11 ] ||
        die "Python 3.11 or newer is needed, and this system has 3.$minor: install a newer one," \
            "put it first in PATH, then try again: ./dev $job"
    say "installing packages:$missing"
    LC_ALL=C apt-get install --assume-no --no-install-recommends $missing 2>/dev/null |
        grep -E '^Need to get|^After this| newly installed' >&2 || true
    watch as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends $missing
}

# find_python MODULE: sets python to the first one that has the module and reads TOML (3.11).
find_python()
{
    for python in /usr/bin/python3 python3; do
        "$python" -c "import tomllib; import $1" 2>/dev/null && return
    done
    die "Python 3.11 or newer with its module $1 is needed, and neither /usr/bin/python3" \
        "nor python3 in PATH is one: install one, then try again: ./dev $job"
}

# setup_python PACKAGE...: installs these PyPI packages in build/venv, unless they are there.
setup_python()
{
    find_python ensurepip
    for file in "$PWD/build" "$venv"; do
        [ ! -e "$file" ] || [ -w "$file" ] || die "$file belongs to another user: remove it first"
    done
    lock_build
    key="$PWD $("$python" -c 'import sys; print(sys.version_info[:2])')"
    if [ "$(head -n 1 "$venv/installed" 2>/dev/null)" != "$key" ]; then
        rm -rf "$venv" "$main"
        watch "$python" -m venv "$venv"
        echo "$key" >"$venv/installed"
    fi
    missing=
    for package; do
        grep -qxF "$package" "$venv/installed" || missing="$missing $package"
    done
    if [ -n "$missing" ]; then
        install_python $missing
    fi
    unlock_build
}

# install_python PACKAGE...
install_python()
{
    say "installing into build/venv: $*"
    case $* in
    *nvidia*) echo "NVIDIA's libraries are $libraries_size to download" >&2 ;;
    esac
    watch "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --no-deps "$@"
    printf '%s\n' "$@" >>"$venv/installed"
}

# setup_tomli: downloads tomli, which is a part of lazynccl.pyz, to build/venv/tomli. pip checks
# its hash.
setup_tomli()
{
    ! cmp -s packaging/wheel/tomli.txt "$venv/tomli/pinned" || return 0
    lock_build
    say "downloading tomli, 15 KB, to build/venv/tomli"
    rm -rf "$venv/tomli"
    watch "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --quiet --no-deps \
        --no-compile --require-hashes --only-binary :all: --platform any --implementation py \
        --abi none --python-version 3.9 --target "$venv/tomli" -r packaging/wheel/tomli.txt
    cp packaging/wheel/tomli.txt "$venv/tomli/pinned"
    unlock_build
}

# setup_zig: downloads zig's compiler, which links for any glibc and machine, to the cache (90 MiB).
setup_zig()
{
    ziglang=ziglang==0.15.2
    zig=$cache/old/python/ziglang/zig
    export ZIG_GLOBAL_CACHE_DIR="$cache/old/zig" ZIG_LOCAL_CACHE_DIR="$cache/old/zig"
    [ ! -e "$cache/old/$ziglang" ] || return 0
    say "downloading $ziglang, 90 MiB, to $cache/old"
    mkdir -p "$cache/old"
    watch "$venv/bin/python" -m pip install --disable-pip-version-check --quiet --no-deps --upgrade \
        --target "$cache/old/python" $ziglang
    : >"$cache/old/$ziglang"
}

# setup_builders: downloads the build backends of Python packages, 3 MB, to the cache.
setup_builders()
{
    builders='setuptools==80.9.0 scikit-build-core==0.11.6 meson-python==0.18.0 wheel==0.45.1'
    [ "$(cat "$cache/builders/names" 2>/dev/null)" != "$builders" ] || return 0
    say "downloading $builders to $cache/builders"
    watch "$venv/bin/python" -m pip download --disable-pip-version-check --no-input --quiet \
        --only-binary :all: -d "$cache/builders" $build_python $builders
    echo "$builders" >"$cache/builders/names"
}

# setup_sources PACKAGE...: downloads Debian's sources of these packages, which tests build, to the cache. A
# test without them is skipped, such as on other systems.
setup_sources()
{
    command -v apt-get >/dev/null || return 0
    for package; do
        [ ! -e "$cache/debian/sources/$package" ] || continue
        say "downloading the sources of $package, 12 MB with lists of packages, to $cache/debian"
        said=$("$venv/bin/python" tests/real/any/sources.py "$package" 2>&1) ||
            say "the test that builds $package is skipped: $(echo "$said" | tail -n 1)"
    done
}
