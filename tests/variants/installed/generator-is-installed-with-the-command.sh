# Without the source tree, `lazynccl vendor` writes the same files as `./dev vendor`, and accepts a
# stub from `lazynccl describe`. Without Python 3.11 one line says so.
need_tool
command=$prefix/bin/lazynccl

vendor vendored nccl
env -u PYTHONDONTWRITEBYTECODE "$command" vendor nccl -o made/deep || fail vendor
cmp made/deep/lazynccl.c vendored/lazynccl.c
cmp made/deep/lazynccl.h vendored/lazynccl.h
mkdir "a folder"
(
    umask 077
    export LC_ALL=C PYTHONUTF8=0 PYTHONIOENCODING=ascii
    cd "a folder" && "$command" vendor nccl -o private || fail "vendor with another umask and locale"
)
diff -r made/deep "a folder/private"

# the header says its release, for #if
number=$("$command" -V | awk '{ split($2, v, "."); print v[1] * 10000 + v[2] * 100 + v[3] }')
for header in made/deep/lazynccl.h "$prefix/include/lazynccl.h"; do
    printf '#include "%s"\n#if LAZYNCCL_VERSION != %d\n#error\n#endif\n' "$header" "$number" >header.c
    $CC -c header.c -o header.o || fail "$header does not say LAZYNCCL_VERSION $number"
done
exits 3 "$command" vendor ncl -o none 2>said
equal "$(cat said)" 'lazynccl vendor: no such library: ncl; did you mean nccl?'
[ ! -e none ] || fail "a refused name leaves files"

# Python 3.11 next to the command comes first; an older one is skipped.
mkdir empty
ln -s "$(command -v "$PYTHON")" "$prefix/bin/python3"
PATH=$stage/empty "$command" vendor nvrtc -o nvrtc || fail "the Python beside the command"
rm "$prefix/bin/python3"
printf '#!/bin/sh\nexit 1\n' >"$prefix/bin/python3"
chmod +x "$prefix/bin/python3"
"$command" vendor nvrtc -o nvrtc || fail "the Python in PATH"
exits 2 env PATH="$stage/empty" "$command" vendor nccl -o none 2>said
equal "$(cat said)" "lazynccl vendor: no Python 3.11 or newer: neither beside this command, \
nor python3 in PATH"
[ ! -e none ] || fail "without Python there are files"
rm "$prefix/bin/python3"
"$PYTHON" -c 'import os, signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execv(sys.argv[1], sys.argv[1:])' "$command" vendor nvrtc -o nvrtc ||
    fail "from a caller that ignores its children"

echo 'int pair_sum(int a, int b);' >pair.h
library libpair.so.1 'int pair_sum(int a, int b) { return a + b; }'
export PATH="${PYTHON%/*}:$PATH" # with libclang
status=0
"$command" describe pair.h libpair.so.1 -I. -DUNUSED=1 -o pair.toml >said 2>&1 || status=$?
case $(cat said) in *'libclang for Python is missing'*) skip "$(cat said)" ;; esac
equal "$status" 0
"$command" vendor pair.toml -o pair
exits 1 "$command" vendor pair.toml --versions-from libpair.so.1 -o none 2>said
equal "$(cat said)" "libpair.so.1: exports no symbol versions: omit --versions-from"
"$command" vendor libpair.so.1 --only pair_sum -o alone
says alone/lazynccl.h 'lazypair_load'
echo '#include "pair.h"
int main(void) { return pair_sum(40, 2) == 42 ? 0 : 1; }' >use.c
$CC use.c pair/lazynccl.c -Ipair -o use -ldl
LD_LIBRARY_PATH=$stage LAZYNCCL_SEARCH=system ./use || fail "the described library ended with $?"

# the linker that makes libraries lazy, as the command prints its folder
[ -x "$("$command" link)/ld" ] || fail "lazynccl link: $("$command" link)"
mv libpair.so.1 libpair.so
(cd "$stage" && LAZY_LIBS=pair $CC -B"$("$command" link)" use.c -L. -lpair -o lazily)
LAZY_LIBS=pair "$command" link --check "$stage/lazily"
! LAZY_LIBS=other "$command" link --check "$stage/lazily" 2>/dev/null || fail "no finding"
readelf -dW lazily >needed
says_not needed libpair
mv libpair.so libpair.so.1
LD_LIBRARY_PATH=$stage ./lazily
for file in check direct elfdeps; do
    [ -x "$("$command" link)/../packages/$file" ] || fail "packages/$file cannot be run"
done
diff -r "$SOURCE/gen/link/fallbacks" "$("$command" link)/../fallbacks"

equal "$(find "$prefix" -name __pycache__)" '' # which no package would remove
