# Each mistake that newcomers made is answered by one line that says what to do: a table of commands,
# the status, and the answer. misspelt-names-are-answered.sh and misuse-exits-3-with-one-line.sh have more.
need_tool
export XDG_CACHE_HOME="$stage/cache"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.9 lib
lazynccl=$TOOL
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
    rows=$((rows + 1))
}
rows=0

# the command line
answered 3 'use --lazy$' "$lazynccl" run --libs cublas -- true
answered 3 'did you mean inspect\?$|neither inspect nor check' "$lazynccl" plugin inspekt x
answered 3 'wants a version|no value' "$lazynccl" find nccl --min
answered 3 'such as' "$lazynccl" find nccl --min abc

# files
mkdir folder 'a blank'
cp lib/libnccl.so.2 'a blank'
echo text >text.so
answered 2 'folder|directory' "$lazynccl" symbols folder
answered 2 'not an ELF file' "$lazynccl" symbols text.so
"$lazynccl" symbols 'a blank/libnccl.so.2' >output || fail "a blank in a path"
mkdir -p as-folder/libnccl.so.2
LAZYNCCL_LIBPATH=$stage/as-folder ./ask load error >output
says output 'libnccl.so.2: cannot be read: Is a directory'
cp lib/libnccl.so.2 wrong.so
printf '\003\000' | dd of=wrong.so bs=1 seek=18 conv=notrunc status=none
printf '\001' | dd of=wrong.so bs=1 seek=4 conv=notrunc status=none
LAZYNCCL_LIBPATH=nccl=$stage/wrong.so ./ask load error >output
says output '32-bit, ELF machine 3; needed: [0-9]+-bit.*correct or unset LAZYNCCL_LIBPATH'
LAZYNCCL_LIBPATH=lib ./ask load error >output
says output 'LAZYNCCL_LIBPATH: lib refused: not an absolute path'

# folders that cannot be written
: >file
answered 1 'file.*: (Not a directory|File exists)' vendor nccl -o file/copy
answered 2 'cannot write|Not a directory' "$lazynccl" stand-in lib/libnccl.so.2 -o file/lazy

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
"$lazynccl" explain 'undefined reference to `cublasCreate_v2'\''' >output || [ $? = 1 ]
grep -q -e '-llazynccl-all' output || fail "$(cat output)"
"$lazynccl" explain LN706 >output
says output '-llazynccl after the objects' # -llazynccl before the object
says "$SOURCE/docs/adopting.md" 'undefined reference to `cublasCreate_v2'
echo 'int ncclGetVersion(int *); int f(void) { int v; return ncclGetVersion(&v); }' |
    $CC -xc - -shared -fPIC -o module.so # of a C++ project that does not compile lazynccl.c
"$lazynccl" audit module.so >output && fail "audit finds nothing: $(cat output)"
says output 'ncclGetVersion'
says output 'LANGUAGES C CXX|lazynccl\.c'

# no compiler
if command -v meson >/dev/null; then
    if CC=/nonexistent/cc meson setup none "$SOURCE" >output 2>&1; then
        fail "configured without a compiler"
    fi
    says output 'ERROR: .*no C compiler that works \(Debian: gcc libc6-dev\)'
fi
[ "$rows" -ge 8 ] || fail "rows are missing: $rows"
