#!/bin/sh
# ./dev wheel immediately refuses another distribution.

unshare -rm true 2>/dev/null || skip "no user namespaces"
mkdir -p tree/packaging
cp "$SOURCE/dev" tree
cp "$SOURCE/packaging/setup.sh" tree/packaging
cp -R "$SOURCE/packaging/wheel" tree/packaging
printf 'ID=ubuntu\nVERSION_ID="24.04"\n' >os-release
if unshare -rm sh -c 'mount --bind os-release /etc/os-release && sh tree/dev wheel' >output 2>&1; then
    fail "built on Ubuntu"
fi
equal "$(cat output)" "dev: wheels are built on Debian 12, whose sources of zlib elfutils libarchive are\
 in them; this is ubuntu 24.04. In a container: docker run debian:12"
[ ! -e tree/build ] || fail "made a build folder"
