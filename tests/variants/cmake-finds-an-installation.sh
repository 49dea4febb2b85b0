# docs/examples/installed-cmake: find_package() of an installation.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/installed.sh"
. "$SOURCE/tests/variants/example.sh"
need cmake ninja

{ CC=$CC cmake -G Ninja -S examples/installed-cmake -B build -DCMAKE_PREFIX_PATH="$prefix" &&
    cmake --build build; } >cmake.log 2>&1 || fail "$(cat cmake.log)"
works build/app
