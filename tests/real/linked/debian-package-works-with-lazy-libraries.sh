# A Debian source package is linked, without a change, with every library lazy that can be: its own
# tests give the same result as with the direct link, and each file exports the same names.
# usage: PACKAGE few|all PROGRAM ARGUMENT [COMMAND...]
export system="${XDG_CACHE_HOME:-$HOME/.cache}/lazynccl/systems/bookworm"
[ -e "$system/sources/$1.complete" ] || skip "$1 is not there: ./dev test linked $1 downloads it"
[ "$(id -u)" = 0 ] || skip "chroot needs root"
unshare -m true 2>said || skip "$(cat said)"
unshare -m sh -euc 'mount --bind "$SOURCE" "$system/lazynccl"
    mount -t proc proc "$system/proc"
    mount --bind /dev "$system/dev"
    mount -t devpts devpts "$system/dev/pts"
    mount -t sysfs sysfs "$system/sys"
    mount -t tmpfs tmpfs "$system/tmp"
    inside="env -i HOME=/tmp LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin"
    [ "$1" = fallbacks ] || chroot --userspec=nobody:nogroup "$system" $inside \
        python3 -B /lazynccl/tests/real/linked/build.py "$@"
    uses=/lazynccl/tests/real/linked/uses/$1.sh
    [ ! -e "$system$uses" ] || chroot "$system" $inside sh "$uses"' sh "$@"
