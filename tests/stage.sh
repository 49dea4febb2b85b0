# usage: stage.sh TEST [ARGUMENT...]: runs a test in a folder of its own, a shell test with the
# functions below and those of shared.sh in its folder and in each above. Tests of the command and
# of stand-ins are skipped if the command is not built. Other programs source it.
#
# The environment, from tests/meson.build:
#   SOURCE BUILD         the source tree, the build folder
#   ARCHIVE SHARED TOOL  liblazynccl.a, liblazynccl.so.0, the command (unset if it is not built)
#   FAKE                 a folder with a fake library of each kind
#   CC CXX PYTHON        the commands (to be used unquoted, because CC may have arguments)
#   SITE                 Python's site-packages, with the real libraries if ./dev set it up
#   VENDOR               compiler options for NVIDIA's headers, one in each line
#   BRIEF                set by ./dev test without names, which runs every behaviour once
#   LAZYNCCL_SEARCH      every search location except "system" and "toolkit"
# This file sets:
#   stage                the temporary folder of the test, which is removed at the end

[ -z "${script-}" ] || return 0 # this file runs the test that sources it
set -eu
stage=$(mktemp -d "${TMPDIR:-/tmp}/lazynccl-test.XXXXXX")
trap '[ ! -f "$stage.why" ] || cat "$stage.why" >&2; remove_rings; rm -rf "$stage" "$stage.why"' EXIT
trap 'exit 1' HUP INT TERM
cd "$stage"

# Removes the rings of traces in folders of this stage: they are in memory, and outlive their process.
remove_rings()
{
    for ring in /dev/shm/lazynccl-*/*; do
        [ ! -f "$ring" ] || ! grep -qF "$stage/" "$ring" || rm -f "$ring"
    done
}

# privately COMMAND...: runs it with a /dev/shm of its own, if this user may, so that it neither sees
# nor removes the rings of other tests.
privately()
{
    if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
        unshare -m sh -c 'mount -t tmpfs none /dev/shm && exec "$@"' sh "$@"
    elif unshare --map-current-user --keep-caps -m true 2>/dev/null; then
        unshare --map-current-user --keep-caps -m sh -c 'mount -t tmpfs none /dev/shm &&
            exec setpriv --inh-caps=-all --ambient-caps=-all "$@"' sh "$@"
    else
        "$@"
    fi
}

# The command's output if there are no problems.
no_problems='no problems found'

# fail TEXT...: ends the test as failed, with this reason.
fail()
{
    printf 'failed: %s\n' "$*" >&2
    exit 1
}

# skip TEXT...: ends the test as skipped, with this reason.
skip()
{
    printf 'skipped: %s\n' "$*"
    exit 77
}

# need COMMAND...: skips the test unless all of these are installed.
need()
{
    for command in "$@"; do
        command -v "$command" >/dev/null || skip "$command is not installed"
    done
}

# each_of WORD...: prints the kinds of something that a test repeats: compilers, linkers, searches.
# Where each behaviour runs once, prints the first.
each_of()
{
    if is_brief; then echo "$1"; else echo "$*"; fi
}

is_brief()
{
    [ -n "${BRIEF-}" ]
}

# need_tool: skips the test unless the command is built.
need_tool()
{
    [ -n "${TOOL-}" ] || skip "the command is not built"
}

# as_nobody COMMAND...: runs it without the privileges of the superuser.
as_nobody()
{
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    else
        "$@"
    fi
}

# unfolded FILE: prints its lines, and joins folded lines: of evidence, which begin with eight
# blanks, of the first line of a finding, and of a remedy.
unfolded()
{
    awk '/^        [^ ]/ || (/^           +[^ ]/ && line ~ /^((error|warning|note)\[|      help: )/) {
             sub(/^ +/, "")
             line = line " " $0
             next
         }
         NR > 1 { print line }
         { line = $0 }
         END { print line }' "$1"
}

# says FILE PATTERN: a line of the file, folded or not, matches the extended regular expression.
says()
{
    { cat "$1" && unfolded "$1"; } | grep -Eq -e "$2" || fail "no line matches '$2' in $1:
$(cat "$1")"
}

# says_not FILE PATTERN: no line matches.
says_not()
{
    if grep -Eq -e "$2" "$1"; then
        fail "a line matches '$2' in $1:
$(cat "$1")"
    fi
}

# shows PATTERN COMMAND...: a line of the command's output matches, which `output` has afterwards.
shows()
{
    shown=$1
    shift
    "$@" >output
    says output "$shown"
}

# equal ACTUAL EXPECTED: both texts are the same.
equal()
{
    [ "$1" = "$2" ] || fail "got:
$1
instead of:
$2"
}

# in_json FILE CODE [ARGUMENT...]: runs this Python, in which `said` is what is in the file.
in_json()
{
    json_file=$1 json_code=$2
    shift 2
    "$PYTHON" -c "import json, os, re, sys
said = json.load(sys.stdin)
$json_code" "$@" <"$json_file" || fail "not so in $json_file, see above"
}

# exits STATUS COMMAND...: the command ends with this status. Its output may be redirected.
exits()
{
    expected_status=$1 status=0
    shift
    "$@" || status=$?
    [ "$status" = "$expected_status" ] && return
    {
        echo "failed: status $status instead of $expected_status: $*"
        [ ! -f /proc/self/fd/3 ] || cat /proc/self/fd/3 # the output, if it goes to a file
    } 3>&1 >"$stage.why"
    exit 1
}

# keep INPUT COMMAND... LAST: makes a file or folder by `COMMAND... LAST PATH`, and sets $kept to PATH. The first
# test that runs this command makes it for all, until INPUT changes, or what tests share.
keep()
{
    name=$(echo "$*" | cksum | tr ' ' -) || return
    kept=$BUILD/tests/kept/$name input=$1
    shift
    mkdir -p "${kept%/*}"
    (
        to=$kept # "$@" may set $kept
        flock 9 || fail "no lock of $to"
        [ ! -e "$to" ] || [ "$(find "$input" "$SOURCE/tests/fake" "$SOURCE/tests/tool/shared.sh" \
            "$SOURCE/tests/stage.sh" -newer "$to")" ] || exit 0
        rm -rf "$to" "$to.new"
        umask 022 && "$@" "$to.new" && touch "$to.new" && mv "$to.new" "$to" || exit
    ) 9>"$kept.lock"
}

# fake_library LIBRARY VERSION FOLDER [COMPILER-OPTION...]: builds tests/fake/LIBRARY.c with the
# file name and SONAME of this version (2.28.9, 12.9), and NVRTC's builtins next to it.
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
    *) fail "no fake $library" ;;
    esac
    mkdir -p "$folder"
    options=$#
    set -- $CC -w -O1 -fPIC -shared "$SOURCE/tests/fake/$library.c" -Wl,-soname,"$file" $symver \
        -DMAJOR="$major" -DMINOR="$minor" -DPATCH="$patch" "$@"
    if [ $options -gt 0 ]; then # perhaps files of this test
        "$@" -o "$folder/$file" || return
    else
        keep "$SOURCE/tests/fake" "$@" -o && cp "$kept" "$folder/$file" || return
    fi
    if [ "$library" = nvrtc ]; then
        fake_library nvrtc-builtins "$version" "$folder"
    fi
}

# library FILE CODE [COMPILER-OPTION...]: builds a shared library from this C, or from the standard
# input as compile does if it is "-". The SONAME is the name of the file.
library()
{
    library_file=$1 library_code=$2
    shift 2
    mkdir -p "$(dirname "$library_file")"
    if [ "$library_code" = - ]; then with_libc; else printf '%s\n' "$library_code"; fi |
        $CC -w -O1 -fPIC -shared -Wl,-soname,"${library_file##*/}" -x c - -x none \
            -o "$library_file" "$@"
}

