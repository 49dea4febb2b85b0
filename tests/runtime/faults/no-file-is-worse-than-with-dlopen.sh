# Of the library, a dependency, or a library loaded earlier, parts are cut, zeroed or changed. If dlopen, dlsym and
# the call do not kill or hang a process, lazynccl does not either.
# usage: [long [FIRST]]: 100,000 mutants instead of 4,200, some of real libraries; FIRST: their seed
mutants=200
[ "${1-}" != long ] || mutants=4762
first=${2-1}

# The library needs another one, and has versions and more than one note.
cat >more.c <<'C'
int needed(void);
int ncclGroupStart(void) { return needed() - 1; }
__attribute__((section(".note.more"), used, aligned(4))) static const int note[] = {
    4, 4, 1, 0x746f4e, 1};
C
echo 'NEEDED_1 { global: needed; local: *; };' >needed.map
echo 'int needed(void) { return 1; }' |
    compile needed.so -O1 -fPIC -shared -Wl,--version-script=needed.map,-soname,libneeded.so
mkdir lib
cp needed.so lib/libneeded.so
fake_library nccl 2.28.9 lib more.c lib/libneeded.so -Wl,-rpath,'$ORIGIN' -Wl,--build-id
nm "$ARCHIVE" | sed -n 's/.* T \(p\{0,1\}nccl.*\)/"\1",/p' >names.h
# With immediate binding, because some mutants overwrite the tables for lazy binding.
consumer "$SOURCE/tests/runtime/faults/mutants.c" mutants -O1 -I. -Wl,-z,now -ldl
./mutants none 0 0 lib/libnccl.so.2 needed.so >/dev/null

printf '%-17s %7s %31s %31s %7s %7s\n' '' '' 'dlopen:                        ' \
    'lazynccl:                      ' differ worse
printf '%-17s %7s %7s %7s %7s %7s %7s %7s %7s %7s\n' changed mutants opened refused killed hung \
    opened refused killed hung
status=0
row() # WHAT MUTANTS LIBRARY CHANGED
{
    code=0
    ./mutants "$1" "$first" "$2" "$3" "$4" 2>>details || code=$?
    [ "$code" -le 1 ] || fail "mutants $1: status $code: $(tail -n 3 details)"
    [ "$code" = 0 ] || status=1
}
for part in cut zeros header parts dynamic notes tables; do
    row "$part" $mutants "$stage/lib/libnccl.so.2" "$stage/lib/libnccl.so.2"
    row "needed $part" $mutants "$stage/lib/libnccl.so.2" "$stage/lib/libneeded.so"
    row "loaded $part" $mutants "$stage/lib/libnccl.so.2" "$stage/needed.so"
done
real=$SITE/nvidia/nccl/lib/libnccl.so.2
if [ "${1-}" = long ] && [ -e "$real" ]; then
    mkdir real
    cp "$real" real
    for part in header parts dynamic notes tables; do
        row "real $part" 100 "$stage/real/libnccl.so.2" "$stage/real/libnccl.so.2"
    done
fi
grep ' alone: ' details >&2 || true
exit $status
