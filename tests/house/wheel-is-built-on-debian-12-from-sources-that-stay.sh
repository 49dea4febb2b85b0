# ./dev wheel takes the sources of what is linked into the command from the mirrors, and if these have
# replaced a version, from Debian's archive of all versions; before it installs anything. It refuses
# another distribution at once.

mkdir -p bin tree
cp -R "$SOURCE/packaging" tree
nothing=$(sha256sum </dev/null | cut -d ' ' -f 1)
cat >tree/packaging/wheel/sources <<END
# day 20261124T000000Z
zlib 1:1.2 $nothing
END
cat >bin/apt-get <<'END'
#!/bin/sh
lists=$(cat "$(dirname "$APT_CONFIG")"/parts/*)
echo "apt-get $*" >>"$STAGE/calls"
case "$* <$lists>" in
*" update <"*) exit 0 ;;
*snapshot*"/debian/20261124T000000Z bookworm main"*) [ ! -e "$STAGE/archive-is-gone" ] && : >zlib_1.2.dsc ;;
*) false ;;
esac || {
    echo "E: Version '1:1.2' for 'zlib' was not found"
    exit 100
}
END
chmod +x bin/apt-get

cat >download.sh <<'END'
set -e
cache=$STAGE/cache
cd "$STAGE/tree"
say() { printf '%s\n' "$*"; }
die() { printf 'died: %s\n' "$*" && exit 1; }
. packaging/wheel/build.sh
wheel_download
END
download()
{
    rm -rf cache && STAGE=$stage PATH=$stage/bin:$PATH sh download.sh >said 2>&1
}

download || fail "$(cat said)"
says said "the mirrors do not have these versions \(any more\): E: Version '1:1.2' for 'zlib' was not found"
equal "$(grep -c 'source --download-only zlib=1:1.2$' calls)" 2
cmp -s cache/linked.new/sources tree/packaging/wheel/sources || fail "downloaded again each time"

sed -i 's/zlib 1:1.2 ./&f/' tree/packaging/wheel/sources
! download || fail "took a file with another hash"
says said 'died: zlib_1.2.dsc does not have the hash'

: >archive-is-gone
! download || fail "succeeded with nothing"
says said 'died: .*neither from this system.s mirrors nor from snapshot.debian.org: E: Version'

unshare -rm true 2>/dev/null || skip "all passed except another distribution: no user namespaces"
cp "$SOURCE/dev" tree
printf 'ID=ubuntu\nVERSION_ID="24.04"\n' >os-release
! unshare -rm sh -c 'mount --bind os-release /etc/os-release && sh tree/dev wheel' >output 2>&1 ||
    fail "built on Ubuntu"
equal "$(cat output)" "dev: wheels are built on Debian 12, whose sources of zlib elfutils \
libarchive are in them; this is ubuntu 24.04. In a container: docker run debian:12"
[ ! -e tree/build ] || fail "made a build folder"