# compile FILE [OPTION...]: builds a program or, by the options, a library from the C on standard input, which has
# the headers of libc.
compile()
{
    compiled=$1
    shift
    with_libc | $CC -w -x c - -x none -o "$compiled" "$@"
}

# with_libc: prints the C of standard input after the headers of libc.
with_libc()
{
    printf '#include "%s/tests/libc.h"\n' "$SOURCE"
    cat
}

# stub_of NAME [LINE...]: writes NAME.toml, a stub of libNAME.so.1, with the declarations from standard input, one
# per line. A function for which no LINE gives a fallback value stops the program. The prefix is lazyNAME.
stub_of()
{
    stub_name=$1
    shift
    {
        printf 'name = "%s"\ntitle = "Lib.%s"\n' "$stub_name" "$stub_name"
        printf 'prefix = "lazy%s"\nheaders = { "%s.h" = "always" }\n' "$stub_name" "$stub_name"
        printf 'sonames = ["lib%s.so.1"]\n[absent]\notherwise = "stop"\n' "$stub_name"
        [ $# = 0 ] || printf '%s\n' "$@"
        printf '[functions]\nalways = """\n'
        cat
        echo '"""'
    } >"$stub_name.toml"
}

# consumer FILE.c|- PROGRAM [COMPILER-OPTION...]: links a program, of a file or as compile does, with the archive.
consumer()
{
    source=$1 program=$2
    shift 2
    case ${UNKEPT-}$#$source in
    0"$SOURCE"/tests/fake/*)
        keep "$ARCHIVE" $CC -Wall -Werror "$source" -I"$BUILD/include" "$ARCHIVE" -pthread -o &&
            cp "$kept" "$program"
        ;;
    *-)
        with_libc | $CC -Wall -Werror -x c - -x none -o "$program" -I"$BUILD/include" "$@" \
            "$ARCHIVE" -pthread
        ;;
    *) $CC -Wall -Werror "$source" -o "$program" -I"$BUILD/include" "$@" "$ARCHIVE" -pthread ;;
    esac
}

# shared_consumer FILE.c PROGRAM [COMPILER-OPTION...]: links a program with the shared library.
shared_consumer()
{
    source=$1 program=$2
    shift 2
    $CC -Wall -Werror "$source" -o "$program" -I"$BUILD/include" "$@" "$SHARED" \
        -pthread -Wl,-rpath,"$(dirname "$SHARED")"
}

# can_link COMPILER OPTION...: this compiler can link with these options; some sanitizers' runtimes
# are separate packages.
can_link()
{
    command -v "$1" >/dev/null && echo 'int main(void) { return 0; }' >can.c &&
        "$@" can.c -o can 2>/dev/null
}

# without_aslr COMMAND...: runs it without address randomization if allowed, because
# ThreadSanitizer's shadow memory does not fit every layout.
without_aslr()
{
    if setarch -R true 2>/dev/null; then
        setarch -R "$@"
    else
        "$@"
    fi
}

# object_of SOURCE: prints the name of its object, because two folders may have files of one name.
object_of()
{
    echo "${1%/*}-${1##*/}.o" | sed 's|.*/||'
}

