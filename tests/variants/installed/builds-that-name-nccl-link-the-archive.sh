# The recipes in docs/adopting.md for builds that cannot be changed. NVIDIA's libraries are in a folder that each
# of these builds searches by default.
need make cmake

linkdir=$(pkg-config --variable=linkdir lazynccl)
mkdir theirs
for soname in libnccl.so.2 libnvrtc.so.12; do
    ln -s "$FAKE/$soname" "theirs/${soname%.*}"
done
cat >main.c <<'END'
int ncclGetVersion(int *);
int nvrtcVersion(int *, int *);
int main(void)
{
    int version, major, minor;
    return ncclGetVersion(&version) != 2 || nvrtcVersion(&major, &minor) != 11;
}
END

# lazy COMMAND...: builds app with the recipe; app then starts without the libraries.
lazy()
{
    rm -f app
    "$@" >build.log 2>&1 || fail "$*: $(cat build.log)"
    needs_no_library app
    ./app || fail "$*: app returned $?"
}

# usual COMMAND...: builds app without the recipe; app then needs NVIDIA's libraries.
usual()
{
    rm -f app
    "$@" >build.log 2>&1 || fail "$*: $(cat build.log)"
    readelf -d app | grep -q 'NEEDED.*nccl' || fail "$*: links something else without the recipe"
}

echo 'app: main.c
	$(CC) $(LDFLAGS) -o $@ $< -Ltheirs -lnccl -lnvrtc' >plain.mk
echo 'app_LDFLAGS = -Ltheirs
app: main.c
	$(CC) $(app_LDFLAGS) $(LDFLAGS) -o $@ $< -lnccl -lnvrtc' >automake.mk
usual make -f plain.mk CC="$CC"
lazy make -f plain.mk CC="$CC" LDFLAGS="-L$linkdir"
usual make -f automake.mk CC="$CC" LDFLAGS="-L$linkdir"
lazy make -f automake.mk CC="$CC -L$linkdir"
lazy env LIBRARY_PATH="$linkdir" $CC -o app main.c -lnccl -lnvrtc

cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.17)
project(app C)
find_library(NCCL_LIBRARY nccl HINTS ${CMAKE_SOURCE_DIR}/theirs)
if(WITH_CUDA)
    find_package(CUDAToolkit REQUIRED)
    set(nvrtc CUDA::nvrtc)
else()
    find_library(nvrtc nvrtc HINTS ${CMAKE_SOURCE_DIR}/theirs)
endif()
add_executable(app main.c)
target_link_libraries(app ${NCCL_LIBRARY} ${nvrtc} dl)
set_target_properties(app PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_SOURCE_DIR})
END

# with_cmake OPTION...
with_cmake()
{
    rm -rf cmake
    CC=$CC cmake -S . -B cmake "$@" && cmake --build cmake
}
usual with_cmake
lazy with_cmake -DNCCL_LIBRARY="$linkdir/libnccl.a" -Dnvrtc="$linkdir/libnvrtc.a"

cat >meson.build <<'END'
project('app', 'c')
libraries = []
foreach name : ['nccl', 'nvrtc', 'dl']
  libraries += meson.get_compiler('c').find_library(name)
endforeach
executable('app', 'main.c', dependencies: libraries)
END

# with_meson NAME=VALUE...: LIBRARY_PATH represents a folder that compilers search by default.
with_meson()
{
    rm -rf meson
    env CC="$CC" LIBRARY_PATH="$stage/theirs" "$@" sh -c 'meson setup meson && ninja -C meson' &&
        cp meson/app .
}
usual with_meson
lazy with_meson LDFLAGS="-L$linkdir"

# with_cargo NAME=VALUE...: a crate of bindings, whose build script finds the libraries.
with_cargo()
{
    rm -rf target
    env "$@" cargo build -q --offline && cp target/debug/app .
}
if cargo --version >/dev/null 2>&1; then
    cat >Cargo.toml <<'END'
[package]
name = "app"
version = "1.0.0"
[[bin]]
name = "app"
path = "main.rs"
END
    cat >build.rs <<'END'
fn main() {
    println!("cargo:rustc-link-search=native=theirs");
    println!("cargo:rustc-link-lib=dylib=nccl");
    println!("cargo:rustc-link-lib=nvrtc");
}
END
    cat >main.rs <<'END'
extern "C" {
    fn ncclGetVersion(version: *mut i32) -> i32;
    fn nvrtcVersion(major: *mut i32, minor: *mut i32) -> i32;
}
fn main() {
    let (mut version, mut major, mut minor) = (0, 0, 0);
    unsafe {
        assert_eq!(ncclGetVersion(&mut version), 2);
        assert_eq!(nvrtcVersion(&mut major, &mut minor), 11);
    }
}
END
    usual with_cargo
    lazy with_cargo RUSTFLAGS="-L native=$linkdir"
fi

nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null || true)
[ -n "$nvcc" ] || exit 0
all=$(pkg-config --variable=linkdir lazynccl-all) # because CUDA::nvrtc also links the driver
lazy with_cmake -DWITH_CUDA=ON -DCUDAToolkit_ROOT="${nvcc%/bin/nvcc}" \
    -DCMAKE_EXE_LINKER_FLAGS=-Wl,--no-as-needed -DNCCL_LIBRARY="$all/libnccl.a" \
    -DCUDA_nvrtc_LIBRARY="$all/libnvrtc.a" -DCUDA_cuda_driver_LIBRARY="$all/libcuda.a"
lazy env NVCC_PREPEND_FLAGS="-L$linkdir" "$nvcc" -o app main.c -Ltheirs -lnccl -lnvrtc
