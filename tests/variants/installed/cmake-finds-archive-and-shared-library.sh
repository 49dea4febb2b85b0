# find_package(lazynccl) provides lazynccl::lazynccl (the archive) and lazynccl::shared for C and
# C++, and refuses another major version or a later minor one.
release=$(sed -n "s/^ *version: '\(.*\)',$/\1/p" "$SOURCE/meson.build" | head -n 1)
need cmake

configure()
{
    cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.16)
project(consumer C CXX)
find_package(lazynccl $1 REQUIRED)
add_executable(c consumer.c)
add_executable(cpp consumer.cpp)
add_executable(shared consumer.c)
target_link_libraries(c PRIVATE lazynccl::lazynccl)
target_link_libraries(cpp PRIVATE lazynccl::lazynccl)
target_link_libraries(shared PRIVATE lazynccl::shared)
END
    rm -rf build
    CC=$CC CXX=$CXX cmake -G Ninja -S . -B build -DCMAKE_PREFIX_PATH="$libdir/cmake" \
        >cmake.log 2>&1 # not $prefix: CMake and Meson disagree on Debian's library folder
}

configure 0.1 || fail "$(cat cmake.log)"
cmake --build build >cmake.log 2>&1 || fail "$(cat cmake.log)"
for program in c cpp; do
    needs_no_library build/$program
    works build/$program
done
needs_shared build/shared
works build/shared

for version in 0.99 1.0; do
    ! configure $version || fail "find_package accepted 0.1 as $version"
    says cmake.log "lazynccl-config.cmake, version: $release\$"
done
