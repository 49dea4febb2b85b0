# What the command, the generator and the runtime say to do about a wrong argument, variable, folder
# or link makes the message go away: each remedy is carried out. Documents answer what others say.
need_tool
export XDG_CACHE_HOME="$stage/cache"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.9 lib
remedies=0

# says_to WORDS COMMAND...: the command fails, and one line has these words.
says_to()
{
    words=$1 status=0
    shift
    "$@" >said 2>&1 </dev/null || status=$?
    [ "$status" != 0 ] || fail "works at once: $*"
    grep -qF -e "$words" said || fail "no '$words': $(cat said)"
}

# works COMMAND...: it does after the remedy, and does not print the words again.
works()
{
    status=0
    "$@" >said 2>&1 </dev/null || status=$?
    [ "$status" -le 1 ] || fail "followed, and still $status: $*: $(cat said)"
    grep -qF -e "$words" said && fail "followed, and still: $(cat said)"
    remedies=$((remedies + 1))
}

# the command line
says_to 'did you mean find?' "$TOOL" fnid nccl
works "$TOOL" find nccl
says_to 'did you mean --min?' "$TOOL" find nccl --mni 2.1
works "$TOOL" find nccl --min 2.1
says_to 'such as' "$TOOL" find nccl --min abc
equal "$status $(wc -l <said)" '3 1'
says_to 'try: lazynccl find --help' "$TOOL" find --color=red
works "$TOOL" find --help
says_to 'give the verb before: --min' "$TOOL" --min 2.1 find nccl
works "$TOOL" find --min 2.1 nccl
says_to 'env was removed; use: lazynccl -v' "$TOOL" env
works "$TOOL" -v
says_to 'use --lazy' "$TOOL" run --libs nccl -- true
works "$TOOL" run --lazy all -- true
says_to 'use ldd' "$TOOL" audit --tree "$TOOL"
works ldd "$TOOL"
says_to 'give an interpreter, or the folder of a virtual environment' "$TOOL" find --python /bin/sh
works "$TOOL" find --python "$PYTHON"
printf '#!/bin/sh\nexec %s "$@"\n' "$PYTHON" >starts
chmod +x starts
says_to 'give what this prints: ./starts -c ' "$TOOL" find --python ./starts
works "$TOOL" find --python "$(./starts -c 'import sys; print(sys.executable)')"
says_to 'use it alone, or with --python' "$TOOL" find --import json --from ./ask
works "$TOOL" find --import json --python "$PYTHON"
says_to "use it without: --root" "$TOOL" doctor --load --root "$stage"
works "$TOOL" doctor --load --no-python
says_to "use it without: --pid" "$TOOL" doctor "$TOOL" --pid=1
works "$TOOL" doctor "$TOOL"
says_to 'more: lazynccl explain LN501' "$TOOL" doctor LN501
words='only lazynccl' works "$TOOL" explain LN501

says_to 'lib: not a regular file' "$TOOL" symbols lib
equal "$status $(wc -l <said)" '2 1'
mkdir 'a blank'
cp lib/libnccl.so.2 'a blank'
works "$TOOL" symbols 'a blank/libnccl.so.2'

# stand-ins
echo 'int f(void) { return 1; }' >f.c
mkdir real real/prefix
$CC -fPIC -shared f.c -o real/libf.so.1 -Wl,-soname,libf.so.1
echo '/* GNU ld script */ GROUP ( libf.so.1 )' >real/libf.so
says_to 'name the library that it refers to' "$TOOL" stand-in real/libf.so -o lazy
works "$TOOL" stand-in real/libf.so.1 -o lazy
says_to 'its stand-in would replace it: choose another folder' "$TOOL" stand-in real/libf.so.1 -o real
works "$TOOL" stand-in real/libf.so.1 -o lazy
cp real/libf.so.1 real/prefix
says_to 'replace another real library of that name: choose another folder' \
    "$TOOL" stand-in real/libf.so.1 -o real/prefix
works "$TOOL" stand-in real/libf.so.1 -o lazy
says_to 'nothing to replace: give a library, a wheel or a folder' "$TOOL" stand-in -o lazy
works "$TOOL" stand-in real/libf.so.1 -o lazy
run()
{
    LD_LIBRARY_PATH=$stage/lib "$@" "$TOOL" run --lazy nccl -- true
}
file=$stage/f.c
says_to 'set XDG_CACHE_HOME to another folder' run env XDG_CACHE_HOME="$file" TMPDIR="$file"
works run env TMPDIR="$file"
says_to 'set TMPDIR to another folder' run env XDG_CACHE_HOME="$file" TMPDIR="$file"
works run env XDG_CACHE_HOME="$file" TMPDIR=/tmp
says_to 'set one of them' run env -u XDG_CACHE_HOME HOME= TMPDIR="$file"
works run env HOME= TMPDIR="$file"
works run env -u XDG_CACHE_HOME HOME="$stage" TMPDIR="$file"

