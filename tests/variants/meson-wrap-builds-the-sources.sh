# docs/examples/wrapped-meson: its wrap provides the dependency from a release's tarball, without a
# network, and refuses another file.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/example.sh"
. "$SOURCE/tests/variants/tarball.sh"
need meson ninja

subprojects=examples/wrapped-meson/subprojects
tarball $subprojects/packagefiles
if meson setup --wrap-mode=nodownload refused examples/wrapped-meson >meson.log 2>&1; then
    fail "a wrap with another hash is accepted"
fi
says meson.log 'Incorrect hash'
hash=$(sha256sum $subprojects/packagefiles/*.tar.gz | cut -d' ' -f1)
sed -i "s/^source_hash = .*/source_hash = $hash/" $subprojects/lazynccl.wrap
{ CC=$CC meson setup --wrap-mode=nodownload build examples/wrapped-meson &&
    meson compile -C build app; } >meson.log 2>&1 || fail "$(cat meson.log)"
works build/app
