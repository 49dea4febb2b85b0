# ld.so accepts a loaded object whose PT_NOTE points outside its segments; a first call survives it.
fake_library nccl 2.28.1 lib
library helper.so 'int helper;' -Wl,--build-id
cat >patch.py <<'P'
import struct, sys
source, made, field, value = sys.argv[1:]
data = bytearray(open(source, "rb").read())
at, = struct.unpack_from("<Q", data, 32)
for i in range(struct.unpack_from("<H", data, 56)[0]):
    part = at + 56 * i
    if struct.unpack_from("<I", data, part)[0] == 4:
        offset = {"vaddr": 16, "memsz": 40, "filesz": 32, "align": 48}[field]
        struct.pack_into("<Q", data, part + offset, int(value, 0))
open(made, "wb").write(data)
P
consumer "$SOURCE/tests/fake/ask.c" ours
$CC "$SOURCE/tests/fake/direct.c" -o plain -ldl
status=0
for change in vaddr=0x70000000 vaddr=0xffffffffffffff00 vaddr=0x3001 memsz=0x70000000 \
    memsz=0xffffffffffffffff filesz=0x70000000 align=0 align=3 align=0x8000000000000000; do
    "$PYTHON" patch.py helper.so bad.so ${change%=*} ${change#*=}
    plain=0 ours=0
    ./plain open=./bad.so open="$stage/lib/libnccl.so.2" call=ncclGetVersion >plain.said 2>&1 || plain=$?
    LAZYNCCL_LIBPATH=$stage/lib ./ours open=./bad.so call >ours.said 2>&1 || ours=$?
    echo "$change: status $ours (plain dlopen: $plain)"
    [ "$ours $(grep -c ' 0 22801' ours.said)" = "$plain $(grep -c ' 0 22801' plain.said)" ] || status=1
done
exit $status
