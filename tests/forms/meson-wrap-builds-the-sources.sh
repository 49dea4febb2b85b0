#!/bin/sh
# docs/examples/wrapped-meson: its wrap provides the dependency, without a network if the sources
# are present.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/forms/example.sh"
need meson ninja

ln -s "$SOURCE" examples/wrapped-meson/subprojects/lazynccl
{ CC=$CC meson setup --wrap-mode=nodownload build examples/wrapped-meson &&
    meson compile -C build app; } >meson.log 2>&1 || fail "$(cat meson.log)"
works build/app
