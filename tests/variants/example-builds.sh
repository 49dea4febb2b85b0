# usage: example-builds.sh example-NAME: its build system builds docs/examples/NAME, and the program works. A build
# that generates the copy runs the generator once, and again if an input has changed.
name=${1#example-}
case $name in
generated-* | exported-*) . "$SOURCE/tests/variants/generated.sh" ;;
*) . "$SOURCE/tests/variants/example.sh" ;;
esac
example=examples/$name flags="-O2 -Wall -Wextra -Werror $CFLAGS"

# log COMMAND...: shows the output if it fails.
log()
{
    "$@" >>build.log 2>&1 || fail "$*: $(tail -n 30 build.log)"
}

cmake_builds() # FOLDER [OPTION...]
{
    folder=$1
    shift
    rm -rf build
    log env CC="$CC" cmake -G Ninja -S "$folder" -B build -DPython3_EXECUTABLE="$PYTHON" "$@"
    log cmake --build build
}

meson_builds() # FOLDER [TARGET]
{
    rm -rf build
    log env CC="$CC" meson setup --wrap-mode=nodownload build "$1"
    log meson compile -C build ${2-}
    ! grep "^WARNING" build.log || fail "Meson warns"
}

# tarball FOLDER: puts the tree there as ./dev release packs it.
tarball()
{
    release=$(sed -n "s/^ *version: '\(.*\)',$/\1/p" "$SOURCE/meson.build")
    mkdir -p "$1" "packed/lazynccl-$release"
    for entry in "$SOURCE"/*; do
        case ${entry##*/} in build | dist) ;; *) cp -r "$entry" "packed/lazynccl-$release" ;; esac
    done
    tar -czf "$1/lazynccl-$release.tar.gz" -C packed "lazynccl-$release"
    rm -rf packed
}

vendored_make()
{
    need make
    vendor $example/lazynccl nccl
    log make -C $example CC="$CC" CFLAGS="$flags"
    works $example/app
}

vendored_cmake() # add_subdirectory(), with ninja and make
{
    need cmake ninja
    "$SOURCE/dev" vendor nccl -o $example/lazynccl
    cmake_builds $example
    works build/app
    command -v make >/dev/null || return 0
    rm -rf build
    log env CC="$CC" cmake -G "Unix Makefiles" -S $example -B build
    log cmake --build build
    works build/app
}

installed_cmake() # find_package()
{
    need cmake ninja
    (. "$SOURCE/tests/variants/installed/shared.sh" && echo "$prefix" >prefix) || exit
    cmake_builds $example -DCMAKE_PREFIX_PATH="$(cat prefix)"
    works build/app
}

fetched_cmake() # FetchContent with CMake and Python only; trampolines are optimized in every build type
{
    need cmake ninja
    tarball $example
    cmake_builds $example -DCMAKE_BUILD_TYPE=Debug
    works build/app
    archive=$(find build -name liblazynccl.a)
    nm "$archive" >names
    says names ' T ncclGetVersion$'
    says_not names 'nvrtc'
    objdump -d --no-show-raw-insn --disassemble=ncclGetVersion "$archive" >code
    [ "$(grep -c '^ *[0-9a-f]*:' code)" -le 4 ] || fail "$(cat code)"
}

