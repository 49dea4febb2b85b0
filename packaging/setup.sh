# Installs what the jobs of ./dev need: Debian's packages, and PyPI's into build/venv.
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

# Says what went wrong, as far as this machine shows it; the tool's own message stands above.
die_installing()
{
    for folder in "$PWD" /var "${TMPDIR:-/tmp}"; do
        [ "$(df -Pk "$folder" | awk 'END { print $4 }')" -gt 51200 ] ||
            die "$1 failed: no space left on the disk of $folder. Then try again: ./dev $job"
    done
    die "$1 failed: its message stands above (no network?). ./dev $job goes on from there"
}

# setup_packages PACKAGE...: installs those that are missing.
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
        die "these Debian packages are missing:$missing. As root, run: $by_hand"
    [ -z "$(dpkg --audit 2>/dev/null)" ] ||
        die "an earlier installation was interrupted. As root, run: dpkg --configure -a"
    as_root apt-get update -q || die_installing 'apt-get update'
    say "installing Debian packages:$missing"
    LC_ALL=C apt-get install --assume-no --no-install-recommends $missing 2>/dev/null |
        grep -E '^Need to get|^After this| newly installed' >&2 || true
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends $missing || die_installing apt-get
}

# The generator reads TOML with Python's own reader, which came with 3.11.
find_python()
{
    for python in /usr/bin/python3 python3; do
        "$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' \
            2>/dev/null && return
    done
    die "no Python 3.11 or newer with the venv module: neither /usr/bin/python3 nor python3 in PATH"
}

# setup_python PACKAGE...: installs these of PyPI's into build/venv, if they are not in it yet.
setup_python()
{
    find_python
    for file in "$PWD/build" "$venv"; do
        [ ! -e "$file" ] || [ -w "$file" ] || die "$file belongs to another user: remove it first"
    done
    key="$PWD $("$python" -c 'import sys; print(sys.version_info[:2])')"
    if [ "$(head -n 1 "$venv/installed" 2>/dev/null)" != "$key" ]; then
        rm -rf "$venv" "$main"
        "$python" -m venv "$venv" || die "$python cannot make a virtual environment in build/venv"
        echo "$key" >"$venv/installed"
    fi
    missing=
    for package; do
        grep -qxF "$package" "$venv/installed" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    say "installing into build/venv:$missing"
    case $missing in
    *nvidia*) echo "NVIDIA's libraries are $libraries_size to download" >&2 ;;
    esac
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --no-deps $missing ||
        die_installing pip
    printf '%s\n' $missing >>"$venv/installed"
}

# setup_zig: zig's compiler, which links for any glibc and machine, into the cache: 90 MiB of PyPI.
setup_zig()
{
    ziglang=ziglang==0.15.2
    zig=$cache/old/python/ziglang/zig
    export ZIG_GLOBAL_CACHE_DIR="$cache/old/zig" ZIG_LOCAL_CACHE_DIR="$cache/old/zig"
    [ ! -e "$cache/old/$ziglang" ] || return 0
    say "downloading $ziglang, 90 MiB, to $cache/old"
    mkdir -p "$cache/old"
    "$venv/bin/python" -m pip install --disable-pip-version-check --quiet --no-deps --upgrade \
        --target "$cache/old/python" $ziglang || die_installing pip
    : >"$cache/old/$ziglang"
}