# rebuild_archive ARCHIVE COMPILER [OPTION...]: builds the archive's sources with another compiler
# or options.
rebuild_archive()
{
    archive=$PWD/$1 cc=$2
    shift 2
    rm -rf "$archive" objects
    mkdir objects
    members=$(ar t "$BUILD/src/runtime/liblazynccl.a" 2>/dev/null) || members= # the test's own stubs
    (
        cd objects
        for file in "$SOURCE"/src/runtime/jump/first.S "$SOURCE"/src/runtime/l*/*.c \
            "$SOURCE"/src/runtime/search/*.c "$SOURCE"/src/runtime/search/*/*.c \
            "$BUILD"/src/runtime/*.[cS]; do
            case ${members:-"_${file##*/}.o"} in
            *"_${file##*/}.o"*) ;;
            *) continue ;; # of another archive
            esac
            case $file in *-check.c) continue ;; esac
            $cc -std=c11 -O1 -g1 -fPIC -fvisibility=hidden -fexceptions -I"$BUILD/include" \
                -I"$SOURCE/src" "$@" -c "$file" -o "$(object_of "$file")" || exit 1
        done
    ) || fail "$cc $*"
    case " $* " in
    *" -flto"*) gcc-ar rcs "$archive" objects/*.o ;;
    *) ar rcs "$archive" objects/*.o ;;
    esac
}

# share_archive ARCHIVE COMPILER [OPTION...]: the same, but the first test that wants these options
# builds it for all, until the archive changes.
share_archive()
{
    link=$1
    shift
    kept=$BUILD/tests/kept/$(echo "$*" | tr -c 'A-Za-z0-9\n' -).a
    mkdir -p "${kept%/*}"
    (
        flock 9 || fail "no lock of $kept"
        if [ ! "$kept" -nt "$BUILD/src/runtime/liblazynccl.a" ] || [ ! "$kept" -nt "$SOURCE/tests/stage.sh" ]; then
            rebuild_archive kept.a "$@"
            mv kept.a "$kept"
        fi
    ) 9>"$kept.lock"
    ln -sf "$kept" "$link"
}

# with_thread_sanitizer FILE.c CHECK: runs CHECK with commands for this program and the archive,
# built with ThreadSanitizer.
with_thread_sanitizer()
{
    for compiler in $(each_of gcc clang); do
        can_link $compiler -fsanitize=thread || continue
        share_archive thread.a $compiler -fsanitize=thread
        $compiler -fsanitize=thread -I"$BUILD/include" "$1" thread.a -o thread-$compiler
        "$2" without_aslr ./thread-$compiler
    done
}

if [ "${0##*/}" = stage.sh ]; then
    script=$1
    shift
    case $script in
    */tests/tool/* | */tests/standin/* | */tests/netplugin/check/* | */tests/common/*) need_tool ;;
    esac
    case $script in
    *.py) "$PYTHON" "$script" "$@" ;;
    *)
        for shared in "$SOURCE"/tests/*/shared.sh "$SOURCE"/tests/*/*/shared.sh; do
            folder=${shared#"$SOURCE"}
            case $script in *"${folder%shared.sh}"*) . "$shared" ;; esac
        done
        . "$script"
        ;;
    esac
fi
