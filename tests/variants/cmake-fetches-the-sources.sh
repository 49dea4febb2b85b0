# docs/examples/fetched-cmake: FetchContent builds a release's tarball for the chosen stubs with CMake
# and Python only, without a network, and trampolines are optimized in every build type.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/example.sh"
. "$SOURCE/tests/variants/tarball.sh"
need cmake ninja

tarball examples/fetched-cmake
{ CC=$CC cmake -G Ninja -S examples/fetched-cmake -B build -DCMAKE_BUILD_TYPE=Debug \
    -DPython3_EXECUTABLE="$PYTHON" && cmake --build build; } >cmake.log 2>&1 ||
    fail "$(cat cmake.log)"
works build/app
archive=$(find build -name liblazynccl.a)
nm "$archive" >names
says names ' T ncclGetVersion$'
says_not names 'nvrtc'
objdump -d --no-show-raw-insn --disassemble=ncclGetVersion "$archive" >code
[ "$(grep -c '^ *[0-9a-f]*:' code)" -le 4 ] || fail "$(cat code)"
