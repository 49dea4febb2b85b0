# A net plugin written for the newest version exports every version, in C and C++, with pkg-config,
# CMake, Meson and Meson's subproject. It needs only libc, and does not look like lazynccl.
need cmake

cat >plugin.c <<'END'
#include <lazynccl_net.h>
static lazynccl_net_result init(void **ctx, uint64_t commId, struct lazynccl_net_config *config,
                                lazynccl_net_log log, lazynccl_net_profiler profiler)
{
    (void)ctx, (void)commId, (void)config, (void)log, (void)profiler;
    return LAZYNCCL_NET_SYSTEM_ERROR;
}
static const struct lazynccl_net_v12 table = {"mine", init};
LAZYNCCL_NET_PLUGIN(table)
#ifdef COLLNET
LAZYNCCL_COLLNET_PLUGIN(table)
#endif
END
cp plugin.c plugin.cpp

# is_plugin FILE: it exports every version of the interface, and nothing else.
is_plugin()
{
    for version in 4 5 6 7 8 9 10 11 12; do
        echo "ncclNetPlugin_v$version"
    done | sort >expected
    nm -D --defined-only "$1" | awk '{ print $3 }' | sort >exported
    equal "$(cat exported)" "$(cat expected)"
    equal "$(readelf -d "$1" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -v '^libc\.so' || true)" ''
    ! readelf -n "$1" | grep -i lazynccl || fail "$1 has our marker"
}

flags="-shared -fPIC -Wall -Wextra -Werror -Wno-missing-field-initializers -Wl,-z,defs -Wl,--as-needed"
$CC $flags plugin.c -o c.so $(pkg-config --cflags --libs lazynccl-net)
is_plugin c.so
$CC -std=c11 -pedantic $flags plugin.c -o c11.so $(pkg-config --cflags --libs lazynccl-net)
is_plugin c11.so
for standard in c++11 c++20; do
    $CXX -std=$standard -pedantic $flags -nodefaultlibs plugin.cpp -o cpp.so \
        $(pkg-config --cflags --libs lazynccl-net) -lc
    is_plugin cpp.so
done

# what was removed says so
for compiler in "$CC -std=c11" "$CXX -std=c++11 -xc++"; do
    $compiler -DCOLLNET -c plugin.c -o removed.o $(pkg-config --cflags lazynccl-net) 2>err &&
        fail "$compiler accepts LAZYNCCL_COLLNET_PLUGIN"
    says err 'removed in 0\.2: export ncclCollNetPlugin_vN with NCCL.s own structs'
done

# if NCCL's header is included, results have its type
mkdir with_nccl
echo '#define NCCL_VERSION_CODE 22809
typedef enum { ncclSuccess, ncclSystemError = 2 } ncclResult_t;' >with_nccl/nccl.h
sed -i '1i #include <nccl.h>' plugin.cpp
sed 's/lazynccl_net_result init/ncclResult_t init/; s/LAZYNCCL_NET_SYSTEM_ERROR/ncclSystemError/' \
    plugin.cpp >typed.cpp
$CXX -std=c++17 -pedantic $flags -Iwith_nccl typed.cpp -o typed.so \
    $(pkg-config --cflags --libs lazynccl-net)
cp plugin.c plugin.cpp

cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(plugin C)
find_package(lazynccl 0.1 REQUIRED)
add_library(plugin MODULE plugin.c)
target_link_libraries(plugin PRIVATE lazynccl::net)
END
{ CC=$CC cmake -G Ninja -S . -B cmake -DCMAKE_PREFIX_PATH="$libdir/cmake" &&
    cmake --build cmake; } >cmake.log 2>&1 || fail "$(cat cmake.log)"
is_plugin cmake/libplugin.so

cat >meson.build <<'END'
project('plugin', 'c')
shared_module('plugin', 'plugin.c', dependencies: dependency('lazynccl-net'))
END
mkdir subprojects
printf '%s\n' '[wrap-file]' 'directory = lazynccl' '[provide]' \
    'dependency_names = lazynccl, lazynccl-net' >subprojects/lazynccl.wrap
ln -s "$SOURCE" subprojects/lazynccl
for where in installed subproject; do
    { CC=$CC meson setup "$where" && meson compile -C "$where"; } >meson.log 2>&1 ||
        fail "$(cat meson.log)"
    is_plugin "$where/libplugin.so"
    [ "$where" = installed ] || [ -d subproject/subprojects ] || fail "the subproject was not built"
    unset PKG_CONFIG_PATH
done
