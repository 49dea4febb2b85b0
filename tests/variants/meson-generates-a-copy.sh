# docs/examples/generated-meson: the subproject runs the generator once, and again if it has changed.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/generated.sh"
need meson ninja

subproject=examples/generated-meson/subprojects/lazynccl
mkdir -p $subproject
cp "$SOURCE"/packaging/rules/meson/* "$pyz" $subproject
{ CC=$CC meson setup --fatal-meson-warnings --wrap-mode=nodownload build examples/generated-meson &&
    meson compile -C build; } >meson.log 2>&1 || fail "$(cat meson.log)"
works build/app
generates_once $subproject/lazynccl.pyz build/subprojects/lazynccl/lazynccl.c meson compile -C build

# A stub of the project is an input too.
mkdir -p own/subprojects
cp -r $subproject own/subprojects
cp "$SOURCE/tests/gen/one.toml" own/subprojects/lazynccl/mine.toml
cat >own/meson.build <<'END'
project('own', 'c')
subproject('lazynccl', default_options: ['libraries=mine.toml', 'options=--machine,x86_64'])
END
rm -rf build
{ CC=$CC meson setup --wrap-mode=nodownload build own && meson compile -C build; } >meson.log 2>&1 ||
    fail "$(cat meson.log)"
generates_once own/subprojects/lazynccl/mine.toml build/subprojects/lazynccl/lazynccl.c meson compile -C build
