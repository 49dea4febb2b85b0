# Of what cannot be stood in for one line says what and why, the exit status is 1, and nothing is
# written, half-written or changed.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool
mkdir in
echo 'int f(void) { return 1; }' >f.c
library()
{
    $CC -O1 -fPIC -shared f.c -o "in/$1" -Wl,-soname,"$1"
}
library libf.so.1
library libcudart.so.12
library libnvblas.so.13
library libnosoname.so
$CC -O1 -fPIC -shared f.c -o in/none.so
printf 'int data = 1; __thread int tls = 2;' >data.c
$CC -fPIC -shared data.c -o in/libdata.so.1 -Wl,-soname,libdata.so.1
echo 'text' >in/text
echo '/* GNU ld script */ GROUP ( /lib/libc.so.6 )' >in/script.so
: >in/empty
head -c 3000 in/libf.so.1 >in/truncated.so
head -c 200 in/libf.so.1 >in/short.so
mkfifo in/fifo
mkdir in/folder
$CC -O1 f.c -shared -fPIC -o in/odd.so -Wl,-soname,'li"b.so.1'
"$TOOL" stand-in in/libf.so.1 -o lazy >/dev/null
cp lazy/libf.so.1 in/standin.so

# refused FILE REASON
refused()
{
    status=0
    timeout 10 "$TOOL" stand-in "in/$1" -o out >said 2>&1 || status=$?
    equal "$status" 1
    equal "$(wc -l <said)" 1
    says said "^refused +in/$1 +$2"
    [ ! -e out ] || fail "$1: left $(ls -A out)"
}
refused libcudart.so.12 "it registers the program's kernels when it is loaded$"
refused libnvblas.so.13 'it replaces the BLAS'
refused none.so 'no SONAME by which it could be searched for$'
refused odd.so 'no SONAME by which'
refused libdata.so.1 'it exports no function$'
refused text 'not an ELF file$'
refused script.so 'a script for the linker: name the library that it leads to$'
refused empty 'an empty file$'
refused truncated.so 'truncated: '
refused short.so '.'
refused fifo 'not a regular file$'
refused missing.so 'No such file or directory$'
refused standin.so 'a lazynccl build, not the real library$'
if command -v aarch64-linux-gnu-gcc >/dev/null; then
    aarch64-linux-gnu-gcc -O1 -fPIC -shared f.c -o in/arm.so -Wl,-soname,libarm.so.1
    "$TOOL" stand-in in/arm.so -o out >said || refused arm.so 'made for another machine'
    rm -rf out
fi
$CC -m32 -shared -nostdlib -fPIC f.c -o in/m32.so -Wl,-soname,libm.so.1 2>/dev/null &&
    refused m32.so 'made for another machine \(i386, 32 bits\): there is no template$'

# others are made all the same
status=0
"$TOOL" stand-in in/text in/libf.so.1 -o out >said || status=$?
equal "$status" 1
[ -f out/libf.so.1 ] || fail "$(cat said)"
# never over the library itself
before=$(cksum <in/libf.so.1)
"$TOOL" stand-in in/libf.so.1 -o in >said && fail "replaced the library"
says said 'its stand-in would replace it: choose another folder$'
equal "$(cksum <in/libf.so.1)" "$before"
# nor over another real library
mkdir libs
cp in/libf.so.1 libs
"$TOOL" stand-in in/libf.so.1 -o libs >said && fail "replaced a library"
says said 'its stand-in would replace another real library of that name: choose another folder$'
cmp in/libf.so.1 libs/libf.so.1
"$TOOL" stand-in in/libf.so.1 -o lazy >said || fail "an older stand-in is replaced: $(cat said)"
# stripped, and without sections, as packers leave a library
cp in/libf.so.1 in/packed.so
strip in/packed.so
"$TOOL" stand-in in/packed.so -o stripped >said || fail "$(cat said)"
printf '\0\0\0\0\0\0\0\0' | dd of=in/packed.so bs=1 seek=40 conv=notrunc 2>dd.log # e_shoff
printf '\0\0\0\0' | dd of=in/packed.so bs=1 seek=60 conv=notrunc 2>dd.log # e_shnum, e_shstrndx
"$TOOL" stand-in in/packed.so -o packed >said || fail "$(cat said)"
cmp stripped/libf.so.1 packed/libf.so.1
# --except, --only
"$TOOL" stand-in in/libf.so.1 -o some --except f >said && fail "made what --except names"
says said 'as --except says$'
"$TOOL" stand-in in/libf.so.1 -o some --only cublas >said && fail "made what --only leaves out"
"$TOOL" stand-in in/libf.so.1 -o some --only libf.so.1,cublas >said || fail "$(cat said)"
# misuse, and what cannot be written
status=0
"$TOOL" stand-in in/libf.so.1 2>said || status=$?
equal "$status" 3
"$TOOL" stand-in -o out 2>said && fail "nothing to stand in for"
: >file
status=0
"$TOOL" stand-in in/libf.so.1 -o file/below 2>said || status=$?
equal "$status" 2
says said 'file/below'
mkdir -m 555 closed
if [ "$(id -u)" != 0 ]; then
    "$TOOL" stand-in in/libf.so.1 -o closed >said && fail "wrote into a closed folder"
    says said 'Permission denied'
fi
# a full disk
if [ -w /dev/full ]; then
    (ulimit -f 20 && trap '' XFSZ && "$TOOL" stand-in in/libf.so.1 -o full >said) &&
        fail "wrote more than there is room for"
    says said 'refused'
    [ ! -e full ] || fail "left $(ls -A full)"
fi
"$TOOL" stand-in in/libf.so.1 -o out --json >said
"$PYTHON" -c 'import json, sys
row, = json.load(sys.stdin)["files"]
assert row["state"] == "stand-in" and row["functions"] == "1", row' <said
