# Shared by the tests on real libraries. A release is named PACKAGE-VERSION, as in the table
# support/releases; its "own header" is the one in the same wheel.

wheels=${XDG_CACHE_HOME:-$HOME/.cache}/lazynccl/wheels

# need_release RELEASE...: skips the test unless all are downloaded.
need_release()
{
    for release in "$@"; do
        awk '!/^#/ && NF { print $1 "-" $2 }' "$SOURCE/tests/real/support/releases" |
            grep -Fxq -e "$release" || fail "$release is not in tests/real/support/releases"
        [ -d "$wheels/$release" ] ||
            skip "$release is not downloaded: run ./dev test real $release"
    done
}

# lib RELEASE, include RELEASE: prints its folder of libraries, of headers.
lib()
{
    echo "$wheels/$1"/nvidia/*/lib
}
include()
{
    echo "$wheels/$1"/nvidia/*/include
}

# number RELEASE: prints its version in lazynccl_version()'s format.
number()
{
    echo "$1" | awk -F- '{ split($NF, part, ".")
        print part[1] * 10000 + part[2] * 100 + (/nccl/ ? part[3] : 0) }'
}

# minor RELEASE: prints major.minor.
minor()
{
    echo "$1" | sed 's/.*-\([0-9]*\.[0-9]*\)\..*/\1/'
}

# named RELEASE: sets `name` to its library's stub, and `file` to a pattern of its file in lib().
named()
{
    case $1 in
    *nccl*) name=nccl file=libnccl.so.2 ;;
    *nvrtc*) name=nvrtc file=libnvrtc.so.* ;;
    *) name=nvjitlink file=libnvJitLink.so.* ;;
    esac
}

# install_wheel RELEASE FOLDER: installs as pip would, with hard links if possible.
install_wheel()
{
    mkdir -p "$2"
    cp -rl "$wheels/$1"/* "$2" 2>/dev/null || cp -r "$wheels/$1"/* "$2"
}

# headers RELEASE...: prints compiler options for the headers of these releases, and for those they
# include. The options are parted by blanks, so the tree is named by a link without one.
headers()
{
    [ -e "$stage/tree" ] || ln -s "$SOURCE" "$stage/tree"
    for release in "$@"; do
        printf -- '-isystem %s ' "$(include "$release")"
    done
    printf -- '-isystem %s' "$stage/tree/gen/update/include"
}

# declarations_agree NAME OPTION...: the types and macros that `vendor --declare` writes for this
# library compile after the headers of a release, which these options find, and mutants do not.
declarations_agree()
{
    name=$1
    shift
    set -- $CC -std=gnu11 -pedantic-errors -Wall -Werror -Wno-deprecated-declarations "$@" -x c
    sed -n 's/^headers = {//p' "$SOURCE/stubs/$name.toml" | grep -Eo '[A-Za-z_]+\.h' |
        sed 's/.*/#include <&>/' | while read -r line; do
        ! echo "$line" | "$@" -w -fsyntax-only - 2>/dev/null || echo "$line"
    done >declared.h
    [ -s declared.h ] || fail "no header of $name compiles"
    "$@" -w -E -dD declared.h | "$PYTHON" "$SOURCE/tests/real/support/declared.py" \
        "$SOURCE/stubs/$name.toml" >rows.c
    cat declared.h rows.c >declared.c
    "$@" -fsyntax-only declared.c >said 2>&1 || fail "$(head -n 20 said)"
    grep -q '== [1-9]' rows.c || fail "no constant of $name was compared"
    sed '0,/== \([1-9]\)/s//== 9\1/' declared.c >mutant.c
    ! "$@" -fsyntax-only mutant.c >said 2>&1 || fail 'another constant was not noticed'
}

# lazy SOURCE PROGRAM RELEASE [OPTION...]: compiles a program with this release's own header, linked
# with lazynccl.
lazy()
{
    source=$1 program=$2 release=$3
    shift 3
    consumer "$SOURCE/tests/real/loader/$source" "$program" -O1 -pthread $(headers "$release") "$@"
}

# eager SOURCE PROGRAM RELEASE [OPTION...]: compiles the same program, linked with the release's
# library instead.
eager()
{
    source=$1 program=$2 release=$3
    shift 3
    named "$release"
    $CC -Wall -Werror -O1 -DEAGER "$SOURCE/tests/real/loader/$source" -o "$program" \
        -Wl,--allow-shlib-undefined $(headers "$release") "$@" \
        -Wl,--enable-new-dtags,-rpath,"$(lib "$release")" "$(lib "$release")"/$file
}

# run PROGRAM [ARGUMENT...]: runs it without the machine's loader cache, which may list a CUDA.
for ldso in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1; do
    [ ! -e $ldso ] || break
done
run()
{
    $ldso --inhibit-cache "$@"
}

# main_job PROGRAM RELEASE...: compiles the main job's example with these releases' headers, linked
# with lazynccl.
main_job()
{
    program=$1 example=$SOURCE/docs/examples/main-job
    shift
    $CC -Wall -Werror -DWITH_LAZYNCCL "$example/main.c" "$example/job.c" "$example/mapped.c" \
        -o "$program" -I"$BUILD/include" $(headers "$@") "$ARCHIVE"
}

# check_job FILE LOCATION RELEASE...: FILE is the output of a main job that found these releases in
# this search location.
check_job()
{
    said=$1 location=$2
    shift 2
    says "$said" '^    nothing of NVIDIA.s is mapped$'
    equal "$(grep -c "^    version .* found via $location$" "$said")" $#
    for release in "$@"; do
        case $release in
        *nccl*) version=${release##*-} ;;
        *) version=$(minor "$release") ;;
        esac
        says "$said" "^    version $(echo "$version" | sed 's/\./\\./g'), found via "
    done
    says_not "$said" 'warning'
}

# need_environment NAME: skips the test if it is not downloaded; sets `python`, its interpreter, and
# `packages`, its site-packages.
need_environment()
{
    grep -q "^$1 " "$SOURCE/tests/real/support/environments" ||
        fail "$1 is not in tests/real/support/environments"
    base=${wheels%/wheels}/envs/$1 python=${wheels%/wheels}/envs/$1/bin/python
    packages=$(echo "$base"/lib/python3*/site-packages)
    [ -e "$base/complete" ] ||
        skip "$1 is not downloaded: run ./dev test real $1"
}

# install_beside RELEASE...: a Python like need_environment's with these releases installed as by
# pip; sets `python` and `site`, its site-packages.
install_beside()
{
    rm -rf venv
    "$base/bin/python" -m venv --without-pip venv
    site=$(echo "$stage"/venv/lib/python3*/site-packages)
    echo "$packages" >"$site/packages.pth"
    python=$stage/venv/bin/python
    for release in "$@"; do
        install_wheel "$release" "$site"
    done
}
