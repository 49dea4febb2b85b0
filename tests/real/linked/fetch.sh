# Prepares a Debian 12 system, in a folder in the cache, in which the source packages of the arguments,
# of the whole table, or of the few in it, can be built, for the suite "linked". Sourced by dev.
system=$cache/systems/bookworm
# The libraries of fallbacks.c
fallbacks='libacl1-dev libarchive-dev libattr1-dev libaudit-dev libbpf-dev libbz2-dev libcap-ng-dev libcurl4-openssl-dev
libelf-dev libidn2-dev libkmod-dev liblz4-dev liblzma-dev libmnl-dev libpam0g-dev libpopt-dev libselinux1-dev libssl-dev libudev-dev
libxxhash-dev libzstd-dev zlib1g-dev'
known=$(sed -n 's/^\([a-z][^ ]*\).*/\1/p' tests/real/linked/packages && echo fallbacks)
sources=$*
[ "$*" != linked ] || sources=$known
[ "$*" != few ] || sources="$(sed -n 's/^\([a-z][^ ]*\) few .*/\1/p' tests/real/linked/packages) fallbacks"
for package in $sources; do
    echo "$known" | grep -qxF -e "$package" || die "no package '$package': known are $(echo $known)"
done

# inside COMMAND...: runs it in the system.
inside()
{
    as_root chroot "$system" env DEBIAN_FRONTEND=noninteractive "$@" >>"$system.log" 2>&1 ||
        die "'$*' failed: see $system.log"
}

mkdir -p "$cache/systems"
setup_packages debootstrap
if [ ! -e "$system/complete" ]; then
    say "installing Debian bookworm, 150 MiB to download, in $system"
    as_root rm -rf "$system"
    as_root debootstrap --variant=buildd --include=autoconf,automake,debhelper,fakeroot,libtool,python3,rpm,strace \
        bookworm "$system" >"$system.log" 2>&1 || die "debootstrap: $(tail -n 1 "$system.log")"
    sed -n 's/^deb /deb-src /p' "$system/etc/apt/sources.list" |
        as_root tee "$system/etc/apt/sources.list.d/sources.list" >/dev/null
    inside mkdir /sources /lazynccl
    as_root touch "$system/complete"
fi
updated=
for package in $sources; do
    [ ! -e "$system/sources/$package.complete" ] || continue
    [ "$updated" ] || inside apt-get update # releases of Debian replace packages
    updated=1
    if [ "$package" = fallbacks ]; then
        inside apt-get install -y --no-install-recommends $fallbacks
        as_root touch "$system/sources/$package.complete"
        continue
    fi
    say "downloading the sources of $package, and what its build needs"
    as_root rm -f "$system/sources/fallbacks.complete" # a package may replace one of these libraries
    inside apt-get build-dep -y --no-install-recommends --arch-only -P nodoc "$package"
    # The superuser's tests use these; they are not in Build-Depends.
    [ "$package" != util-linux ] || inside apt-get install -y --no-install-recommends btrfs-progs python3-dev
    inside sh -c "cd /sources && apt-get source --download-only $package"
    as_root touch "$system/sources/$package.complete"
done
