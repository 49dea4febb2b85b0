# docs/examples/vendored-cmake: add_subdirectory() of a vendored copy, with make and ninja.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/example.sh"
need cmake

"$SOURCE/dev" vendor nccl -o examples/vendored-cmake/lazynccl
for generator in "Unix Makefiles" Ninja; do
    case $generator in
    Ninja) command -v ninja >/dev/null || continue ;;
    *) command -v make >/dev/null || continue ;;
    esac
    rm -rf build
    { CC=$CC cmake -G "$generator" -S examples/vendored-cmake -B build && cmake --build build; } \
        >cmake.log 2>&1 || fail "$(cat cmake.log)"
    works build/app
    worked=1
done
[ "${worked-}" ] || skip "neither make nor ninja is installed"
