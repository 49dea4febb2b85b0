# If a library cannot have a stand-in, one line names it and says why, the exit status is 1, and no
# file is written, half-written or changed.
mkdir in
echo 'int f(void) { return 1; }' >f.c
for soname in libf.so.1 libcudart.so.12 libnvblas.so.13; do
    library in/$soname 'int f(void) { return 1; }'
done
$CC -O1 -fPIC -shared f.c -o in/none.so
library in/libdata.so.1 'int data = 1; __thread int tls = 2;'
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
    exits 1 timeout 10 "$TOOL" stand-in "in/$1" -o out >said 2>&1
    equal "$(wc -l <said)" 1
    says said "^refused +in/$1 +$2"
    [ ! -e out ] || fail "$1: left $(ls -A out)"
}
refused libcudart.so.12 "it registers the program's kernels when it is loaded$"
refused libnvblas.so.13 'it replaces the BLAS'
refused none.so 'no SONAME to search for$'
refused odd.so 'no SONAME to search for'
refused libdata.so.1 'it exports no function$'
refused text 'not an ELF file$'
refused script.so 'a linker script: name the library that it refers to$'
refused empty 'an empty file$'
refused truncated.so 'truncated: '
refused short.so '.'
refused fifo 'not a regular file$'
refused missing.so 'No such file or directory$'
refused standin.so 'a lazynccl build, not the real library$'
if command -v aarch64-linux-gnu-gcc >/dev/null; then
    aarch64-linux-gnu-gcc -O1 -fPIC -shared f.c -o in/arm.so -Wl,-soname,libarm.so.1
    echo '__attribute__((aarch64_vector_pcs)) int f(void) { return 1; } int g(void) { return 2; }' >vector.c
    aarch64-linux-gnu-gcc -fPIC -shared vector.c -o in/vector.so -Wl,-soname,libvector.so.1
    if "$TOOL" stand-in in/arm.so -o out >said; then
        rm -r out
        refused vector.so 'it exports functions with vector arguments, which a first call'
    else
        refused arm.so 'made for another machine'
    fi
fi
$CC -m32 -shared -nostdlib -fPIC f.c -o in/m32.so -Wl,-soname,libm.so.1 2>/dev/null &&
    refused m32.so 'made for another machine \(i386, 32 bits\): there is no template$'

# static thread-local variables have room in a library that is opened later only if they are few
for bytes in 1600 1048576; do
    library in/libtls$bytes.so.1 "static __thread char room[$bytes]; char *f(void) { return room; }" \
        -ftls-model=initial-exec
done
refused libtls1048576.so.1 'its 1048576 bytes of static thread-local variables can be allocated only when a program starts$'
"$TOOL" stand-in in/libtls1600.so.1 -o out >said || fail "$(cat said)"
rm -r out
# 254 symbol versions have numbers in a byte
for count in 254 255; do
    seq -f 'V%g { };' "$count" | sed '$s/{/{ global: f; local: *;/' >map
    library in/libv$count.so.1 'int f(void) { return 1; }' -Wl,--version-script=map
done
refused libv255.so.1 'it has more than 254 symbol versions$'
"$TOOL" stand-in in/libv254.so.1 -o out >said || fail "$(cat said)"
rm -r out
# a program of the library's prefix imports its data
for lib in lib lib64 lib/x86_64-linux-gnu; do
    mkdir -p prefix/bin
    library prefix/$lib/libstate.so.1 'int state = 1; int get(void) { return state; }'
    echo 'extern int state; int get(void); int main(void) { return state + get(); }' >program.c
    $CC program.c -o prefix/bin/program prefix/$lib/libstate.so.1
    "$TOOL" stand-in prefix/$lib/libstate.so.1 -o out >said && fail "$lib: $(cat said)"
    says said '^refused .*/prefix/bin/program imports its data: state$'
    rm -r prefix
done

# others are made all the same
exits 1 "$TOOL" stand-in in/text in/libf.so.1 -o out >said
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
exits 3 "$TOOL" stand-in in/libf.so.1 2>said
"$TOOL" stand-in -o out 2>said && fail "nothing to replace: give a library, a wheel or a folder"
# cannot_write FOLDER REASON: the folder is to blame, and no library
cannot_write()
{
    exits 2 "$TOOL" stand-in in/libf.so.1 in/script.so -o "$1" >said 2>&1
    equal "$(cat said)" "lazynccl stand-in: cannot write to $1: $2"
}
: >file
cannot_write file 'Not a directory'
exits 2 "$TOOL" stand-in in/libf.so.1 -o file/below 2>said
says said 'file/below'
mkdir -m 555 closed
if [ "$(id -u)" != 0 ]; then
    cannot_write closed 'Permission denied'
fi
# a full disk
if [ -w /dev/full ]; then
    (ulimit -f 20 && trap '' XFSZ && cannot_write full 'File too large')
    [ ! -e full ] || fail "left $(ls -A full)"
fi
"$TOOL" stand-in in/libf.so.1 -o slash// >said
says said '^ +-> slash/libf.so.1 '
equal "$(tail -n 1 said | sed 's/[0-9]* kB/N kB/')" '1 file, N kB, in slash'
"$TOOL" stand-in in/libf.so.1 -o out --json >said
in_json said 'row, = said["files"]
assert row["state"] == "stand-in" and row["functions"] == "1", row'
