# Each mistake that newcomers made is answered by one line that says what to do: those that no test of
# their part has. misspelt-names-are-answered.sh and misuse-exits-3-with-one-line.sh have more.
need_tool
export XDG_CACHE_HOME="$stage/cache"
fake_library nccl 2.28.9 lib
vendor()
{
    "$PYTHON" -B "$SOURCE/gen" vendor "$@"
}

# answered STATUS PATTERN COMMAND...: the command ends with this status and one line that matches.
answered()
{
    wanted=$1 pattern=$2 status=0
    shift 2
    "$@" >output 2>&1 </dev/null || status=$?
    [ "$status $(wc -l <output)" = "$wanted 1" ] || fail "$*: status $status: $(cat output)"
    says output "$pattern"
}

# the command line
answered 3 'such as' "$TOOL" find nccl --min abc

# files
mkdir folder 'a blank'
cp lib/libnccl.so.2 'a blank'
answered 2 'folder: not a regular file$' "$TOOL" symbols folder
"$TOOL" symbols 'a blank/libnccl.so.2' >output || fail "a blank in a path"

# a full disk: the file is named, and the copy of before stays
vendor nccl -o full
cp full/lazynccl.c before.c
(
    ulimit -f 1
    trap '' XFSZ
    answered 1 'full/lazynccl.c: File too large$' vendor nccl nvrtc -o full
)
cmp full/lazynccl.c before.c
equal "$(ls full | xargs)" 'lazynccl.c lazynccl.h'

# a 32-bit build, without the C library's 32-bit headers
say_32='bits/libc-header-start.h'
says "$SOURCE/docs/adopting.md" "$say_32.*gcc-multilib"

# Meson that is missing or too old: Meson names the number, README and ./dev install another
says "$SOURCE/README.md" 'pip install meson ninja'
says "$SOURCE/README.md" 'Meson 1\.3'
says "$SOURCE/meson.build" "meson_version: '>=1\.3'"
says "$SOURCE/dev" "^build_python='meson=="

# linking
says "$SOURCE/docs/adopting.md" 'undefined reference to `cublasCreate_v2'

# no compiler
if command -v meson >/dev/null; then
    if CC=/nonexistent/cc meson setup none "$SOURCE" >output 2>&1; then
        fail "configured without a compiler"
    fi
    says output 'ERROR: .*no C compiler that works \(Debian: gcc libc6-dev\)'
fi