wrapped_meson() # the wrap refuses another file than its hash says
{
    need meson ninja
    tarball $example/subprojects/packagefiles
    ! meson setup --wrap-mode=nodownload refused $example >meson.log 2>&1 || fail "another hash is accepted"
    says meson.log 'Incorrect hash'
    hash=$(sha256sum $example/subprojects/packagefiles/*.tar.gz | cut -d' ' -f1)
    sed -i "s/^source_hash = .*/source_hash = $hash/" $example/subprojects/lazynccl.wrap
    meson_builds $example app
    works build/app
}

generated_make()
{
    need make
    cp "$pyz" $example
    cd $example
    log make -j4 CC="$CC" CFLAGS="$flags"
    works ./app
    generates_once lazynccl.pyz lazynccl/lazynccl.c make CC="$CC" CFLAGS="$CFLAGS"
}

generated_autotools() # a tarball of `make dist` is built without Python
{
    need make automake
    cp "$pyz" $example
    cd $example
    ln -s "$PYTHON" python3 # automake takes no interpreter with a blank in its name
    PYTHON=$PWD/python3
    log autoreconf -i
    log ./configure CC="$CC" CPPFLAGS="$CFLAGS"
    log make -j4
    works ./app
    generates_once lazynccl.pyz lazynccl/lazynccl.c make
    log make dist
    tar -xzf app-0.1.tar.gz
    cd app-0.1
    unset PYTHON
    log ./configure CC="$CC" CPPFLAGS="$CFLAGS" am_cv_pathless_PYTHON=none
    log make
    works ./app
}

generated_cmake() # from a copied file, with a stub of the project, and after an installation
{
    need cmake ninja
    mkdir $example/lazynccl
    cp "$SOURCE/packaging/rules/lazynccl.cmake" $example/lazynccl
    ! cmake -G Ninja -S $example -B refused >cmake.log 2>&1 || fail "without a generator"
    tr -s '\n ' ' ' <cmake.log >said
    says said 'lazynccl_add: no lazynccl.pyz: copy it beside lazynccl.cmake, or set LAZYNCCL_GENERATOR'
    cp "$pyz" $example/lazynccl
    cmake_builds $example
    works build/app
    generates_once $example/lazynccl/lazynccl.pyz build/lazy_nccl/lazynccl.c cmake --build build
    log "$PYTHON" $example/lazynccl/lazynccl.pyz vendor --generator nccl -o $example/lazynccl
    mv $example/lazynccl/lazynccl.pyz . # the same from text
    cmake_builds $example
    works build/app
    generates_once $example/lazynccl/gen/c/unit.py build/lazy_nccl/lazynccl.c cmake --build build
    mv lazynccl.pyz $example/lazynccl

    mkdir own
    cp "$SOURCE/tests/gen/one.toml" own/mine.toml
    printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(own C)' \
        "include(../$example/lazynccl/lazynccl.cmake)" \
        'lazynccl_add(mine mine.toml OPTIONS --machine x86_64)' >own/CMakeLists.txt
    cmake_builds own
    says build/mine/lazynccl.c 'x86_64'
    generates_once own/mine.toml build/mine/lazynccl.c cmake --build build

    [ -n "${TOOL-}" ] || exit 0
    (. "$SOURCE/tests/variants/installed/shared.sh" && echo "$prefix" >prefix) || exit
    sed -i 's|^include.*|find_package(lazynccl REQUIRED)|' $example/CMakeLists.txt
    cmake_builds $example -DCMAKE_PREFIX_PATH="$(cat prefix)"
    works build/app
    equal "$(find "$(cat prefix)" -name __pycache__)" ''
}

generated_meson() # with a stub of the project, too
{
    need meson ninja
    subproject=$example/subprojects/lazynccl
    mkdir -p $subproject
    cp "$SOURCE"/packaging/rules/meson/* "$pyz" $subproject
    meson_builds $example
    works build/app
    generates_once $subproject/lazynccl.pyz build/subprojects/lazynccl/lazynccl.c meson compile -C build
    log "$PYTHON" "$pyz" vendor --generator nccl -o $subproject/tools # the same from text
    mv $subproject/lazynccl.pyz .
    rm -rf build
    meson_builds $example
    works build/app
    mv lazynccl.pyz $subproject
    rm -r $subproject/tools

    mkdir -p own/subprojects
    cp -r $subproject own/subprojects
    cp "$SOURCE/tests/gen/one.toml" own/subprojects/lazynccl/mine.toml
    printf '%s\n' "project('own', 'c')" \
        "subproject('lazynccl', default_options: ['libraries=mine.toml', 'options=--machine,x86_64'])" \
        >own/meson.build
    meson_builds own
    generates_once own/subprojects/lazynccl/mine.toml build/subprojects/lazynccl/lazynccl.c meson compile -C build
}

exports() # LIBRARY: exports two functions, has the RUNPATH, and serves another library
{
    equal "$(nm -D --defined-only "$1" | cut -d' ' -f3 | tr '\n' ' ')" 'ncclGetErrorString ncclGetVersion '
    equal "$(readelf -d "$1" | sed -n 's/.*RUNPATH.*\[\(.*[^:]\):*\]/\1/p')" '$ORIGIN:$ORIGIN/../nvidia/nccl/lib'
    readelf -d "${1%/*}"/libop.so | grep -q 'NEEDED.*libnccl_stub' || fail "libop.so is not linked with it"
    for preload in '' libm.so.6; do
        equal "$(LD_PRELOAD=$preload LAZYNCCL_LIBPATH=$FAKE build/app)" "NCCL 22809"
    done
    ! build/app >said || fail "$(cat said)"
    says said '^NCCL cannot be used: no libnccl\.so\.2 in any search location'
    mkdir -p "${1%/*}/../nvidia/nccl/lib"
    cp "$FAKE/libnccl.so.2" "${1%/*}/../nvidia/nccl/lib"
    equal "$(LAZYNCCL_SEARCH=soname build/app)" "NCCL 22809" # by the RUNPATH
}

exported_cmake() # a shared library that others link
{
    need cmake ninja
    mkdir $example/lazynccl
    cp "$SOURCE/packaging/rules/lazynccl.cmake" "$pyz" $example/lazynccl
    cmake_builds $example
    exports build/libnccl_stub.so
    sed -i 's/ C)/ CXX)/' $example/CMakeLists.txt
    ! cmake -G Ninja -S $example -B refused >cmake.log 2>&1 || fail "without C"
    tr -s '\n ' ' ' <cmake.log >said
    says said 'lazynccl_add: the generated file is C: add C to the LANGUAGES of project()'

    # Prefixes of a stub and of a call.
    mkdir own
    cp "$SOURCE/tests/gen/one.toml" own/mine.toml
    printf '%s\n' 'cmake_minimum_required(VERSION 3.18)' 'project(own C)' \
        "include(../$example/lazynccl/lazynccl.cmake)" 'lazynccl_add(mine mine.toml SHARED EXPORT)' \
        'lazynccl_add(verbs ibverbs SHARED EXPORT PREFIX rdma FUNCTIONS ibv_fork_init)' >own/CMakeLists.txt
    cmake_builds own
    equal "$(nm -D --defined-only build/libverbs.so | cut -d' ' -f3)" ibv_fork_init
    [ "$(nm -D --defined-only build/libmine.so | wc -l)" -ge 1 ] || fail "libmine.so exports nothing"
    says build/verbs/rdma.h 'rdma_why'
}

exported_meson()
{
    need meson ninja
    mkdir -p $example/subprojects/lazynccl
    cp "$SOURCE"/packaging/rules/meson/* "$pyz" $example/subprojects/lazynccl
    meson_builds $example
    mkdir -p one/build && cp build/subprojects/lazynccl/libnccl_stub.so build/libop.so one/build
    exports one/build/libnccl_stub.so
}

"$(echo "$name" | tr - _)"
