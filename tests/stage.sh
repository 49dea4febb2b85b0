# What tests in shell share; each begins with: . "$SOURCE/tests/stage.sh"
# SPDX-License-Identifier: Apache-2.0 OR MIT
#
# The environment, from tests/meson.build:
#   SOURCE BUILD         the source tree, the build folder
#   ARCHIVE SHARED TOOL  liblazynccl.a, liblazynccl.so.0, the command (unset if it is not built)
#   FAKE                 a folder with a fake library of each kind
#   CC CXX PYTHON        how to call them (unquoted: CC may have arguments)
#   SITE                 Python's site-packages, with the real libraries if ./dev set it up
#   VENDOR               compiler options for NVIDIA's headers
#   LAZYNCCL_SEARCH      every place but "system" and "root"
# and from here:
#   stage                a folder of this test's own, removed at its end

set -eu
stage=$(mktemp -d "${TMPDIR:-/tmp}/lazynccl-test.XXXXXX")
trap 'rm -rf "$stage"' EXIT
trap 'exit 1' HUP INT TERM
cd "$stage"

# What the command says where nothing is wrong.
no_problems='nothing to complain of'

# fail TEXT...: this test has failed, for that reason.
fail()
{
    printf 'failed: %s\n' "$*" >&2
    exit 1
}

# skip TEXT...: this test cannot run here, for that reason.
skip()
{
    printf 'skipped: %s\n' "$*"
    exit 77
}

# need COMMAND...: skips the test unless all are there.
need()
{
    for command in "$@"; do
        command -v "$command" >/dev/null || skip "there is no $command"
    done
}

# says FILE PATTERN: some line of the file matches the extended regular expression.
says()
{
    grep -Eq -e "$2" "$1" || fail "no line that matches '$2' in $1:
$(cat "$1")"
}

# says_not FILE PATTERN: no line does.
says_not()
{
    if grep -Eq -e "$2" "$1"; then
        fail "a line that matches '$2' in $1:
$(cat "$1")"
    fi
}

# equal ACTUAL EXPECTED: two texts are the same.
equal()
{
    [ "$1" = "$2" ] || fail "got:
$1
instead of:
$2"
}

# fake_library LIBRARY VERSION FOLDER [COMPILER-OPTION...]: builds tests/fake/LIBRARY.c, with the file
# name and SONAME that this version (2.28.9, 12.9) has, and NVRTC's builtins next to it.
fake_library()
{
    library=$1 version=$2 folder=$3
    shift 3
    major=${version%%.*} minor=${version#*.} patch=0
    case $minor in
    *.*) patch=${minor#*.} minor=${minor%%.*} ;;
    esac
    symver=-Wl,--default-symver
    case $library in
    nccl) file=libnccl.so.$major symver= ;;
    nvrtc) file=libnvrtc.so.$major ;;
    nvrtc-builtins) file=libnvrtc-builtins.so.$major.$minor ;;
    nvjitlink) file=libnvJitLink.so.$major ;;
    *) fail "there is no fake $library" ;;
    esac
    mkdir -p "$folder"
    $CC -w -O1 -fPIC -shared "$SOURCE/tests/fake/$library.c" -o "$folder/$file" \
        -Wl,-soname,"$file" $symver -DMAJOR="$major" -DMINOR="$minor" -DPATCH="$patch" "$@"
    if [ "$library" = nvrtc ]; then
        fake_library nvrtc-builtins "$version" "$folder"
    fi
}

# consumer FILE.c PROGRAM [COMPILER-OPTION...]: a program that uses lazynccl, the archive.
consumer()
{
    source=$1 program=$2
    shift 2
    $CC -Wall -Werror "$source" -o "$program" -I"$BUILD/include" "$@" "$ARCHIVE"
}

# shared_consumer FILE.c PROGRAM [COMPILER-OPTION...]: a program that uses the shared form.
shared_consumer()
{
    source=$1 program=$2
    shift 2
    $CC -Wall -Werror "$source" -o "$program" -I"$BUILD/include" "$@" "$SHARED" \
        -Wl,-rpath,"$(dirname "$SHARED")"
}

# can COMPILER OPTION...: it is here and links a program so: some sanitizers' runtimes are packages of
# their own.
can()
{
    command -v "$1" >/dev/null && echo 'int main(void) { return 0; }' >can.c &&
        "$@" can.c -o can 2>/dev/null
}

# steady COMMAND...: without randomized addresses, where that is allowed: with some of them
# ThreadSanitizer's shadow memory has no place.
steady()
{
    if setarch -R true 2>/dev/null; then
        setarch -R "$@"
    else
        "$@"
    fi
}

# rebuilt ARCHIVE COMPILER [OPTION...]: the archive's own sources, compiled another way.
rebuilt()
{
    archive=$PWD/$1 cc=$2
    shift 2
    rm -rf "$archive" objects
    mkdir objects
    generated=$(ls "$BUILD"/src/*.c | grep -v -- '-check\.c$')
    own=$(ls "$SOURCE"/src/library/*.c "$SOURCE"/src/search/*.c "$SOURCE"/src/loader/*.c \
        2>/dev/null || true)
    (cd objects && $cc -std=c11 -O1 -g1 -fPIC -fvisibility=hidden -fexceptions \
        -I"$BUILD/include" -I"$SOURCE/src" "$@" -c $own $generated) || fail "$cc $*"
    case " $* " in
    *" -flto"*) gcc-ar rcs "$archive" objects/*.o ;;
    *) ar rcs "$archive" objects/*.o ;;
    esac
}