# stubs and copies
gen()
{
    "$PYTHON" -B "$SOURCE/gen" "$@"
}
says_to 'did you mean nccl?' gen vendor nccll -o copy
works gen vendor nccl -o copy
# a full disk: the file is named, and the copy of before stays
cp copy/lazynccl.c before.c
(
    ulimit -f 1
    trap '' XFSZ
    says_to 'copy/lazynccl.c: File too large' gen vendor nccl nvrtc -o copy
    equal "$status $(wc -l <said)" '1 1'
)
cmp copy/lazynccl.c before.c
equal "$(ls copy | xargs)" 'lazynccl.c lazynccl.h'
says_to 'try: lazynccl vendor --help' gen vendor frobnicate -o copy
works "$TOOL" vendor --help

# settings of the process
words='load -1'
fault()
{
    "$@" ./ask nvrtc load error >said
    says said "$pattern"
}
fake_library nvrtc 12.9 lib
pattern="LAZYNCCL_CUDA=x: give CUDA's major, such as 12 or 13"
fault env LAZYNCCL_LIBPATH="$stage/lib" LAZYNCCL_CUDA=x
pattern='^load 0$'
fault env LAZYNCCL_LIBPATH="$stage/lib" LAZYNCCL_CUDA=12
pattern="LAZYNCCL_SEARCH=whel: 'whel' is not a search location"
fault env LAZYNCCL_LIBPATH="$stage/lib" LAZYNCCL_SEARCH=whel
pattern='^load 0$'
fault env LAZYNCCL_LIBPATH="$stage/lib" LAZYNCCL_SEARCH=env,wheel
pattern='no entry exists; correct or unset the variable'
fault env LAZYNCCL_LIBPATH="$stage/nowhere"
pattern='^load 0$'
fault env LAZYNCCL_LIBPATH="$stage/lib"
remedies=$((remedies + 3))

# links and starts that explain explains
explained() # WORDS COMMAND...: the command fails, and explain says to do this.
{
    words=$1
    shift
    "$@" >log 2>&1 && fail "works at once: $*"
    "$TOOL" explain log --json >json || [ $? = 1 ]
    "$PYTHON" -c 'import json; print(json.load(open("json"))["help"])' >said
    grep -qF -e "$words" said || fail "no '$words': $(cat said)"
}
echo 'int f(void); int main(void) { return f() != 1; }' >call.c
$CC call.c -o call real/libf.so.1
echo 'int ncclGetVersion(int *); int main(void) { int v; ncclGetVersion(&v); return 0; }' >app.c
explained 'after the objects' $CC "$ARCHIVE" app.c -o app
works $CC app.c "$ARCHIVE" -ldl -o app
explained 'after the objects' $CC app.c -o app
works $CC app.c "$ARCHIVE" -ldl -o app
$CC -c f.c
ar rcs libalone.a f.o
explained 'add the library that defines it after the objects that need it' $CC libalone.a call.c -o alone
works $CC call.c libalone.a -o alone
explained 'install its development package, or add -LDIR with its folder' $CC call.c -lalone -o alone
works $CC call.c -L. -lalone -o alone
explained 'or add its folder to LD_LIBRARY_PATH' ./call
words='cannot open' works env LD_LIBRARY_PATH="$stage/real" ./call
: >real/empty
mv real/libf.so.1 real/whole
cp real/empty real/libf.so.1
explained 'reinstall its package' env LD_LIBRARY_PATH="$stage/real" ./call
mv real/whole real/libf.so.1
words='too short' works env LD_LIBRARY_PATH="$stage/real" ./call
echo "$remedies remedies carried out"

# what compilers and Meson say: of a 32-bit build without the C library's headers for it, of a link
# without the library, and of a Meson that is missing or too old
says "$SOURCE/docs/adopting.md" 'bits/libc-header-start.h.*gcc-multilib'
says "$SOURCE/docs/adopting.md" 'undefined reference to `cublasCreate_v2'
says "$SOURCE/README.md" 'pip install meson ninja'
says "$SOURCE/README.md" 'Meson 1\.3'
says "$SOURCE/meson.build" "meson_version: '>=1\.3'"
says "$SOURCE/dev" "^build_python='meson=="
command -v meson >/dev/null || exit 0
! CC=/nonexistent/cc meson setup none "$SOURCE" >output 2>&1 || fail "configured without a compiler"
says output 'ERROR: .*no C compiler that works \(Debian: gcc libc6-dev\)'
