# A plugin written for the newest version and linked with the kit exports every version, and moves
# messages with each: two communicators, grouped receives, many at once.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

tcp tcp.so
nm -D --defined-only tcp.so | sed -n 's/.* ncclNetPlugin_v//p' | sort -n >exported
equal "$(tr '\n' ' ' <exported)" "$versions "
readelf -dW tcp.so | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >needed
equal "$(grep -v '^ld-linux-' needed)" libc.so.6

for version in $versions; do
    caller move "$version" move
    TCP_COUNTS=counts-v$version ./move ./tcp.so >said || fail "v$version: $(cat said)"
    says_not said '^WARN'
    case $version in
    11 | 12) says "counts-v$version" ' init 2 finalize 2 ' ;;
    *) says "counts-v$version" ' init 1 finalize 0 ' ;;
    esac
    caller ask "$version" ask
    ./ask ./tcp.so - open name init >said
    says said '^named: TCP$'
done
