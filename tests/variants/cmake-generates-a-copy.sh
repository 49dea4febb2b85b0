# docs/examples/generated-cmake: lazynccl_add() runs the generator once, and again if it has changed,
# from a copied file and after an installation. It takes stubs of the project.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/generated.sh"
need cmake ninja

# builds FOLDER [OPTION...]
builds()
{
    folder=$1
    shift
    { CC=$CC cmake -G Ninja -S "$folder" -B build -DPython3_EXECUTABLE="$PYTHON" "$@" &&
        cmake --build build; } >cmake.log 2>&1 || fail "$(cat cmake.log)"
}
example=examples/generated-cmake
mkdir $example/lazynccl
cp "$SOURCE/packaging/rules/lazynccl.cmake" $example/lazynccl
! cmake -G Ninja -S $example -B refused >cmake.log 2>&1 || fail "without a generator"
tr -s '\n ' ' ' <cmake.log >said
says said 'lazynccl_add: no lazynccl.pyz: copy it beside lazynccl.cmake, or set LAZYNCCL_GENERATOR'
cp "$pyz" $example/lazynccl
builds $example
works build/app
generates_once $example/lazynccl/lazynccl.pyz build/lazy_nccl/lazynccl.c cmake --build build

# A stub of the project is an input too.
mkdir own
cp "$SOURCE/tests/gen/one.toml" own/mine.toml
cat >own/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(own C)
include(../examples/generated-cmake/lazynccl/lazynccl.cmake)
lazynccl_add(mine mine.toml OPTIONS --machine x86_64)
END
rm -rf build
builds own
says build/mine/lazynccl.c 'x86_64'
generates_once own/mine.toml build/mine/lazynccl.c cmake --build build

[ -n "${TOOL-}" ] || exit 0
. "$SOURCE/tests/variants/installed.sh"
sed -i 's|^include.*|find_package(lazynccl REQUIRED)|' $example/CMakeLists.txt
rm -rf build
builds $example -DCMAKE_PREFIX_PATH="$prefix"
equal "$(LAZYNCCL_LIBPATH=$FAKE build/app)" "NCCL 22809 from $FAKE/libnccl.so.2"
equal "$(find "$prefix" -name __pycache__)" ''
