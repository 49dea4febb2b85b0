# A copy that asks ld.so for a SONAME takes no file from a relative or empty element of LD_LIBRARY_PATH, RUNPATH or
# RPATH: if one has the file, the library is absent, and the reason names the element. tests/combinations has moves.
mkdir good bad bad/below empty module
echo 'int toy_one(void) { return 1; }' >toy.c
$CC -shared -fPIC -Wl,-soname,libtoy.so.1 toy.c -o good/libtoy.so.1
for folder in bad bad/below; do
    sed 's/1/2/' toy.c | $CC -xc -shared -fPIC -Wl,-soname,libtoy.so.1 - -o $folder/libtoy.so.1
done
"$PYTHON" "$SOURCE/gen" vendor ./good/libtoy.so.1 --search soname -o copy >/dev/null
with_libc >ask.c <<'C'
#include "lazynccl.h"
int toy_one(void);
int ask(void)
{
    const char *reason = lazytoy_why(lazytoy_toy());
    puts(reason ? reason : toy_one() == 1 ? "good" : "bad");
    return 0;
}
C
echo 'int ask(void); int main(void) { return ask(); }' >main.c
$CC -Icopy ask.c main.c copy/lazynccl.c -o plain -ldl
$CC -Icopy -shared -fPIC ask.c copy/lazynccl.c -o libask.so -ldl

# try FOLDER LD_LIBRARY_PATH EXPECTED PROGRAM: runs it in the folder.
try()
{
    echo "$4 in $1, LD_LIBRARY_PATH=$2"
    (cd "$1" && LD_LIBRARY_PATH=$2 "$stage/$4") >said
    says said "^$3"
}
refused="libtoy.so.1 refused: ld.so would search"
for list in "below:$stage/good" ".:$stage/good" ":$stage/good" "$stage/empty::$stage/good" \
    "$stage/empty;.;$stage/good" "$stage/empty:"; do
    try bad "$list" "$refused" plain
done
try bad "below:$stage/good" "$refused 'below', which is relative" plain
try empty ".:$stage/good:" good plain
try bad "$stage/good" good plain

# The user may name the list to ld.so.
loader=$(readelf -lW plain | sed -n 's/.*interpreter: \(.*\)]/\1/p')
(cd bad && "$loader" --library-path ":$stage/good" "$stage/plain") >said
says said "^$refused"
# $LIB is a relative path of this machine.
lib=$(cd empty && LD_DEBUG=libs LD_LIBRARY_PATH='$LIB' "$stage/plain" 2>&1 |
    sed -n 's/.*search path=\([^/:][^:]*\):.*/\1/p; s/.*trying file=\([^/].*\)\/libtoy.so.1$/\1/p' | tail -n 1)
if [ -n "$lib" ]; then
    mkdir -p "of_lib/$lib"
    cp bad/libtoy.so.1 "of_lib/$lib"
    try of_lib '$LIB' "$refused '$lib', which is relative" plain
fi

for tags in --enable-new-dtags --disable-new-dtags; do
    $CC -Icopy ask.c main.c copy/lazynccl.c -o program -ldl -Wl,$tags,-rpath,below
    $CC main.c -o of_program -L. -lask -Wl,--disable-new-dtags,-rpath,"$stage:below"
    $CC -Icopy -shared -fPIC ask.c copy/lazynccl.c -o module/libask.so -ldl -Wl,$tags,-rpath,below
    $CC main.c -o of_module -Lmodule -lask -Wl,--enable-new-dtags,-rpath,"$stage/module"
    for program in program of_program of_module; do
        try bad "$stage/good" "$refused 'below', which is relative" $program
        try empty "$stage/good" good $program
    done
done
